"""What a control can do, and what it cannot, in words.

analysis        which inputs reach which requirements
nearest         the nearest state on a path that was differentiated on
path            states off the path, and paths that jump
degree          after how many derivatives the inputs appear
refusal         why there is no control
directions      what requirements leave free, in a moving frame
steady          whether a linear equation decides along a motion
internal        motion that nobody controls
page            sentences and table of the report
feasibility     controller.check
along           controller.check_along
ranges          controller.uncertainty
"""
