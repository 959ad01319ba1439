"""`python -m companion.locale`: bring the catalogues up to date."""

import argparse
import sys


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m companion.locale",
        description="Gather the words for people, update the catalogues.",
        epilog="example: python -m companion.locale --add it",
    )
    parser.add_argument("--show", action="store_true", help="print every message that is not translated yet")
    parser.add_argument("--add", metavar="CODE", help="begin the catalogue of another language")
    args = parser.parse_args()
    try:
        from companion.locale import catalogues
    except ImportError:
        print(
            "Babel is missing: install the development tools with `pip install -e .[dev]`.", file=sys.stderr
        )
        return 2
    try:
        missing = catalogues.update_all(args.add)
    except catalogues.UnknownLanguage as unknown:
        print(unknown, file=sys.stderr)
        return 2
    for language, messages in missing.items():
        print(f"{language}: {len(messages)} untranslated")
        if args.show:
            for message in messages:
                print(f"    {message.id!r}")
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
