"""`python -m companion.locale`: bring the catalogues up to date and compile them."""

import argparse
import sys


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m companion.locale",
        description="Gather the words of the screens, update and compile the catalogues.",
        epilog="example: python -m companion.locale --show",
    )
    parser.add_argument("--show", action="store_true", help="print every message that is not translated yet")
    args = parser.parse_args()
    try:
        from companion.locale import catalogues
    except ImportError:
        print(
            "Babel is missing: install the development tools with `pip install -e .[dev]`.", file=sys.stderr
        )
        return 2
    missing = catalogues.update_all()
    for language, messages in missing.items():
        print(f"{language}: {len(messages)} untranslated")
        if args.show:
            for message in messages:
                print(f"    {message.id!r}")
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
