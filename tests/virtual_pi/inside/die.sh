#!/bin/bash
# die.sh TIMES: whatever systemd starts as the companion is dead as soon as its start was counted.
counted() { cut -d' ' -f1 /var/lib/companion/starts.failed 2>/dev/null || echo 0; }
systemctl stop companion
rm -f /var/lib/companion/starts.failed
systemctl start --no-block companion
for n in $(seq "$1"); do
  for _ in $(seq 600); do [ "$(counted)" = "$n" ] && break; sleep 0.2; done
  kill -SEGV "$(systemctl show -p MainPID --value companion)"
done
