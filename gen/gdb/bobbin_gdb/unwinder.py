# SPDX-License-Identifier: MIT
"""Gives gdb the callers that the library has found."""
import gdb
import gdb.unwinder

from .target import number_of
from .trace import DOUBLES, NAMES, TRACE


class FrameId:
    def __init__(self, frame):
        self.sp, self.pc = gdb.Value(frame.id_stack), gdb.Value(frame.id_code)
        if frame.id_special:
            self.special = gdb.Value(frame.id_special)


class Unwinder(gdb.unwinder.Unwinder):
    def __init__(self):
        super().__init__("bobbin")
        self.last = None

    def place(self, pending, pc):
        """The number of the frame PENDING in the trace, or -1.

        gdb asks from the innermost frame on; only inlined functions do not come here.
        """
        thread = gdb.selected_thread()
        if thread is None:
            return -1
        sp = number_of(pending.read_register("sp"))
        if pending.level() > 0 and TRACE.is_for(thread.ptid):
            index = TRACE.find(pc, sp)
            if index >= 0 or TRACE.alone:
                return index
        return 0 if TRACE.begin(pending, thread.ptid) else -1

    def __call__(self, pending):
        try:
            pc = number_of(pending.read_register("pc"))
            if pc == 0 and pending.level() > 0 and self.last:
                return pending.create_unwind_info(self.last)
            index = self.place(pending, pc)
        except (ValueError, gdb.error):
            return None
        frame = TRACE.frame(index) if index >= 0 else None
        if not frame or frame.gdb_goes_on:
            TRACE.alone, self.last = True, None
            return None
        identity = FrameId(frame)
        info = pending.create_unwind_info(identity)
        if frame.stop:
            self.last = identity
            self.give_end(info, pending)
            return info
        caller = TRACE.frame(index + 1)
        if caller.gdb_goes_on:
            # gdb will unwind this caller, and takes unknown registers for unchanged ones.
            self.give(info, TRACE.frame(0), ~caller.valid)
        self.give(info, caller, caller.valid)
        return info

    def give_end(self, info, pending):
        """The last frame gets a caller at 0 that has its own identity: there gdb's trace ends."""
        zero = gdb.Value(0).cast(gdb.lookup_type("unsigned int"))
        for name in ("pc", "sp", "lr"):
            info.add_saved_register(name, zero)
        info.add_saved_register("cpsr", pending.read_register("cpsr"))

    def give(self, info, frame, wanted):
        """The registers WANTED of FRAME."""
        word = gdb.lookup_type("unsigned int")
        for number, name in enumerate(NAMES):
            if wanted >> number & 1:
                info.add_saved_register(name, gdb.Value(frame.r[number]).cast(word))
        if wanted >> 16 & 1:
            info.add_saved_register("cpsr", gdb.Value(frame.cpsr).cast(word))
        double = gdb.lookup_type("double")
        for number, name in enumerate(DOUBLES):
            if TRACE.has_doubles and wanted >> (24 + number) & 1:
                value = int(frame.d[number]).to_bytes(8, "little")
                info.add_saved_register(name, gdb.Value(value, double))


UNWINDER = Unwinder()
gdb.unwinder.register_unwinder(None, UNWINDER, replace=True)
