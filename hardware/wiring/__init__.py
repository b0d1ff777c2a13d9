"""How the parts are wired: drawn from the pins that the firmware itself uses."""
