"""Mechanisms: bodies, joints and forces, and the equations that follow from them."""
