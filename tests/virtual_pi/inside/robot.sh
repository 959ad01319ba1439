#!/bin/bash
# A robot plays for ever and tells a serial port what is on the disk.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin PYTHONDONTWRITEBYTECODE=1
/opt/companion/venv/bin/python /opt/virtual-pi/robot.py /root/robot play /dev/ttyS1
