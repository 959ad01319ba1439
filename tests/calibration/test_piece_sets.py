"""Sets of pieces as they can be written, and folders of photos as they can be found."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.errors import PhotosRefused, SetError
from calibration.folder import photo_names, read_folder
from calibration.sets import KESHIS, PieceSet, find_set


def test_the_keshis_are_one_set_of_twelve() -> None:
    assert find_set("keshis") is KESHIS
    assert len(KESHIS.labels) == 12


def test_sets_by_name_and_file(tmp_path: Path) -> None:
    assert find_set("cubes=red, green,blue") == PieceSet("cubes", ("red", "green", "blue"))
    assert find_set("candies=*").named_by_photos
    assert find_set("red,green").labels == ("red", "green")
    assert find_set("*").named_by_photos
    path = tmp_path / "marbles.toml"
    path.write_text('name = "marbles"\nlabels = ["amber", "jade"]\n')
    assert find_set(str(path)) == PieceSet("marbles", ("amber", "jade"))


TOO_MANY = "a=" + ",".join(map(str, range(99)))


@pytest.mark.parametrize(
    "words", ["", "nothing", "a=", "=red", "a=red,red", "a=red,,blue", "a=../x", "a=empty", TOO_MANY]
)
def test_a_set_that_makes_no_sense_gets_a_sentence(words: str) -> None:
    with pytest.raises(SetError):
        find_set(words)


@settings(max_examples=60)
@given(data=st.binary(max_size=120))
def test_any_file_is_a_set_or_a_sentence(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("sets") / "set.toml"
    path.write_bytes(data)
    with pytest.raises(SetError):
        find_set(str(path))


def photo(path: Path, *, gray: int = 128) -> None:
    cv2.imwrite(str(path), np.full((40, 60, 3), gray, np.uint8))


def test_photos_are_found_by_what_they_show(tmp_path: Path) -> None:
    for name in ("empty", "red", "red-10", "red-2", "light blue"):
        photo(tmp_path / f"{name}.jpg")
    photo(tmp_path / "red.off.jpg")
    (tmp_path / "notes.txt").write_text("three of each")
    names = {label: [path.name for path in paths] for label, paths in photo_names(tmp_path).items()}
    assert names == {
        "empty": ["empty.jpg"],
        "red": ["red.jpg", "red-2.jpg", "red-10.jpg"],
        "light blue": ["light blue.jpg"],
    }
    pieces, photos = read_folder(tmp_path, find_set("candies=*"))
    assert pieces.labels == ("light blue", "red")
    assert photos.pieces["red"][0].unlit is not None
    assert photos.pieces["red"][1].unlit is None


def test_known_labels_are_found_however_they_are_written(tmp_path: Path) -> None:
    for name in ("EMPTY.JPG", "Red.jpg", "RED-2.png", "ball-2.jpg", "Ball.jpg"):
        photo(tmp_path / name)
    labels = ("red", "ball", "ball-2")
    names = photo_names(tmp_path, labels)
    assert {label: [path.name for path in paths] for label, paths in names.items()} == {
        "empty": ["EMPTY.JPG"],
        "red": ["Red.jpg", "RED-2.png"],
        "ball": ["Ball.jpg"],
        "ball-2": ["ball-2.jpg"],
    }
    assert read_folder(tmp_path, PieceSet("balls", labels))[0].labels == labels


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    photo(tmp_path / "red.jpg")
    with pytest.raises(PhotosRefused, match=r"lacks green\.jpg; take a photo of three pieces of green"):
        read_folder(tmp_path, PieceSet("two", ("red", "green")))
    with pytest.raises(PhotosRefused, match=r"lacks empty\.jpg, turquoise\.jpg, .*take a photo of the empty"):
        read_folder(tmp_path)
    photo(tmp_path / "blue.jpg")
    with pytest.raises(PhotosRefused, match=r"calibrate other pieces with --set NAME=\*"):
        read_folder(tmp_path)


def shown(folder: Path, labels: tuple[str, ...] = ()) -> dict[str, list[str]]:
    found = photo_names(folder, labels)
    return {label: [str(path.relative_to(folder)) for path in paths] for label, paths in found.items()}


def test_several_photos_of_a_label_may_be_numbered_in_any_usual_way(tmp_path: Path) -> None:
    for name in ("red_1.png", "red_2.png", "blue (1).jpg", "blue (2).jpg"):
        photo(tmp_path / name)
    for name in ("Jade 2.webp", "jade.bmp", "jade3.tif"):
        photo(tmp_path / name)
    assert shown(tmp_path) == {
        "red": ["red_1.png", "red_2.png"],
        "blue": ["blue (1).jpg", "blue (2).jpg"],
        "Jade": ["jade.bmp", "Jade 2.webp", "jade3.tif"],
    }
    assert shown(tmp_path, ("red", "blue", "jade"))["jade"] == ["jade.bmp", "Jade 2.webp", "jade3.tif"]
    assert shown(tmp_path, ("red_1", "red_2"))["red_2"] == ["red_2.png"]
    assert read_folder(tmp_path, find_set("candies=*"))[0].labels == ("Jade", "blue", "red")


def test_a_number_alone_is_a_label(tmp_path: Path) -> None:
    for name in ("1 cent.png", "50.png", "50-2.png", "cent1.png", "cent5.png"):
        photo(tmp_path / name)
    assert shown(tmp_path) == {
        "1 cent": ["1 cent.png"],
        "50": ["50.png", "50-2.png"],
        "cent1": ["cent1.png"],
        "cent5": ["cent5.png"],
    }


def test_a_folder_may_stand_for_a_label(tmp_path: Path) -> None:
    for folder in ("Red", "light blue", "notes"):
        (tmp_path / folder).mkdir()
    for name in ("Red/a.png", "Red/b.png", "light blue/IMG_0017.jpg", "empty.jpg"):
        photo(tmp_path / name)
    everything = {"Red": ["Red/a.png", "Red/b.png"], "light blue": ["light blue/IMG_0017.jpg"]}
    assert shown(tmp_path) == {"empty": ["empty.jpg"], **everything}
    assert shown(tmp_path, ("red",)) == {"empty": ["empty.jpg"], "red": ["Red/a.png", "Red/b.png"]}
    photo(tmp_path / "jade.jpg")
    assert shown(tmp_path) == {"empty": ["empty.jpg"], "jade": ["jade.jpg"]}


def test_a_photo_of_a_kind_that_cannot_be_read_is_not_passed_over(tmp_path: Path) -> None:
    photo(tmp_path / "red.jpg")
    (tmp_path / "red-2.heic").write_bytes(b"ftypheic")
    assert shown(tmp_path) == {"red": ["red.jpg"]}
    (tmp_path / "blue.heic").write_bytes(b"ftypheic")
    with pytest.raises(PhotosRefused, match=r"blue\.heic is no image that can be read; use a JPEG or PNG"):
        read_folder(tmp_path, find_set("candies=*"))


def test_labels_may_say_two_colours() -> None:
    labels = ("red+white", "red & blue", "M&M's (old)")
    assert find_set(f"pills={','.join(labels)}").labels == labels


def test_photos_with_the_paper_frame_need_the_empty_tray(tmp_path: Path) -> None:
    framed = np.full((300, 400, 3), 255, np.uint8)
    markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in enumerate([(20, 20), (320, 20), (320, 220), (20, 220)]):
        framed[y : y + 60, x : x + 60] = cv2.aruco.generateImageMarker(markers, number, 60)[..., None]
    cv2.imwrite(str(tmp_path / "red.png"), framed)
    with pytest.raises(PhotosRefused, match=r"lacks empty\.jpg; take a photo of the empty tray"):
        read_folder(tmp_path, find_set("cubes=*"))


def test_every_file_that_is_no_photo_is_named(tmp_path: Path) -> None:
    photo(tmp_path / "empty.jpg")
    (tmp_path / "red.jpg").write_bytes(b"not a photo")
    (tmp_path / "green.jpg").write_bytes(b"")
    with pytest.raises(PhotosRefused) as refused:
        read_folder(tmp_path, PieceSet("two", ("red", "green")))
    assert "red.jpg" in str(refused.value)
    assert "green.jpg" in str(refused.value)
