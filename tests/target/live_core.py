# SPDX-License-Identifier: MIT
"""Writes what gdb sees of a live target as an ELF core file with banked registers.

gen/elf/core_file_reader.h describes the notes.
"""
import struct

import gdb

MASKS = 0x1C0  # A, I and F of cpsr
SYS, FIQ = 0x1F, 0x11
# Numbers of the banks (enum bobbin_bank), and the modes that have them (ARM ARM B1.3.1).
BANKS = {0: SYS, 1: FIQ, 2: 0x12, 3: 0x13, 5: 0x17, 7: 0x1B}
BANKS_COUNT = 8
STACK_BYTES, CHUNK_BYTES = 4096, 64
PT_LOAD, PT_NOTE, PF_R = 1, 4, 4
PRSTATUS, BANKS_NOTE = 1, 0x102
HEADER_BYTES, SEGMENT_BYTES = 52, 32


def register(name):
    return int(gdb.newest_frame().read_register(name)) & 0xFFFFFFFF


def set_mode(mode):
    gdb.newest_frame().select()
    gdb.execute("set $cpsr = %d" % (MASKS | mode))


def words(*numbers):
    return struct.pack("<%dI" % len(numbers), *numbers)


def note(name, kind, content):
    name = name.encode() + b"\0"
    return words(len(name), len(content), kind) + name + b"\0" * (-len(name) % 4) + content


def stack_at(sp):
    """The memory from SP on, as far as it can be read. Guards are multiples of 64 bytes."""
    content = b""
    while len(content) < STACK_BYTES:
        address = sp + len(content)
        size = CHUNK_BYTES - address % CHUNK_BYTES
        try:
            piece = gdb.selected_inferior().read_memory(address, size)
        except gdb.MemoryError:
            break
        content += bytes(piece)
    return sp, content


class Banks:
    """sp and lr of the modes, SPSR of the current mode, and the r8-r12 of the other set."""

    def __init__(self, cpsr, psr):
        current = next(bank for bank, mode in BANKS.items() if mode & 0xF == cpsr & 0xF)
        self.sp, self.lr, self.spsr = ([0] * BANKS_COUNT for _ in range(3))
        self.known = 0x1F | 1 << (21 + current)
        self.spsr[current] = psr
        for bank, mode in BANKS.items():
            set_mode(mode)
            self.sp[bank], self.lr[bank] = register("sp"), register("lr")
            self.known |= 1 << (5 + bank) | 1 << (13 + bank)
        set_mode(SYS if cpsr & 0x1F == FIQ else FIQ)
        self.r8 = [register("r%d" % number) for number in range(8, 13)]
        set_mode(cpsr & 0x1F)
        gdb.execute("set $cpsr = %d" % cpsr)

    def note(self):
        content = [self.known] + self.r8 + self.sp + self.lr + self.spsr
        return note("BOBBIN", BANKS_NOTE, words(*content))


def write(path, psr):
    """Writes the core file PATH of the code that runs. PSR is SPSR of the current mode."""
    names = ["r%d" % number for number in range(13)] + ["sp", "lr", "pc", "cpsr"]
    registers = [register(name) for name in names]
    banks = Banks(registers[-1], psr)
    status = b"\0" * 72 + words(*registers) + b"\0" * 8
    notes = note("CORE", PRSTATUS, status) + banks.note()
    parts = [(PT_NOTE, 0, 0, notes)]
    parts += [(PT_LOAD, PF_R, *stack_at(sp)) for sp in sorted(set(banks.sp))]
    offset = HEADER_BYTES + SEGMENT_BYTES * len(parts)
    segments = b""
    for kind, flags, address, content in parts:
        segments += words(kind, offset, address, 0, len(content), len(content), flags, 1)
        offset += len(content)
    ident = b"\x7fELF\1\1\1" + b"\0" * 9
    header = struct.pack("<HHIIIIIHHHHHH", 4, 40, 1, 0, HEADER_BYTES, 0, 0x05000000,
                         HEADER_BYTES, SEGMENT_BYTES, len(parts), 0, 0, 0)
    with open(path, "wb") as core:
        core.write(ident + header + segments + b"".join(part[3] for part in parts))
