# SPDX-License-Identifier: MIT
"""The plug-in for gdb; ../bobbin-gdb.py loads it."""
from . import origins  # noqa: F401
