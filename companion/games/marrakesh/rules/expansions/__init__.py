"""The five expansions, one module each; any of them can be mixed with any other."""
