"""The real loop in a real window, telling where its buttons are: for the test with a real pointer."""

import json

from companion.app import App
from companion.config.settings import Settings
from companion.ui import i18n
from companion.ui.samples import SampleSettings, sample_ports
from companion.ui.screens.home import Home
from companion.ui.stage import Stage
from companion.ui.window import Window


class Spoken(SampleSettings):
    """Settings whose language is spoken at once."""

    def set(self, settings: Settings) -> None:
        super().set(settings)
        i18n.use(settings.table.language)


def main() -> None:
    window = Window((800, 480))
    stage = Stage(window.canvas_px)
    app = App(window, stage)
    stage.push(Home(sample_ports(settings=Spoken(), stop=app.stop)))
    told = ""
    shown = window.present

    def present(parts: list[object]) -> None:
        nonlocal told
        shown(parts)  # type: ignore[arg-type]  # handed on as it came
        there = {w.say: w.rect.center for w in stage.root.walk() if w.touchable and w.say}
        line = json.dumps(there)
        if line != told:
            told = line
            print(line, flush=True)

    window.present = present  # type: ignore[method-assign, assignment]  # listens in on every picture
    app.run()
    print("ended", flush=True)


if __name__ == "__main__":
    main()
