"""Games and facts from elsewhere: what is whole comes in, all else gets a sentence and changes nothing."""

import json
import os
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.store import BadImport, Json, Store, export_facts, export_game, import_facts, import_game
from companion.store.transfer import FACTS_FORMAT, GAME_FORMAT, LARGEST_FILE_BYTES

EXAMPLES = int(os.environ.get("COMPANION_FUZZED_IMPORTS", "150"))
fuzz = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    with Store.open(tmp_path / "from") as store:
        game = store.new_game("Freitag – Şehrazat", [{"name": "Sarah"}], {"edition": "classic"})
        store.append(game, "do", {"value": ["green*1"]})
        store.append(game, "undo", {"n": 1})
        store.finish_game(game, {"winner": "Sarah"})
        file = tmp_path / "game.json"
        file.write_text(export_game(store, game))
    return file


def _files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def test_a_game_comes_over_whole(tmp_path: Path, game_file: Path) -> None:
    with Store.open(tmp_path / "to") as store:
        mine = store.new_game("mine", [], {})
        game = import_game(store, game_file)
        record = store.game(game)
        assert (record.title, record.finished, record.entries) == ("Freitag – Şehrazat", True, 2)
        assert [(e.op, e.payload) for e in store.journal(game)] == [
            ("do", {"value": ["green*1"]}),
            ("undo", {"n": 1}),
        ]
        twice = import_game(store, game_file)
        assert len({mine, game, twice}) == 3
        exported = export_game(store, game)
        assert exported == game_file.read_text()
    with Store.open(tmp_path / "to") as store:
        assert len(store.games()) == 3


def test_facts_come_over(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    with Store.open(tmp_path / "from") as store:
        store.tell_fact("oasis.7.points", 11, "read off the tile")
        store.tell_fact("town.2.cost", {"dates": 2}, "table")
        file.write_text(export_facts(store))
    with Store.open(tmp_path / "to") as store:
        assert import_facts(store, file) == 2
        assert store.facts()["town.2.cost"].value == {"dates": 2}
        assert store.facts()["oasis.7.points"].source == "read off the tile"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe\x00", "no JSON"),
        (b"[" * 200_000, "no JSON"),
        (b'{"a":' * 50_000, "no JSON"),
        (b"1" * 10_000, "no JSON"),
        (b"NaN", "no JSON"),
        (b"[]", "format"),
        (b'{"format": "recipes"}', "format"),
        (json.dumps({"format": GAME_FORMAT, "version": 99}).encode(), "newer companion"),
        (json.dumps({"format": GAME_FORMAT, "version": "1"}).encode(), "newer companion"),
        (b" " * (LARGEST_FILE_BYTES + 1), "too large"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_a_file_that_is_no_game_gets_a_sentence(tmp_path: Path, content: bytes, says: str) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    with Store.open(tmp_path / "to") as store:
        before = store.games()
        with pytest.raises(BadImport, match=says):
            import_game(store, file)
        assert store.games() == before


def test_a_missing_file_a_folder_and_an_endless_file_get_a_sentence(tmp_path: Path) -> None:
    with Store.open(tmp_path / "to") as store:
        for file in (tmp_path / "nowhere.json", tmp_path, Path("/dev/zero")):
            with pytest.raises(BadImport, match=str(file)):
                import_game(store, file)


@fuzz
@given(data=st.data())
def test_a_changed_game_file_changes_nothing_or_comes_in(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Any part of the file replaced by any JSON: it is either refused with a sentence, or is a game."""
    folder = tmp_path_factory.mktemp("fuzz")
    content: dict[str, Json] = {
        "format": GAME_FORMAT,
        "version": 1,
        "title": "../../../etc/passwd",
        "players": [{"name": "Sarah"}],
        "options": {},
        "finished": False,
        "summary": None,
        "clock_said": 0,
        "entries": [{"op": "do", "payload": 1, "played_seconds": 1}],
    }
    for key in data.draw(st.sets(st.sampled_from(sorted(content)), max_size=3)):
        content[key] = data.draw(json_values)
    file = folder / "game.json"
    file.write_text(json.dumps(content), encoding="utf-8", errors="surrogatepass")
    with Store.open(folder / "to") as store:
        try:
            game = import_game(store, file)
        except BadImport as error:
            refusal = str(error)
            games = []
        else:
            refusal = f"{file} came in"
            games = [game]
            assert store.game(game).title == content["title"]
            store.journal(game)
        assert str(file) in refusal
        assert [record.id for record in store.games()] == games
        store.check()
    assert {path.relative_to(folder).parts[0] for path in _files(folder)} <= {"game.json", "to"}


@fuzz
@given(raw=st.binary(max_size=300), at=st.integers(0, 600))
def test_scribbled_bytes_never_crash_an_import(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes, at: int
) -> None:
    folder = tmp_path_factory.mktemp("scribble")
    whole = json.dumps(
        {"format": FACTS_FORMAT, "version": 1, "facts": {"oasis.7": {"value": 3, "source": "table"}}}
    ).encode()
    file = folder / "facts.json"
    file.write_bytes(whole[:at] + raw + whole[at + len(raw) :])
    with Store.open(folder / "to") as store:
        try:
            facts = import_facts(store, file)
        except BadImport as error:
            refusal = str(error)
            facts = 0
        else:
            refusal = f"{file} came in"
        assert str(file) in refusal
        assert len(store.facts()) == facts
        store.check()


def test_the_largest_file_does_not_exhaust_the_memory(tmp_path: Path) -> None:
    file = tmp_path / "bomb.json"
    file.write_bytes(b"[" + b"[]," * ((LARGEST_FILE_BYTES - 10) // 3) + b"[]]")
    with Store.open(tmp_path / "to") as store:
        tracemalloc.start()
        with pytest.raises(BadImport):
            import_game(store, file)
        peak_bytes = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak_bytes < 150_000_000
