"""Tests that need a Raspberry Pi with its camera run only when asked for: pytest -m pi."""

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "pi" in str(config.getoption("markexpr")):
        return
    on_a_pi = [item for item in items if item.get_closest_marker("pi")]
    if on_a_pi:
        config.hook.pytest_deselected(items=on_a_pi)
        items[:] = [item for item in items if item not in on_a_pi]
