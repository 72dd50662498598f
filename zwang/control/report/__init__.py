"""What a control can do, and what it cannot, in words.

analysis        which inputs reach which requirements
path            how far a state is off the path
refusal         why there is no control
internal        motion that nobody controls
page            sentences and table of the report
feasibility     controller.check
along           controller.check_along
"""
