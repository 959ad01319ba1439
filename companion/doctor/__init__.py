"""Looks the whole appliance over: what works, and what to do about what doesn't.

    for check in checks(load()):
        print(check.state, check.name, check.says, check.do)

Each check is a small function that never raises; the diagnosis screen and `companion doctor` show the same.
"""

from companion.doctor.check import Check, checks, worst

__all__ = ["Check", "checks", "worst"]
