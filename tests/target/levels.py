# SPDX-License-Identifier: MIT
"""What an exception interrupted, by the processor itself: at the vector, pc is in lr and the psr in
SPSR. If gdb sets pc and cpsr to these values, all registers are those of the interrupted code,
because cpsr selects the banks.
"""
import re

import gdb

from traces import frames_of_gdb

ALIASES = {"r13": "sp", "r14": "lr", "r15": "pc"}
NAMES = ["r%d" % number for number in range(16)] + ["cpsr"]


def register(name):
    return int(gdb.newest_frame().read_register(name)) & 0xFFFFFFFF


def set_register(name, value):
    """gdb may have selected an older frame, where no register can be set."""
    gdb.newest_frame().select()
    gdb.execute("set $%s = %d" % (name, value))


def spsr_instruction():
    """Address of an instruction "mrs lr, SPSR" in ARM state, in the entry code of reports."""
    block = int(gdb.parse_and_eval("(unsigned)&bobbin_capture_exception"))
    for line in gdb.selected_inferior().architecture().disassemble(block, block + 64):
        if re.match(r"mrs\s+lr, SPSR", line["asm"]):
            return line["addr"]
    raise gdb.GdbError("no mrs lr, SPSR")


def interrupted_psr():
    """SPSR of the current mode. Changes lr and pc."""
    set_register("pc", spsr_instruction())
    gdb.execute("stepi", to_string=True)
    return register("lr")


class Level:
    """What gdb sees of the code that the exception VECTOR, just taken, interrupted.

    LINK_OFFSET: the distance from lr to the interrupted pc (ARM ARM B1.8.3), a number or a function
    of the psr.
    """

    def __init__(self, vector, link_offset):
        pc, lr, cpsr = (register(name) for name in ("pc", "lr", "cpsr"))
        psr = interrupted_psr()
        set_register("lr", lr)
        set_register("cpsr", psr)
        offset = link_offset(psr) if callable(link_offset) else link_offset
        set_register("pc", lr - offset)
        self.vector = vector
        self.registers = {name: register(ALIASES.get(name, name)) for name in NAMES}
        self.frames = frames_of_gdb()
        set_register("cpsr", cpsr)
        set_register("pc", pc)


def step_over_breakpoint():
    """gdb does this itself only if nobody has set pc."""
    for point in gdb.breakpoints():
        point.enabled = False
    gdb.execute("stepi", to_string=True)
    for point in gdb.breakpoints():
        point.enabled = True
