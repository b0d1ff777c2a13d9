"""The part of MicroPython's `machine` that the firmware uses, with its pins on the bench."""

import bench


def reset():
    bench.tell("reset")
    raise SystemExit


class Pin:
    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, number, mode=-1, pull=-1):
        self.number = number

    def value(self):
        return bench.level(self.number)


class WDT:
    def __init__(self, id=0, timeout=5000):
        bench.tell("watchdog %d" % timeout)

    def feed(self):
        pass
