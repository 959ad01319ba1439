"""Training the net that finds pieces: random tables, the net, its training, and the file that comes out."""
