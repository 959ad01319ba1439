"""Mutation testing: small faults are put into the code, one at a time, and the tests should notice.

    python -m companion.dev.mutants                          # 300 mutants a package, about half an hour
    python -m companion.dev.mutants --sample 60 companion/play
    python -m companion.dev.mutants --show companion/store   # the survivors of the last run, with their lines

Each mutant runs only the tests that reach its line, quickest first, in a fork of its own; no file is changed.
Survivors are told as they come, and `--show` repeats them. mutmut and cosmic-ray take no seeded sample
and know no tests of a line, so this is a small harness over `ast`. It needs the development tools.
"""
