"""The touchscreen: widgets, screens and the words on them."""
