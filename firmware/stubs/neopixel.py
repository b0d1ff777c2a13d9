"""MicroPython's `neopixel` with its lights on the bench: `buf` is in the chain's own order, green first."""

import binascii

import bench


class NeoPixel:
    ORDER = (1, 0, 2, 3)

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin, self.n, self.bpp = pin, n, bpp
        self.buf = bytearray(n * bpp)

    def __len__(self):
        return self.n

    def write(self):
        rgb = bytearray(len(self.buf))
        for c in range(3):
            for i in range(self.n):
                rgb[3 * i + c] = self.buf[3 * i + self.ORDER[c]]
        bench.tell("lights %d %s" % (self.pin.number, binascii.hexlify(rgb).decode()))
