"""The table: a session of one game, and the tray beside it. It knows no game, draws nothing, says nothing.

To read from top to bottom:

session, events, tray_part      who asks and answers, what they hear, what a game brings for its tray
reports                         what is told about the tray: looks at it, faults, how the camera stands
possible_count, named_pieces, count_check
                                for games that count pieces: the likeliest count, what the table knows better
watched_tray, found_tray        the tray with its camera, opened behind the first picture; real or simulated
watcher, stillness, vote, pictures_taken
                                the thread that watches: when to count, and which of several looks is right
calibrating, calibration_view   the calibration at the touchscreen
"""
