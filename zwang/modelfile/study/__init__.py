"""Files of many motions.

design          which values
members         the members that follow
study           what a study is
study_file      read from a file
"""
