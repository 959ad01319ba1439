#!/usr/bin/env bash
# A card image with the companion on it, made from one of Raspberry Pi OS Lite (64-bit).
#
#   image.sh RASPBERRY-PI-OS.img[.xz] OUT.img
#
# The image is copied, given room, and `./run install --no-start` is run in it. So it is Raspberry Pi OS in every
# other way: the Raspberry Pi Imager ("Use custom") asks for user, Wi-Fi and SSH as ever, updates come by apt, and
# the first start fills the card. Anything else, pi-gen or rpi-image-gen, does the same in a step of its own:
# copy the project into the root, run `./run install --no-start` there.
#
# As root, with e2fsprogs, fdisk (sfdisk), git and xz-utils; on another processor than a Pi's also with
# qemu-user-static. Needs a network: the packages come by apt.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")"); PROJECT=$(dirname "$(dirname "$HERE")")
ROOM_MB=${ROOM_MB:-2000} # what the packages need; the image is made smaller again at the end

say() { printf '%s\n' "$*" >&2; }
fail() { say "image: $1"; exit "${2:-1}"; }
[ $# = 2 ] || { sed -n '2,14s/^# \{0,1\}//p' "$0" >&2; exit 2; }
FROM=$1; OUT=$2
[ -f "$FROM" ] || fail "there is no file $FROM; download Raspberry Pi OS Lite (64-bit) first" 2
[ ! -e "$OUT" ] || fail "$OUT is there already" 2
[ "$(id -u)" = 0 ] || fail "this needs root: sudo ./run image …" 2
for tool in sfdisk losetup resize2fs e2fsck git xz; do command -v "$tool" >/dev/null || fail "$tool is missing" 2; done

WORK=$(mktemp -d); R=$WORK/root; LOOPS=(); mkdir "$R"
# shellcheck source=systemd/image/chroot.sh
. "$HERE/chroot.sh"
clean_up() {
  local code=$?
  leave_root || true
  ! mountpoint -q "$R/boot/firmware" || umount "$R/boot/firmware"
  ! mountpoint -q "$R" || umount "$R"
  for loop in ${LOOPS[@]+"${LOOPS[@]}"}; do losetup -d "$loop" 2>/dev/null || true; done
  rmdir "$R" "$WORK" || true
  [ "$code" = 0 ] || { rm -f "$OUT"; say "image: stopped; nothing is left"; }
}
trap clean_up EXIT

say "copying $FROM"
case "$FROM" in *.xz) xz -dc "$FROM" >"$OUT" ;; *) cp --sparse=always "$FROM" "$OUT" ;; esac
partition() { sfdisk -J "$OUT" | python3 -c '
import json, sys
table = json.load(sys.stdin)["partitiontable"]; part = table["partitions"][int(sys.argv[1]) - 1]
print(part["start"] * 512, part["size"] * 512)' "$1"; }
loop_of() { # loop_of NUMBER: sets LOOP; by place and size, so that no udev has to make names
  local start size
  read -r start size < <(partition "$1")
  LOOP=$(losetup -f --show -o "$start" --sizelimit "$size" "$OUT"); LOOPS+=("$LOOP")
}
partition 2 >/dev/null || fail "$FROM has no two partitions, as Raspberry Pi OS has" 1

say "making room"
truncate -s "+${ROOM_MB}M" "$OUT"
echo ', +' | sfdisk -q -N 2 --no-reread "$OUT"
loop_of 2; ROOT_LOOP=$LOOP
e2fsck -fp "$ROOT_LOOP" >/dev/null || [ $? -lt 4 ] || fail "the root file system is damaged"
resize2fs "$ROOT_LOOP" >/dev/null 2>&1
mount "$ROOT_LOOP" "$R"
[ -x "$R/usr/bin/env" ] || fail "the second partition is no root file system"
if [ -d "$R/boot/firmware" ]; then # for a package that would renew the kernel; none of ours does
  loop_of 1
  mount "$LOOP" "$R/boot/firmware" 2>/dev/null || say "the boot partition cannot be opened here (no vfat): left as it is"
fi
QEMU_CPU=${QEMU_CPU:-cortex-a76} # an older one has no quick way for what Python does most
export QEMU_CPU
in_root true || fail "its programs do not run here: install qemu-user-static"

say "installing the companion"
copy_tree "$PROJECT"
# What is installed must not be started: the machine it would start on is this one.
printf '#!/bin/sh\nexit 101\n' >"$R/usr/sbin/policy-rc.d"; chmod 755 "$R/usr/sbin/policy-rc.d"
in_root env "QEMU_CPU=$QEMU_CPU" bash -c 'cd /root/marrakesh && ./run install --no-start'
rm -f "$R/usr/sbin/policy-rc.d"
in_root env "QEMU_CPU=$QEMU_CPU" /usr/local/bin/companion --version
in_root systemctl is-enabled -q companion.service || fail "the service is not enabled"
in_root apt-get clean

say "making it small"
leave_root
! mountpoint -q "$R/boot/firmware" || umount "$R/boot/firmware"
umount "$R"
e2fsck -fp "$ROOT_LOOP" >/dev/null || [ $? -lt 4 ] || fail "the root file system was damaged"
resize2fs -M "$ROOT_LOOP" >/dev/null 2>&1
BLOCKS=$(dumpe2fs -h "$ROOT_LOOP" 2>/dev/null | sed -n 's/^Block count: *//p')
BLOCK=$(dumpe2fs -h "$ROOT_LOOP" 2>/dev/null | sed -n 's/^Block size: *//p')
for loop in "${LOOPS[@]}"; do losetup -d "$loop"; done; LOOPS=()
read -r START _ < <(partition 2)
# The companion may be up before the first start has filled the card: room for its store and the system's journal.
SECTORS=$(((BLOCKS * BLOCK + 256 * 1024 * 1024) / 512))
echo ", $SECTORS" | sfdisk -q -N 2 --no-reread "$OUT"
truncate -s $((START + SECTORS * 512)) "$OUT"
loop_of 2
e2fsck -fp "$LOOP" >/dev/null || [ $? -lt 4 ] || fail "the root file system was damaged"
resize2fs "$LOOP" >/dev/null 2>&1
say "$OUT is ready: Raspberry Pi Imager, 'Use custom'"
