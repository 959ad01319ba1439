"""The screens: home, setup, settings, calibration, diagnosis, faults and past games; the game's own are in
`game`.
"""
