"""The places of the table, each drawn once: square, Sahara, storage, board, river, stairs, shops, stacks.

A drawing is made from the state and a player. Given `Answers` its places can be tapped; without them it only
shows. What nobody knows is drawn as "?". `asked.py` chooses the drawing for a question.
"""
