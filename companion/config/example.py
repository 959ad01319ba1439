"""Writes the example file from the settings themselves: `python -m companion.config.example`.

The installer puts it beside the config. It needs the standard library only.
"""

import sys
import textwrap
from dataclasses import fields

from companion.config.keys import SettingKey, Value
from companion.config.settings import SECTIONS

_HEAD = """\
# The companion's config: copy it to /etc/companion/config.toml, or into your own config folder as
# marrakesh-companion/config.toml. Every key is optional; what stands here behind a # is its default.
# A wrong line costs only itself: `companion doctor` says which, and why.
"""


def example() -> str:
    """The whole file."""
    parts = [_HEAD]
    for name, kind in SECTIONS.items():
        lines = [f"# {kind.__doc__}", f"[{name}]"]
        for field in fields(kind):
            described: SettingKey = field.metadata["key"]
            lines += textwrap.wrap(
                described.says, 100, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False
            )
            lines.append(f"#{field.name} = {toml(described.default)}")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def toml(value: Value) -> str:
    """A value as TOML writes it.

    >>> toml(True), toml(0.25), toml("auto")
    ('true', '0.25', '"auto"')
    """
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
    return str(value)


if __name__ == "__main__":
    sys.stdout.write(example())
