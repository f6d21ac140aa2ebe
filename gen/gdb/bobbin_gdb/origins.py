# SPDX-License-Identifier: MIT
"""Shows in `bt` where each frame comes from."""
import gdb
from gdb.FrameDecorator import FrameDecorator

from .target import number_of
from .trace import TRACE


def origin(frame):
    """The words after a function: where FRAME comes from, what interrupted it, why it is last."""
    thread = gdb.selected_thread()
    if thread is None or not TRACE.is_for(thread.ptid):
        return None
    index = TRACE.find(frame.pc(), number_of(frame.read_register("sp")))
    if index < 0:
        return "gdb"
    found = TRACE.frame(index)
    words = [found.trust.decode()]
    if found.vector:
        words.append("interrupted by " + found.vector.decode())
    if found.stop:
        words.append(found.stop.decode())
    return ", ".join(words)


class Decorator(FrameDecorator):
    def function(self):
        frame = self.inferior_frame()
        words = origin(frame)
        name = super().function()
        if words is None:
            return name
        return "%s [%s]" % (name if isinstance(name, str) else frame.name() or "??", words)


class Filter:
    name, priority, enabled = "bobbin", 50, True

    def __init__(self):
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        return map(Decorator, frames)


Filter()
