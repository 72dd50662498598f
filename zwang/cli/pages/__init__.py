"""Commands whose result is seen in a browser.

show            zwang show
page            zwang page
studio          zwang studio
"""
