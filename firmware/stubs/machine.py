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


class PWM:
    def __init__(self, pin):
        self.pin = pin

    def freq(self, hz):
        self.hz = hz

    def duty_u16(self, duty):
        bench.tell("tone %d %d" % (self.pin.number, self.hz if duty else 0))


class WDT:
    def __init__(self, id=0, timeout=5000):
        bench.tell("watchdog %d" % timeout)

    def feed(self):
        pass
