#!/usr/bin/env bash
# Builds the disk of the virtual Pi, in three layers; each is made anew only when what it is made from has changed.
#
#   build.sh FOLDER PROJECT
#
#   base      Debian trixie with a kernel, a gpiochip that can be driven (gpio-sim), lgpio, and an agent on a
#             serial line instead of a network
#   program   `./run install --no-start` in the chroot, as whoever builds a card image would run it
#   disk      an ext4 file system in FOLDER/disk.raw, kernel and initrd beside it
#
# As root on Debian 12 or 13. The host's own settings of apt and pip are mounted for the time, never copied.
set -euo pipefail
VPI=$(readlink -f "$1"); PROJECT=$(readlink -f "$2"); HERE=$(dirname "$(readlink -f "$0")"); R=$VPI/root
say() { printf '%s  %s\n' "$(date +%H:%M:%S)" "$*" >&2; }

# shellcheck source=systemd/image/chroot.sh
. "$PROJECT/systemd/image/chroot.sh"
trap leave_root EXIT

stamp() { cat "$@" | sha256sum | cut -c1-16; }
is_fresh() { [ "$(cat "$VPI/$1.stamp" 2>/dev/null)" = "$2" ]; } # is_fresh LAYER STAMP

build_base() {
  say "base: Debian trixie"
  # The mirror that this machine itself uses.
  [ -e "$R/etc/debian_version" ] || debootstrap --variant=minbase \
    --include=systemd,systemd-sysv,udev,dbus,iproute2,sudo,kmod,ca-certificates,linux-image-amd64,initramfs-tools,zstd,e2fsprogs,procps,python3,python3-venv,git \
    trixie "$R" "$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources | head -1)"
  in_root apt-get update -q
  # What the companion asks for comes here already, so that another try of the program need not fetch it anew.
  in_root apt-get install -y -q --no-install-recommends linux-headers-amd64 linux-source-6.12 gcc make libelf-dev \
    xz-utils swig python3-dev v4l-utils gpiod alsa-utils sqlite3 strace git libfaketime \
    python3-pip python3-numpy python3-opencv python3-pygame python3-gpiozero python3-platformdirs polkitd
  say "base: gpio-sim, which Debian's kernel leaves out, with the simulated interrupts it needs"
  in_root bash -s <<'G'
set -e
! ls /lib/modules/*/extra/gpio-sim.ko >/dev/null 2>&1 || exit 0
mkdir -p /usr/src/gs && cd /usr/src/gs
tar xf /usr/src/linux-source-6.12.tar.xz --wildcards --strip-components=1 '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/*.h' '*/kernel/irq/irq_sim.c'
cp drivers/gpio/gpio-sim.c gpio-sim-main.c; cp kernel/irq/irq_sim.c drivers/gpio/*.h .
sed -i 's/handle_simple_irq(irq_to_desc(irqnum));/generic_handle_irq_safe(irqnum);/' irq_sim.c
printf 'obj-m := gpio-sim.o\ngpio-sim-y := gpio-sim-main.o irq_sim.o\n' >Makefile
K=$(ls /lib/modules); make -C /lib/modules/$K/build M=$PWD modules
mkdir -p /lib/modules/$K/extra; cp gpio-sim.ko /lib/modules/$K/extra/; depmod $K
rm -rf /usr/src/linux-source-6.12.tar.xz drivers kernel
G
  say "base: lgpio, which Debian does not have and Raspberry Pi OS does"
  in_root bash -s <<'G'
set -e
[ -e /usr/lib/python3/dist-packages/lgpio.py ] && exit
python3 -m venv /root/lgpio
PYPI=1 /root/lgpio/bin/pip install -q --use-pep517 --no-binary lgpio lgpio==0.2.2.0
cp -r /root/lgpio/lib/python3*/site-packages/{lgpio.py,_lgpio*.so} /usr/lib/python3/dist-packages/
rm -rf /root/lgpio
G
  in_root python3 -c 'import lgpio, numpy, cv2, pygame, gpiozero'
  echo vpi >"$R/etc/hostname"
  echo '/dev/vda / ext4 defaults,noatime 0 1' >"$R/etc/fstab"
  rm -f "$R"/var/cache/apt/archives/*.deb
}

put_stand_ins() { # what a Pi has and this machine has not; nothing of the companion is touched
  install -D -m 755 "$HERE"/inside/*.py "$HERE"/inside/*.sh -t "$R/opt/virtual-pi"
  install -m 644 "$HERE/inside/virtual-pi-agent.service" -t "$R/etc/systemd/system"
  cat >"$R/etc/systemd/system/virtual-pi-hardware.service" <<'U'
[Unit]
Description=Pins, camera and sound of the virtual Pi
Before=companion.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/bash /opt/virtual-pi/hardware.sh
[Install]
WantedBy=multi-user.target
U
  # x86 has no device tree, by which a Pi is known.
  mkdir -p "$R/etc/systemd/system/companion.service.d"
  printf '[Service]\nEnvironment=GPIOZERO_PIN_FACTORY=lgpio\nBindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo\n%s\n' \
    "# A busy host stops the whole machine now and then." $'WatchdogSec=120\nTimeoutStartSec=900\nTimeoutStopSec=60' \
    >"$R/etc/systemd/system/companion.service.d/virtual-pi.conf"
  in_root systemctl enable -q virtual-pi-agent virtual-pi-hardware
  # What a robot at the table counts: taken here, where it takes seconds.
  install -m 755 "$PROJECT/tests/appliance/take_photos.py" -t "$R/opt/virtual-pi"
  rm -rf "$R/opt/virtual-pi/seen"; mkdir "$R/opt/virtual-pi/seen"
  in_root /opt/companion/venv/bin/python /opt/virtual-pi/take_photos.py /opt/virtual-pi/seen
}

install_program() {
  say "program: ./run install --no-start in the chroot"
  # What a run before this one left is taken away, so that this is a first installation.
  rm -rf "$R/opt/companion" "$R/etc/companion" "$R/etc/systemd/system"/companion*
  rm -f "$R/etc/systemd/system"/*.wants/companion* "$R/usr/local/bin/companion"
  rm -rf "$R/root/previous"; mkdir -p "$R/root/previous"
  git -C "$PROJECT" archive HEAD~1 | tar x -C "$R/root/previous" # to be upgraded from
  copy_tree "$PROJECT"
  set +e
  in_root bash -c 'cd /root/marrakesh && ./run install --no-start' >"$VPI/install-in-chroot.log" 2>&1
  echo $? >"$VPI/install-in-chroot.rc"
  set -e
  tail -n 3 "$VPI/install-in-chroot.log" >&2
  in_root test -x /opt/companion/venv/bin/companion
  # What Debian's packages are too old for, for an installation where there is no network.
  in_root /opt/companion/venv/bin/pip download -q --no-deps -d /root/wheels gpiozero colorzero
}

main() { # read as a whole before anything is done: the script may be edited meanwhile
  mkdir -p "$VPI"
  base=$(sed -n '/^build_base()/,/^}/p' "$0" | stamp)
  if ! is_fresh base "$base"; then build_base; echo "$base" >"$VPI/base.stamp"; rm -f "$VPI/program.stamp"; fi
  tree=$( (cd "$PROJECT" && git ls-files -z --cached --others --exclude-standard -- companion calibration vision hardware \
    words systemd pyproject.toml run image tests/virtual_pi/inside tests/appliance/take_photos.py | xargs -0 sha256sum 2>/dev/null; cat "$0"; echo "$base") | stamp)
  if ! is_fresh program "$tree" || [ ! -e "$VPI/disk.raw" ]; then
    install_program
    put_stand_ins
    leave_root
    say "disk"
    rm -f "$VPI/disk.raw" "$VPI/disk.qcow2"
    truncate -s 5G "$VPI/disk.raw"
    mkfs.ext4 -q -F -d "$R" "$VPI/disk.raw"
    kernel=$(ls "$R/lib/modules")
    cp "$R/boot/vmlinuz-$kernel" "$VPI/vmlinuz"; cp "$R/boot/initrd.img-$kernel" "$VPI/initrd"
    echo "$tree" >"$VPI/program.stamp"
  fi
}
main; exit
