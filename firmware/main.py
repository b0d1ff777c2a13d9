"""The board's pins given to the panel: the only file that knows the machine it runs on."""
# mypy: ignore-errors
# MicroPython's own modules have no types here.

import binascii
import gc
import os
import select
import sys
import time

import machine
import micropython
import neopixel
from buzzer import Buzzer
from lights import Lights
from panel import Panel
from status import show_status

RING_PIN, RING_LIGHTS = 16, 24
SEAT_PIN, SEAT_LIGHTS = 17, 6
BUZZER_PIN = 15
BUTTON_PINS = (10, 11, 12, 13)  # go on, undo, pause, help: each to ground
ESCAPE, STATUS = 1, 3  # undo held at power-up leaves the board to mpremote, help has it show its status
WATCHDOG_MS = 8000
IDLE_MS = 2
LEAVE_FILE, LEAVE_MS = "leave", 50
BYTES_A_TURN = 64


def run(pins) -> None:
    say = sys.stdout.buffer.write
    ring = neopixel.NeoPixel(machine.Pin(RING_PIN, machine.Pin.OUT), RING_LIGHTS)
    seats = neopixel.NeoPixel(machine.Pin(SEAT_PIN, machine.Pin.OUT), SEAT_LIGHTS)
    lights = Lights(ring, seats)
    while not pins[STATUS].value():
        show_status(lights, pins)
        time.sleep_ms(IDLE_MS)
    nonce = binascii.hexlify(os.urandom(4)).decode()
    python = f"{sys.implementation[0]}-{sys.implementation[1][0]}.{sys.implementation[1][1]}"
    buzzer = Buzzer(machine.PWM(machine.Pin(BUZZER_PIN, machine.Pin.OUT)))
    panel = Panel(lights, buzzer, pins, say, nonce, python, time.ticks_ms())
    lights.test(time.ticks_ms())
    panel.hello(0)
    serve(panel, sys.stdin.buffer.readinto)
    leave()


def leave() -> None:
    """Start again and stay at the prompt once: the watchdog, which cannot be stopped, is then not armed."""
    open(LEAVE_FILE, "w").close()
    time.sleep_ms(LEAVE_MS)  # the answer is still on its way
    machine.reset()


def asked_to_leave() -> bool:
    if LEAVE_FILE not in os.listdir():
        return False
    os.remove(LEAVE_FILE)
    return True


def serve(panel, read) -> None:
    """Hear and tick until the host has us leave; bytes are read one at a time, as longer reads block."""
    poller = select.poll()
    poller.register(sys.stdin, select.POLLIN)
    byte = bytearray(1)
    watchdog = None
    while not panel.leaving:
        hear(panel, read, poller, byte)
        panel.tick(time.ticks_ms())
        if watchdog is not None:
            watchdog.feed()
        elif panel.greeted:  # only now: a watchdog cannot be stopped
            watchdog = machine.WDT(timeout=WATCHDOG_MS)


def hear(panel, read, poller, byte) -> None:
    """Wait a little for the host, then take what it has said, though never so long that a button waits."""
    wait = IDLE_MS
    for _ in range(BYTES_A_TURN):
        heard = False
        for _ in poller.ipoll(wait):
            heard = bool(read(byte))
        if not heard:
            return
        panel.hear(byte[0], time.ticks_ms())
        wait = 0


pins = [machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP) for number in BUTTON_PINS]
if pins[ESCAPE].value() and not asked_to_leave():
    micropython.kbd_intr(-1)  # a stray 0x03 in the noise must not stop the board
    gc.collect()
    run(pins)
