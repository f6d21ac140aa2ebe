# SPDX-License-Identifier: MIT
"""Shows in `bt` where each frame comes from."""
import re

import gdb
from gdb.FrameDecorator import FrameDecorator

from .target import number_of
from .trace import TRACE
from .unwinder import UNWINDER


def found_frame(frame):
    """FRAME as the library has it; None if gdb has found it alone."""
    index = TRACE.find(frame.pc(), number_of(frame.read_register("sp")))
    return TRACE.frame(index) if index >= 0 else None


def is_traced():
    thread = gdb.selected_thread()
    return thread is not None and UNWINDER.enabled and TRACE.is_for(thread.ptid)


def origin(frame):
    """The words after a function: where FRAME comes from, what interrupted it, why it is last."""
    if not is_traced():
        return None
    found = found_frame(frame)
    if found is None:
        return "gdb"
    words = [found.trust.decode()]
    if found.vector:
        words.append("interrupted by " + found.vector.decode())
    if found.stop:
        words.append(found.stop.decode())
    return ", ".join(words)


def name_of_start(pc):
    """The name of the function that starts at PC. None: no symbol is there."""
    found = re.match(r"(\S+) in section", gdb.execute("info symbol %d" % pc, to_string=True))
    return found and found.group(1)


class Decorator(FrameDecorator):
    """gdb takes the pc of each outer frame for a return address, and looks the place up before it.

    If an exception interrupted the first instruction of a function, gdb shows another function.
    """

    def __init__(self, frame):
        super().__init__(frame)
        frame = self.inferior_frame()
        found = found_frame(frame) if is_traced() and frame.level() > 0 else None
        self.start = name_of_start(frame.pc()) if found and found.is_at_pc else None

    def function(self):
        frame = self.inferior_frame()
        name, words = self.start or super().function(), origin(frame)
        if words is None:
            return name
        return "%s [%s]" % (name if isinstance(name, str) else frame.name() or "??", words)

    def frame_args(self):
        return None if self.start else super().frame_args()

    def frame_locals(self):
        return None if self.start else super().frame_locals()

    def place(self):
        return gdb.find_pc_line(self.inferior_frame().pc())

    def line(self):
        return self.place().line if self.start else super().line()

    def filename(self):
        table = self.place().symtab if self.start else None
        return table.filename if table else super().filename()


class Filter:
    name, priority, enabled = "bobbin", 50, True

    def __init__(self):
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        return map(Decorator, frames)


Filter()
