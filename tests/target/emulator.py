# SPDX-License-Identifier: MIT
"""Runs a crash again in QEMU under gdb. With -icount, each run executes the same instructions."""
import os
import subprocess
import time

import gdb

STARTUP_SECONDS = 20


class Emulator:
    """QEMU, stopped before its first instruction, with gdb connected. close() ends QEMU.

    OPTIONS are further options of QEMU.
    """

    def __init__(self, qemu, elf, commands, work, *options):
        self.socket = work + ".socket"
        self.log = open(work + ".qemu.log", "w")
        if os.path.exists(self.socket):
            os.unlink(self.socket)
        stub = "unix:%s,server=on,wait=off" % self.socket
        self.process = subprocess.Popen(
            ["sh", qemu, elf, commands, "-S", "-gdb", stub, *options],
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
        )
        self.connect()

    def connect(self):
        """Tries until QEMU accepts: the socket exists a moment before QEMU listens."""
        end = time.monotonic() + STARTUP_SECONDS
        while True:
            try:
                gdb.execute("target remote " + self.socket, to_string=True)
                return
            except gdb.error:
                if time.monotonic() > end:
                    raise
                time.sleep(0.01)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        for point in gdb.breakpoints():
            point.delete()
        self.process.terminate()
        try:
            gdb.execute("kill" if gdb.selected_inferior().pid else "echo", to_string=True)
        except gdb.error:
            pass  # QEMU ended first
        self.process.wait()
        self.log.close()
        if os.path.exists(self.socket):
            os.unlink(self.socket)

    def go_on(self):
        """Continues. Returns False if the program has ended."""
        try:
            gdb.execute("continue", to_string=True)
        except gdb.error:
            # QEMU may end before gdb has its last answer.
            self.process.wait(STARTUP_SECONDS)
            return False
        return gdb.selected_inferior().pid != 0


def last_hit(start, places):
    """Returns which of PLACES is reached last before the program ends, and how often it is reached.

    START makes an Emulator. The fault handler does not execute these places, so the last time is
    the one that led to the fault. Returns (None, 0) if none is reached.
    """
    with start() as emulator:
        points = {place: gdb.Breakpoint("*0x%x" % place) for place in places}
        last = places[0]
        if len(places) == 1:
            points[last].ignore_count = 0x7FFFFFFF
        while emulator.go_on():
            last = gdb.selected_frame().pc()
        count = points[last].hit_count
        return (last, count) if count else (None, 0)


def stop_at(start, place, count):
    """Returns an Emulator stopped at PLACE at the COUNTth time."""
    emulator = start()
    gdb.Breakpoint("*0x%x" % place).ignore_count = count - 1
    if not emulator.go_on():
        raise gdb.GdbError("0x%x was not reached %d times again" % (place, count))
    return emulator
