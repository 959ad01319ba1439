#!/bin/bash
# die.sh TIMES: whatever systemd starts as the companion is dead a moment later.
systemctl restart --no-block companion
for _ in $(seq "$1"); do
  for _ in $(seq 200); do
    P=$(systemctl show -p MainPID --value companion)
    [ "$P" != 0 ] && [ "$P" != "$L" ] && break
    sleep 0.3
  done
  L=$P; sleep 1.5; kill -SEGV "$P"; sleep 1
done
