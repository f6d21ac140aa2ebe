# SPDX-License-Identifier: MIT
"""Bobbin for gdb: unwinds ARM firmware by proved rules. Load it with

    source /usr/local/share/bobbin/gdb/bobbin-gdb.py

Where Bobbin has a rule, gdb takes the caller from it; elsewhere gdb unwinds alone. `bt` shows after
each function where the frame comes from: [table], [code] and so on as in `bobbin decode`, or [gdb].
`disable unwinder global bobbin` and `disable frame-filter global bobbin` turn it off.
"""
import os
import sys


def load():
    folder = os.path.dirname(os.path.realpath(sys._getframe().f_code.co_filename))
    writes = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    sys.path.insert(0, folder)
    try:
        import bobbin_gdb  # noqa: F401
    finally:
        sys.path.remove(folder)
        sys.dont_write_bytecode = writes


load()
