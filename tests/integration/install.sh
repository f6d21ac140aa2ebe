#!/bin/sh
# SPDX-License-Identifier: MIT
# What `make install` puts where, with PREFIX and DESTDIR; the man pages; `make uninstall`. From
# the top.
set -u

. tests/tap.sh
. tests/integration/lib.sh

# FOLDER: the files in it, relative
files() {
    (cd "$1" && find . -type f | sort)
}

# PAGE: formats it, warnings on standard error
format() {
    MANWIDTH=100 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Tutf8 -Z "$1"
}

MAN=$WORK/stage/usr/share/man/man1
tap_check "make install with DESTDIR" make -s install DESTDIR="$WORK/stage" PREFIX=/usr
tap_check "make install again, as PREFIX" make -s install PREFIX="$WORK/prefix"
tap_equal "both have the same files" "$(files "$WORK/stage/usr")" "$(files "$WORK/prefix")"
tap_check "the tool runs" "$WORK/stage/usr/bin/bobbin" --version
for file in core/include/bobbin/bobbin.h port/include/bobbin/port.h linker/bobbin.ld \
    linker/bobbin.mk cmake/bobbin-config.cmake LICENSE; do
    tap_check "$file is installed" test -s "$WORK/stage/usr/share/bobbin/$file"
done
tap_check "the library for gdb is installed" test -s "$WORK/stage/usr/lib/libbobbin-gdb.so"
tap_check "the plug-in finds it" gdb-multiarch -nx -batch \
    -iex "source $WORK/stage/usr/share/bobbin/gdb/bobbin-gdb.py" -iex 'python import bobbin_gdb'
for verb in embed table check show size unwind decode profile; do
    page=$MAN/bobbin-$verb.1
    tap_check "bobbin-$verb.1 has a synopsis" grep -q "^bobbin $verb " "$page"
    tap_check "bobbin-$verb.1 has a description" grep -q '^.SH DESCRIPTION' "$page"
done
if command -v man >/dev/null && command -v groff >/dev/null; then
    for page in "$MAN"/*; do
        tap_equal "$(basename "$page") is formatted without a warning" "" \
            "$(format "$page" 2>&1 >/dev/null)"
    done
else
    tap_skip "man pages are formatted without a warning" "man or groff is not installed"
fi
tap_check "make uninstall" make -s uninstall DESTDIR="$WORK/stage" PREFIX=/usr
tap_equal "make uninstall leaves no file" "" "$(files "$WORK/stage")"
tap_done
