#!/usr/bin/env bash
# A stand-in for the card image of Raspberry Pi OS Lite (64-bit), for whoever cannot have that one: Debian trixie
# for arm64 in the same shape. Two partitions, the boot one FAT and mounted on /boot/firmware, the root one ext4
# and hardly larger than what lies in it, found by PARTUUID; systemd's resolver behind a link. Other than the real one it has
# Debian's kernel, so that QEMU can start it, and an agent for commands from outside.
#
#   stand_in.sh FOLDER          leaves FOLDER/stand-in.img, and kernel and initrd beside it
#   stand_in.sh FOLDER native   for this machine's processor, which needs no emulation: the Debian of the virtual Pi
#                               (build.sh) without the companion, though with most packages it needs
#
# As root, with debootstrap, qemu-user-static, dosfstools, mtools, e2fsprogs, fdisk.
set -euo pipefail
VPI=$(readlink -f "$1"); HERE=$(dirname "$(readlink -f "$0")"); PROJECT=$(dirname "$(dirname "$HERE")"); R=$VPI/arm64-root
NATIVE=${2:-}
# shellcheck source=systemd/image/chroot.sh
. "$PROJECT/systemd/image/chroot.sh"
trap 'leave_root; lay_off' EXIT
QEMU_CPU=${QEMU_CPU:-cortex-a76}; export QEMU_CPU

lay_off() { ! mountpoint -q "$VPI/native-root" || umount "$VPI/native-root"; }

without_companion() { # laid over the virtual Pi's root, which stays as it is
  R=$VPI/native-root
  lay_off
  rm -rf "$VPI/native"; mkdir -p "$R" "$VPI/native/changed" "$VPI/native/work"
  mount -t overlay overlay -o "lowerdir=$(readlink -f "$VPI/root"),upperdir=$VPI/native/changed,workdir=$VPI/native/work" "$R"
  (cd "$PROJECT" && python3 -m companion.appliance.install uninstall --purge --root "$R")
  in_root userdel companion || true
  in_root apt-get purge -q -y python3-gpiozero python3-pygame # some of what is to come by apt
  leave_root
  rm -rf "$R/root/marrakesh" "$R/root/previous" "$R/usr/src"/* "$R/etc/systemd/system"/virtual-pi-* "$R/etc/systemd/system"/*/virtual-pi-*
}

debian_for_arm64() {
  [ -e "$R/etc/apt/sources.list" ] && [ -d "$R/boot/firmware" ] || debootstrap --arch=arm64 --variant=minbase \
    --include=systemd,systemd-sysv,systemd-resolved,udev,dbus,iproute2,sudo,kmod,ca-certificates,linux-image-arm64,initramfs-tools,zstd,e2fsprogs,procps,python3 \
    trixie "$R" "$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources | head -1)"
}

main() {
  mkdir -p "$VPI"
  if [ -n "$NATIVE" ]; then without_companion; else debian_for_arm64; fi
  mkdir -p "$R/boot/firmware"
  ln -sf ../run/systemd/resolve/stub-resolv.conf "$R/etc/resolv.conf"
  echo raspberrypi >"$R/etc/hostname"
  printf 'PARTUUID=5ca1ab1e-01 /boot/firmware vfat defaults,nofail 0 2\nPARTUUID=5ca1ab1e-02 / ext4 defaults,noatime 0 1\n' >"$R/etc/fstab"
  install -D -m 755 "$HERE/inside/agent.py" -t "$R/opt/virtual-pi"
  install -m 644 "$HERE/inside/virtual-pi-agent.service" -t "$R/etc/systemd/system"
  mkdir -p "$R/etc/systemd/system/sysinit.target.wants"
  ln -sf ../virtual-pi-agent.service "$R/etc/systemd/system/sysinit.target.wants/"
  rm -f "$R"/var/cache/apt/archives/*.deb
  local kernel root_mb boot_mb=64 image=$VPI/stand-in.img
  kernel=$(ls "$R/lib/modules")
  [ -n "$NATIVE" ] || { cp "$R/boot/vmlinuz-$kernel" "$VPI/vmlinuz-arm64"; cp "$R/boot/initrd.img-$kernel" "$VPI/initrd-arm64"; }
  root_mb=$(($(du -sm "$R" | cut -f1) * 5 / 4 + 100))
  rm -f "$image"; truncate -s $((1 + boot_mb + root_mb))M "$image"
  printf 'label: dos\nlabel-id: 0x5ca1ab1e\nstart=1MiB, size=%sMiB, type=c\nstart=%sMiB, type=83\n' \
    "$boot_mb" $((1 + boot_mb)) | sfdisk -q "$image"
  truncate -s "${boot_mb}M" "$VPI/boot.img"
  mkfs.vfat -n bootfs "$VPI/boot.img" >/dev/null
  printf 'console=tty1 root=PARTUUID=5ca1ab1e-02 rootfstype=ext4 fsck.repair=yes rootwait\n' >"$VPI/cmdline.txt"
  mcopy -i "$VPI/boot.img" "$VPI/cmdline.txt" ::cmdline.txt
  dd if="$VPI/boot.img" of="$image" bs=1M seek=1 conv=notrunc,sparse status=none
  truncate -s "${root_mb}M" "$VPI/root.img"
  mkfs.ext4 -q -F -L rootfs -d "$R" "$VPI/root.img"
  dd if="$VPI/root.img" of="$image" bs=1M seek=$((1 + boot_mb)) conv=notrunc,sparse status=none
  rm -f "$VPI/boot.img" "$VPI/root.img" "$VPI/cmdline.txt"
}
main; exit
