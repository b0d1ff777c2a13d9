"""A board with firmware that fits and is not this version's."""

import protocol

protocol.FIRMWARE = "0.0.9"

import main  # noqa: E402, F401
