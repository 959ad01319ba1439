"""A virtual Raspberry Pi: Debian trixie in QEMU with a KMS screen, multitouch, pins, camera, sound, systemd.

    sudo ./run virtual-pi                   # build what has changed, try everything, print the table
    sudo ./run virtual-pi check pins        # only the checks with this word in their names
    sudo ./run virtual-pi cuts 100          # pull the plug so often while a robot plays
    sudo ./run virtual-pi start             # leave one running, to be tried by hand:
    sudo ./run virtual-pi do 'systemctl status companion'
    sudo ./run virtual-pi shot screen.png
    sudo ./run virtual-pi tap 400 240
    sudo ./run virtual-pi kill

It runs as root on Debian 12 or 13 and needs debootstrap, e2fsprogs, git, tesseract-ocr, qemu-utils and
qemu-system-x86 of version 8.1 or newer (on Debian 12 from backports: older ones have no multitouch).
Everything lies in /var/tmp/virtual-pi, or where $VPI says: some 8 GB. Building takes a few minutes, trying
everything the better part of two hours: without KVM ($VPI_ACCEL=kvm where it works) seconds say nothing about
a Pi. On a busy host $VPI_PATIENCE=5 waits five times as long. What needs no more than systemd and a screen is
tried in minutes by `check --in-a-container`, which takes systemd-container, xvfb and xdotool.

Nothing of the companion is changed inside: x86 has no pins, so a simulated gpiochip stands in, vivid for the
camera, a line in /proc/cpuinfo for the board. What no virtual machine shows stands in docs/reliability.md.
"""
