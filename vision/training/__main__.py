"""`python -m vision.training --seed 1 --minutes 60 --out DIR`."""

from vision.training.train import main

main()
