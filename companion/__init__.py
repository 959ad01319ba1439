"""The companion beside the board: screens, rules, store and the wiring between them."""
