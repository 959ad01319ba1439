"""What the screens are handed: settings, shelf, doctor, calibration and eyes, as `companion.ui.ports` asks.

Each module brings one port of the touchscreen together with the store, the camera or the hardware behind it.
`companion.wiring` builds them.
"""
