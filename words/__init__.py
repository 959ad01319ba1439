"""What is said to people, kept as data until somebody says it in a language. Imports nothing of the project.

Text        a sentence and what fills its gaps
Refusal     an error whose reason is a Text
Speaker     says Texts in one language; as many at a time as there are listeners
"""

from words.speaker import ENGLISH, Speaker, capital
from words.text import N_, NN_, NOTHING, Refusal, Text, either, several

__all__ = ["ENGLISH", "NN_", "NOTHING", "N_", "Refusal", "Speaker", "Text", "capital", "either", "several"]
