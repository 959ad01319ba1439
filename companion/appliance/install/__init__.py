"""What `./run install` and `./run uninstall` do on a Raspberry Pi.

Run with the system's Python, before anything is installed: the standard library is all there is here.

    ./run install --dry-run               # what would be done, step by step
    sudo ./run install                    # packages, user, program, config, units, started
    sudo ./run install --desktop pi       # inside the desktop session of the user pi
    sudo ./run install --data /mnt/games  # games on a disk of their own; the root may be read-only
    sudo ./run install                    # an update: desktop and data folder stay as they were
    sudo ./run rollback                   # the version before the update again
    sudo ./run uninstall                  # all of it away again, but the games
    sudo ./run uninstall --purge          # the games too

Both may be repeated: a step that is done already is left alone.
"""
