"""A board whose firmware speaks another major version of the wire."""

import protocol

protocol.MAJOR = 0

import main  # noqa: E402, F401
