# SPDX-License-Identifier: MIT
"""What gdb debugs: memory, banked registers, files."""
import ctypes
import os
import re

import gdb

from .library import LIBRARY, READ, READ_BANK, Callbacks

CPSR_MASKS = 0x1C0
SPSR = 16  # as bobbin_env.read_bank has it
# The modes and the names that debug probes give to their banks (ARM ARM B1.3.1).
BANKS = {0x10: "usr", 0x1F: "usr", 0x11: "fiq", 0x12: "irq", 0x13: "svc", 0x16: "mon",
         0x17: "abt", 0x1A: "hyp", 0x1B: "und"}
USR, FIQ, SYS = 0x10, 0x11, 0x1F
QEMU_MODES = (SYS, FIQ, 0x12, 0x13, 0x17, 0x1B)
QEMU_CPSR = 25  # the number of cpsr in QEMU's remote protocol


def read_memory(address, out, size):
    try:
        bytes_read = gdb.selected_inferior().read_memory(address, size)
    except gdb.error:
        return False
    ctypes.memmove(out, bytes(bytes_read), size)
    return True


def number_of(value):
    return int(value) & 0xFFFFFFFF


class Qemu:
    """Banked registers from QEMU, whose cpsr selects the banks that its stub shows.

    gdb cannot send packets while it unwinds. So a trace that needs such registers ends before the
    exception at first, and is made again after the stop.
    """

    def __init__(self):
        self.forget()

    def forget(self):
        self.thread, self.kept, self.is_wanted = None, {}, False

    def stub(self):
        """The connection if it is one to QEMU, or None."""
        stub = gdb.selected_inferior().connection
        if not isinstance(stub, gdb.RemoteTargetConnection):
            return None
        return stub if stub.send_packet("qqemu.PhyMemMode") in (b"0", b"1") else None

    def fetch(self, thread):
        """Reads what the stub has. Returns whether there is something new."""
        stub = self.stub() if self.is_wanted and self.thread != thread else None
        if stub is None:
            return False
        cpsr = number_of(gdb.newest_frame().read_register("cpsr"))
        read_memory(0, ctypes.create_string_buffer(4), 4)  # makes gdb tell QEMU its thread
        self.thread, self.kept = thread, {}
        try:
            for mode in QEMU_MODES:
                self.select(stub, CPSR_MASKS | mode)
                for number in range(8 if mode in (SYS, FIQ) else 13, 15):
                    value = stub.send_packet("p%x" % number)
                    if len(value) == 8:
                        number_read = int.from_bytes(bytes.fromhex(value.decode()), "little")
                        self.kept[mode, number] = number_read
        finally:
            self.select(stub, cpsr)
        return bool(self.kept)

    def select(self, stub, cpsr):
        stub.send_packet("P%x=%s" % (QEMU_CPSR, cpsr.to_bytes(4, "little").hex()))

    def read(self, thread, mode, number):
        """None: unknown."""
        self.is_wanted = True
        return self.kept.get((mode, number)) if self.thread == thread else None


class Banks:
    """Banked registers of THREAD, whose innermost frame is PENDING."""

    def __init__(self, pending, thread, qemu):
        self.pending, self.thread, self.qemu = pending, thread, qemu

    def names(self, bank, number):
        """As OpenOCD and J-Link have them."""
        if number == SPSR:
            return ["spsr_" + bank, "SPSR_" + bank.upper()]
        openocd = {13: "sp", 14: "lr"}.get(number, "r%d" % number)
        return ["%s_%s" % (openocd, bank), "R%d_%s" % (number, bank.upper())]

    def read(self, mode, number, out):
        for name in self.names(BANKS.get(mode, "?"), number):
            try:
                out[0] = number_of(self.pending.read_register(name))
                return True
            except (ValueError, gdb.error):
                pass
        value = self.qemu.read(self.thread, SYS if mode == USR else mode, number)
        if value is None:
            return False
        out[0] = value
        return True


def images_of_gdb():
    """The files that are debugged, without separate debug files."""
    names = [file.filename for file in gdb.objfiles() if file.owner is None and file.filename]
    return [(name, os.stat(name).st_mtime_ns) for name in names if os.path.isfile(name)]


def core_of_gdb():
    """The path of the core file that is debugged, or None."""
    connection = gdb.selected_inferior().connection
    if connection is None or connection.type != "core":
        return None
    found = re.search(r"core dump file:\s*`(.*)', file type",
                      gdb.execute("info files", to_string=True))
    return found and found.group(1)


class Target:
    """The library with the images and the core that gdb has now."""

    def __init__(self):
        self.handle = self.images = self.core = None
        self.banks = None
        self.callbacks = Callbacks(READ(read_memory), READ_BANK(self.read_bank))

    def read_bank(self, mode, number, out):
        return self.banks is not None and self.banks.read(mode, number, out)

    def update(self):
        """False if there is nothing to unwind."""
        images, core = images_of_gdb(), core_of_gdb()
        core = core and (core, os.stat(core).st_mtime_ns)
        if images != self.images or (self.core and not core):
            self.close()
            self.handle = LIBRARY.bobbin_gdb_open(self.callbacks)
            for name, _ in images:
                LIBRARY.bobbin_gdb_add_image(self.handle, name.encode())
        if core and core != self.core:
            LIBRARY.bobbin_gdb_set_core(self.handle, core[0].encode())
        self.images, self.core = images, core
        return bool(images)

    def close(self):
        if self.handle is not None:
            LIBRARY.bobbin_gdb_close(self.handle)
        self.handle = self.images = self.core = None
