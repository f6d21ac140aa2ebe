#!/bin/sh
# SPDX-License-Identifier: MIT
# decode.sh ELF LOG CORE REPORT: decodes the only report of LOG, to the core CORE and, as JSON with
# one value a line, to REPORT. The exit status is that of decode.
build/bobbin decode "$1" "$2" --json -o "$3" >"$4.line"
status=$?
rm -f "$4"
[ ! -s "$4.line" ] || python3 -m json.tool "$4.line" "$4"
exit $status
