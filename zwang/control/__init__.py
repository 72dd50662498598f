"""Exact tracking control: requirements are constraints, and the force is the control."""
