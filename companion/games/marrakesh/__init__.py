"""Marrakesh: rules, screens, what the tray is watched for. Whoever imports a part of it has its forms."""

from companion.games.marrakesh.rules.forms import CHECKS
from companion.games.marrakesh.rules.samples import SAMPLES
from companion.play import forms

forms.bring(CHECKS, SAMPLES)
