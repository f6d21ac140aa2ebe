# SPDX-License-Identifier: MIT
"""libbobbin-gdb.so, which unwinds (gen/gdb/gdb_library.h)."""
import ctypes
import os

import gdb

VERSION = 1  # BOBBIN_GDB_VERSION
HERE = os.path.dirname(os.path.realpath(__file__))
# From the folder of this file: in an installation, in the source tree.
PATHS = ("../../../../lib/libbobbin-gdb.so", "../../../build/libbobbin-gdb.so")


class Registers(ctypes.Structure):
    """struct trace_registers"""

    _fields_ = [("r", ctypes.c_uint32 * 16), ("cpsr", ctypes.c_uint32),
                ("thread", ctypes.c_uint32), ("d_known", ctypes.c_uint32),
                ("reserved", ctypes.c_uint32), ("d", ctypes.c_uint64 * 8)]


class Frame(ctypes.Structure):
    """struct trace_frame"""

    _fields_ = [("r", ctypes.c_uint32 * 16), ("cpsr", ctypes.c_uint32),
                ("valid", ctypes.c_uint32), ("d", ctypes.c_uint64 * 8),
                ("id_stack", ctypes.c_uint32), ("id_code", ctypes.c_uint32),
                ("id_special", ctypes.c_uint32), ("gdb_goes_on", ctypes.c_uint32),
                ("last_cfa", ctypes.c_uint32), ("is_at_pc", ctypes.c_uint32),
                ("trust", ctypes.c_char_p), ("vector", ctypes.c_char_p),
                ("stop", ctypes.c_char_p)]


READ = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_uint32)
READ_BANK = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_uint32, ctypes.c_uint32,
                             ctypes.POINTER(ctypes.c_uint32))


class Callbacks(ctypes.Structure):
    """struct target_callbacks"""

    _fields_ = [("read", READ), ("read_bank", READ_BANK)]


def load_library():
    paths = [os.path.normpath(os.path.join(HERE, path)) for path in PATHS]
    path = next(filter(os.path.exists, paths), None)
    if path is None:
        raise gdb.GdbError("bobbin: %s is missing: run `make install`" % paths[0])
    library = ctypes.CDLL(path)
    handle, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32
    for name, result, arguments in (
        ("version", number, []),
        ("open", handle, [Callbacks]),
        ("close", None, [handle]),
        ("add_image", ctypes.c_bool, [handle, text]),
        ("set_core", ctypes.c_bool, [handle, text]),
        ("begin", None, [handle, ctypes.POINTER(Registers)]),
        ("frame", ctypes.POINTER(Frame), [handle, number]),
        ("find", ctypes.c_int64, [handle, number, number]),
    ):
        function = getattr(library, "bobbin_gdb_" + name)
        function.restype, function.argtypes = result, arguments
    if library.bobbin_gdb_version() != VERSION:
        raise gdb.GdbError("bobbin: %s is of another version than %s" % (path, HERE))
    return library


LIBRARY = load_library()
