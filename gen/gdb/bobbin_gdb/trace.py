# SPDX-License-Identifier: MIT
"""The trace of the thread that gdb shows."""
import ctypes
import struct

import gdb

from .library import LIBRARY, Frame, Registers
from .target import Banks, Qemu, Target, number_of

NAMES = ["r%d" % number for number in range(13)] + ["sp", "lr", "pc"]
DOUBLES = ["d%d" % number for number in range(8, 16)]


def bytes_of(value):
    """The bytes of a register of 8 bytes: gdb may show it as a union."""
    if value.type.code == gdb.TYPE_CODE_UNION:
        value = value["u64"]
    if value.type.code == gdb.TYPE_CODE_FLT:
        return struct.pack("<d", float(value))
    return (int(value) & (1 << 64) - 1).to_bytes(8, "little")


class Trace:
    """The trace of a thread, as the library has it."""

    def __init__(self):
        self.target = Target()
        self.qemu = Qemu()
        self.forget()

    def forget(self, _event=None):
        """The target may have run, or the user has changed something."""
        self.thread = None
        self.alone = False
        self.qemu.forget()

    def stopped(self, _event=None):
        """gdb may send packets now: if QEMU has registers that the trace needs, starts it again."""
        thread = gdb.selected_thread()
        if thread is None or not thread.is_stopped():
            return
        gdb.newest_frame()
        if self.is_for(thread.ptid) and self.qemu.fetch(thread.ptid):
            self.thread = None
            gdb.invalidate_cached_frames()

    def is_for(self, thread):
        return self.thread is not None and self.thread == thread

    def begin(self, pending, thread):
        """Starts at the innermost frame. False if a register is unknown, as on other processors."""
        start = Registers(thread=thread[1] or thread[2])
        try:
            for number, name in enumerate(NAMES):
                start.r[number] = number_of(pending.read_register(name))
            start.cpsr = number_of(pending.read_register("cpsr"))
        except (ValueError, gdb.error):
            return False
        try:
            for number, name in enumerate(DOUBLES):
                value = pending.read_register(name)
                start.d[number] = int.from_bytes(bytes_of(value), "little")
            start.d_known = 1
        except (ValueError, gdb.error):
            pass  # no FPU, or it is off
        if not self.target.update():
            return False
        self.target.banks = Banks(pending, thread, self.qemu)
        LIBRARY.bobbin_gdb_begin(self.target.handle, ctypes.byref(start))
        self.target.banks = None
        self.thread, self.alone, self.has_doubles = thread, False, bool(start.d_known)
        return True

    def frame(self, index):
        """A copy: the library may move its frames."""
        found = LIBRARY.bobbin_gdb_frame(self.target.handle, index)
        return Frame.from_buffer_copy(found.contents) if found else None

    def find(self, pc, sp):
        """The index of this frame, or -1."""
        return LIBRARY.bobbin_gdb_find(self.target.handle, pc, sp)


TRACE = Trace()
for event in (gdb.events.cont, gdb.events.memory_changed, gdb.events.register_changed,
              gdb.events.exited, gdb.events.new_objfile, gdb.events.clear_objfiles):
    event.connect(TRACE.forget)
gdb.events.stop.connect(TRACE.stopped)
gdb.events.before_prompt.connect(TRACE.stopped)
