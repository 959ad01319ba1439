#!/bin/bash
# Pins, camera and a Pi's revision, before the companion starts. Each can be left out: touch /etc/virtual-pi/no-pins …
without() { [ -e "/etc/virtual-pi/no-$1" ]; }
modprobe configfs
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
if ! without pins; then
  modprobe gpio-sim
  C=/sys/kernel/config/gpio-sim/pi
  mkdir -p $C/bank0
  echo 54 >$C/bank0/num_lines; echo pinctrl-bcm2711 >$C/bank0/label; echo 1 >$C/live
fi
without camera || modprobe vivid n_devs=1 node_types=0x1 num_inputs=1 input_types=0x0 "vid_cap_nr=$(cat /etc/virtual-pi/camera-number 2>/dev/null || echo 0)"
# gpiozero wants a Pi's revision, which x86 has none of.
(cat /proc/cpuinfo; printf '\nHardware\t: BCM2711\nRevision\t: c03112\n') >/run/cpuinfo
mountpoint -q /proc/cpuinfo || mount --bind /run/cpuinfo /proc/cpuinfo
