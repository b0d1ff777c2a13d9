"""The table measured once: each step a pure function from frames to a part of the profile."""
