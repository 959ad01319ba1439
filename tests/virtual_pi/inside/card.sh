#!/bin/bash
# The kernel's first program: a robot that waits for a card to be put in, and plays on it.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin PYTHONDONTWRITEBYTECODE=1
mount -t proc proc /proc; mount -t sysfs sys /sys; mountpoint -q /dev || mount -t devtmpfs dev /dev
mount -t tmpfs tmp /tmp
/opt/companion/venv/bin/python /opt/virtual-pi/robot.py /mnt/robot card /dev/vdb /dev/ttyS1
echo "the robot ended with $?"
sleep infinity
