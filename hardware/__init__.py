"""The wires: camera, board, pins, and the fakes that stand in for them."""
