"""Sentences for people: questions, options, history lines, names of point sources.

The engine speaks in keys; nothing here is made unless it is shown.

    question(decision, g)        "Sarah: which colour do you claim?"
    label(decision, key, g)      "2 green"
    detail(decision, key, g)     "2 points for the date orchard", or None
    line(event, g)               "Sarah deploys a date picker"
    source("scroll 23")          "scroll 23"
"""
