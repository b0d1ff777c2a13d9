"""The board: MicroPython for the Pico, its wire vocabulary shared with the host."""
