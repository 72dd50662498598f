"""Pictures and films.

style           colours, type, figures
panels          what the panels of a picture show
plot            pictures of a motion
stick_figure    bodies as points and links
animate         films of a motion
ensemble        pictures of many motions
linear          pictures of small motions
compare         two motions in one picture
family          a family of periodic motions
vectors         one instant, its accelerations head to tail
"""
