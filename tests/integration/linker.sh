#!/bin/sh
# SPDX-License-Identifier: MIT
# bobbin.ld and insert.ld with GNU ld and ld.lld: .bobbin is in flash, whatever MEMORY looks like,
# or the link stops with a message. A crash stack that is misaligned or too small is a link error.
# From the top.
set -u

. tests/tap.sh
. tests/integration/lib.sh
new_project project "$TREE"
cd "$WORK/project" || exit

OBJECTS="start.o main.o config.o build/bobbin/*/*/*.o build/bobbin/linker/*.o"
tap_check "the objects are built" make -s -j2

# The scripts of a firmware: with bobbin.ld, and without anything of Bobbin, for insert.ld.
sed 's/FLASH :/FLASH (rx) :/; s/RAM :/RAM (rw) :/' fw.ld >attributes.ld
sed '/BOBBIN_FLASH/d; /INCLUDE bobbin.ld/d' attributes.ld >plain.ld
sed 's/ (r[xw])//' plain.ld >plain-no-attributes.ld
sed 's/0x60010000/0/' plain.ld >plain-zero.ld

# LINKER SCRIPT with-insert|alone [FLAG...]: links to out.elf
link() {
    linker=$1 script=$2 insert=$3
    shift 3
    case $linker-$insert in
    ld-with-insert) set -- "$@" -T insert.ld -T "$script" ;;
    lld-with-insert) set -- "$@" -T "$script" -T insert.ld ;;
    *) set -- "$@" -T "$script" ;;
    esac
    [ "$linker" = ld ] && program=arm-none-eabi-ld || program=ld.lld-19
    rm -f out.elf
    # shellcheck disable=SC2086 # several files
    $program --build-id -L bobbin/linker -o out.elf "$@" $OBJECTS \
        "$(arm-none-eabi-gcc -mcpu=cortex-a9 -mthumb -print-libgcc-file-name)" >link.log 2>&1
}

# NAME MESSAGE LINK...: LINK fails with MESSAGE
refused() {
    name=$1 message=$2
    shift 2
    if link "$@"; then
        tap_not_ok "$name" "it links"
    else
        tap_check "$name" grep -qF "$message" link.log || cat link.log
    fi
}

# NAME LINK...: LINK works, and .bobbin comes after .text
accepted() {
    name=$1
    shift
    if link "$@"; then
        text=$(address_of .text) bobbin=$(address_of .bobbin)
        tap_check "$name" test -n "$bobbin" -a $((0x$text)) -lt $((0x$bobbin))
    else
        tap_not_ok "$name" "$(cat link.log)"
    fi
}

# SECTION: its address in out.elf, hexadecimal
address_of() {
    arm-none-eabi-objdump -h out.elf | awk -v name="$1" '$2 == name { print $4 }'
}

# SCRIPT STATEMENTS: SCRIPT with a crash stack of its own, on standard output
with_stack() {
    sed "/\.stack (NOLOAD)/i\\
    .crash_stack (NOLOAD) : ALIGN(8) { $2 } > RAM AT> RAM" "$1"
}

LOW='__bobbin_crash_stack_low = .;' TOP='__bobbin_crash_stack_top = .;'
with_stack fw.ld "$LOW . += 1176; $TOP" >good.ld
with_stack fw.ld "$LOW . += 1168; $TOP" >small.ld
with_stack fw.ld "$LOW . += 2047; $TOP" >misaligned.ld
with_stack fw.ld ". += 2K; $TOP" >half.ld
for name in good small misaligned half; do
    sed '/BOBBIN_FLASH/d; /INCLUDE bobbin.ld/d; s/FLASH :/FLASH (rx) :/; s/RAM :/RAM (rw) :/' \
        "$name.ld" >"$name-plain.ld"
done
SMALL="bobbin: the crash stack is too small"
MISALIGNED="bobbin: __bobbin_crash_stack_top is not a multiple of 8"
HALF="bobbin: __bobbin_crash_stack_top is defined without __bobbin_crash_stack_low"

for linker in ld lld; do
    accepted "$linker, bobbin.ld" $linker fw.ld alone
    accepted "$linker, bobbin.ld, MEMORY with attributes" $linker attributes.ld alone
    accepted "$linker, insert.ld, MEMORY with attributes" $linker plain.ld with-insert
    accepted "$linker, insert.ld, flash at 0" $linker plain-zero.ld with-insert
    case $linker in
    ld) message="bobbin: .bobbin is not after .text" ;;
    lld) message="no memory region specified for section '.bobbin'" ;;
    esac
    refused "$linker, insert.ld, MEMORY without attributes" "$message" \
        $linker plain-no-attributes.ld with-insert
    for kind in bobbin.ld insert.ld; do
        suffix='' insert=alone
        [ $kind = bobbin.ld ] || suffix=-plain insert=with-insert
        accepted "$linker, $kind, a crash stack of 1176 bytes" $linker good$suffix.ld $insert
        accepted "$linker, $kind, the same with --gc-sections" \
            $linker good$suffix.ld $insert --gc-sections
        refused "$linker, $kind, 8 bytes less" "$SMALL" $linker small$suffix.ld $insert
        refused "$linker, $kind, its top off by 1" "$MISALIGNED" \
            $linker misaligned$suffix.ld $insert
        refused "$linker, $kind, a top without a low end" "$HALF" $linker half$suffix.ld $insert
    done
done

link ld good.ld alone --gc-sections
tap_equal "GNU ld removes the default crash stack that is not used" "" \
    "$(arm-none-eabi-nm out.elf | grep bobbin_crash_stack_default)"
tap_done
