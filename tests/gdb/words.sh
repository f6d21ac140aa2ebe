#!/bin/sh
# SPDX-License-Identifier: MIT
# words.sh: what gdb shows with the plug-in: the trust of each frame as in `bobbin decode`; nothing
# of Bobbin where it has no rule, where it is turned off, and where the target runs another build.
# The plug-in is the one that `make install` installs. Run from the top folder, with the firmware
# and the tool built.
set -u

. tests/tap.sh
BOARD=vexpress-a9
ELF=build/fw/$BOARD/thumb-os/demo.elf
OTHER=build/fw/$BOARD/arm-o2/demo.elf
WORK=build/tests/gdb/words
rm -rf "$WORK"
mkdir -p "$WORK"

make -s install PREFIX="$PWD/$WORK/prefix" >/dev/null 2>"$WORK/install.err"
PLUGIN=$WORK/prefix/share/bobbin/gdb/bobbin-gdb.py
tap_check "the plug-in is installed" test -s "$PLUGIN"

sh "build/fw/$BOARD/qemu" "$ELF" 'sort;crash wild' >"$WORK/log" 2>/dev/null </dev/null
build/bobbin decode "$ELF" "$WORK/log" -o "$WORK/core" >"$WORK/decoded" 2>&1

# ELF COMMAND...: runs COMMANDS of gdb in the core, with the plug-in
in_gdb() {
    elf=$1
    shift
    set -- -ex "source $PLUGIN" -ex 'set backtrace past-main on' -ex "file $elf" \
        -ex "core-file $WORK/core" "$@"
    timeout 60 gdb-multiarch -nx -batch "$@" 2>"$WORK/gdb.err"
}

# Prints pc and trust of each frame of decode.
decoded() {
    sed -n 's/^#[0-9]* *\(0x[0-9a-f]*\) .* \([a-z-]*\)$/\1 \2/p' "$WORK/decoded"
}

# Prints the words in brackets of each frame of gdb, without the reason of the last frame.
shown() {
    sed -n 's/^#[0-9]* .* \[\([a-z-]*\)[],].*/\1/p'
}

in_gdb "$ELF" -ex bt >"$WORK/bt"
tap_equal "bt shows the trust of each frame" "$(decoded | sed 's/.* //')" "$(shown <"$WORK/bt")"
tap_check "the last frame says why it is last" \
    grep -q 'reset_handler \[table, outermost\]' "$WORK/bt"
tap_equal "gdb has the pc of each frame" "$(decoded | sed '1d; s/ .*//' | uniq)" \
    "$(sed -n 's/^#[1-9][0-9]* *\(0x[0-9a-f]*\) in .*/\1/p' "$WORK/bt" | uniq)"

in_gdb "$ELF" -ex 'disable unwinder global bobbin' -ex bt >"$WORK/off"
tap_check "without the unwinder, no frame is Bobbin's" sh -c '! grep "\[table" "$1"' - "$WORK/off"

in_gdb "$OTHER" -ex bt >"$WORK/other"
tap_check "with another build, no frame is Bobbin's" sh -c '! grep "\[table" "$1"' - "$WORK/other"
tap_equal "this is said once" 1 "$(grep -c 'another build id' "$WORK/gdb.err")"

# Without the section .bobbin the library makes the table.
arm-none-eabi-objcopy --remove-section .bobbin "$ELF" "$WORK/bare.elf"
in_gdb "$WORK/bare.elf" -ex bt >"$WORK/bare"
tap_equal "an image without a table has the same frames" "$(shown <"$WORK/bt")" \
    "$(shown <"$WORK/bare")"

arm-none-eabi-strip -o "$WORK/stripped.elf" "$ELF"
in_gdb "$WORK/stripped.elf" -ex bt >"$WORK/stripped"
tap_check "a stripped image with a table has frames" grep -q '\[table' "$WORK/stripped"
tap_done
