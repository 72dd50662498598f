"""The studio: a local page in which a model is written and seen at once.

folder          the models of one folder, and no other file
judge           what is asked of a model's text: errors, report, motion, export
worker          a process of its own that computes, and can be ended
gate            who is answered: token, host, origin, size
app             the requests
serve           zwang studio
"""
