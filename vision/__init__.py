"""The eye: pure functions from pictures to dice and cards."""
