#!/bin/bash
# game.sh ENTRIES: an unfinished game on the companion's shelf; the companion is stopped meanwhile.
systemctl stop companion
runuser -u companion -- env PYTHONDONTWRITEBYTECODE=1 /opt/companion/venv/bin/python /opt/virtual-pi/robot.py /var/lib/companion begin "$1"
rm -f /var/lib/companion/starts.failed
systemctl start --no-block companion
