"""The 72 scrolls: what happens at once (`instant`) and what stays in force (`permanent`)."""
