"""The core: facts folded into a state, with no clock, no chance and no wire."""
