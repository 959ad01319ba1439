#!/bin/bash
# A robot plays for ever and tells a serial port what is on the disk; also as the kernel's first program.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin PYTHONDONTWRITEBYTECODE=1
if [ $$ = 1 ]; then
  mount -t proc proc /proc; mount -t sysfs sys /sys; mountpoint -q /dev || mount -t devtmpfs dev /dev
  mount -o remount,rw /
  mount -t tmpfs tmp /tmp
fi
/opt/companion/venv/bin/python /opt/virtual-pi/robot.py /root/robot play /dev/ttyS1
