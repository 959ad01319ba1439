"""Whose memory it is, and how often the processor is woken: owners.py PID SECONDS, as JSON."""

import json
import re
import sys
import time
from collections import Counter
from pathlib import Path


def anonymous(pid: str) -> Counter[str]:
    """Kilobytes of its own, by the mapping they belong to."""
    found: Counter[str] = Counter()
    name = ""
    for line in Path(f"/proc/{pid}/smaps").read_text().splitlines():
        head = re.match(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)", line)
        if head:
            name = Path(head[1]).name or "mapped by malloc and others"
        elif line.startswith("Anonymous:"):
            found[name] += int(line.split()[1])
    return found


def switches(pid: str) -> dict[str, tuple[str, int]]:
    """How often each thread went to sleep of its own will."""
    found = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        status = (task / "status").read_text()
        count = re.search(r"^voluntary_ctxt_switches:\s*(\d+)", status, re.MULTILINE)
        found[task.name] = ((task / "comm").read_text().strip(), int(count[1]) if count else 0)
    return found


def main(pid: str, seconds: str) -> None:
    before, begun = switches(pid), time.monotonic()
    time.sleep(float(seconds))
    spent = time.monotonic() - begun
    after = switches(pid)
    woken = {
        f"{name} {task}": round((count - before.get(task, ("", 0))[1]) / spent, 2)
        for task, (name, count) in after.items()
    }
    owners = anonymous(pid)
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    resident = re.search(r"^Rss:\s*(\d+)", rollup, re.MULTILINE)
    told = {
        "anonymous_mb": round(sum(owners.values()) / 1024, 1),
        "resident_mb": round(int(resident[1]) / 1024, 1) if resident else 0,
        "owners_mb": {name: round(kb / 1024, 1) for name, kb in owners.most_common(6)},
        "woken_a_second": round(sum(woken.values()), 1),
        "threads": {name: often for name, often in woken.items() if often},
    }
    print(json.dumps(told))


main(*sys.argv[1:])
