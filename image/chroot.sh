# Sourced: work inside a root file system that lies in the folder $R.
#
#   in_root COMMAND…   with the host's own settings of apt, pip and network, mounted for the time, never copied
#   leave_root         take away what in_root mounted, innermost first; for a trap

in_root() {
  local d
  for d in proc sys dev; do mountpoint -q "$R/$d" || mount --rbind --make-rslave "/$d" "$R/$d"; done
  for d in /etc/apt/apt.conf.d /etc/apt/auth.conf.d /etc/pip.conf /etc/ssl/certs/ca-certificates.crt /etc/resolv.conf /etc/hosts; do
    [ -e "$d" ] || continue
    # A link, as to systemd's own resolver, leads out of the root: a file stands in for it meanwhile.
    [ ! -L "$R$d" ] || mv "$R$d" "$R$d.kept"
    if [ -d "$d" ]; then mkdir -p "$R$d"; else mkdir -p "$R$(dirname "$d")"; [ -e "$R$d" ] || touch "$R$d"; fi
    mountpoint -q "$R$d" || mount --bind -o ro "$d" "$R$d"
  done
  chroot "$R" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PIP_CERT=/etc/ssl/certs/ca-certificates.crt PIP_DEFAULT_TIMEOUT=180 "$@"
}

leave_root() {
  local m
  awk -v r="$R/" 'index($2, r) == 1 {print $2}' /proc/mounts | sort -r | while read -r m; do
    case "$m" in "$R/boot"*) ;; *) umount -l "$m" ;; esac
  done
  for m in "$R"/etc/*.kept; do [ ! -L "$m" ] || mv "$m" "${m%.kept}"; done
}

copy_tree() { # copy_tree PROJECT: the working tree as it stands, changes that are not committed yet among it
  rm -rf "$R/root/marrakesh"; mkdir -p "$R/root/marrakesh"
  git -C "$1" ls-files -z --cached --others --exclude-standard |
    (cd "$1" && while IFS= read -r -d '' f; do [ ! -e "$f" ] || printf '%s\0' "$f"; done | tar c --null -T -) |
    tar x -C "$R/root/marrakesh"
}
