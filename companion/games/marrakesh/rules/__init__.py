"""The rules of Marrakesh, both editions: pure Python, no pixels, no screen."""
