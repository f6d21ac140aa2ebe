#!/bin/sh
# SPDX-License-Identifier: MIT
# .ARM.exidx and .ARM.extab: what the core reads of each entry is what `readelf -u` says, in firmware of both compilers and for
# every instruction that there is. From the top.
set -u

. tests/cli/lib.sh
CXX=build/fw/vexpress-a9/gcc-thumb-os-lto-soft/cxx.elf

# The answers of the core for $1 in $work/core, a line for each address, each register for itself.
core_says() {
    run show "$1" --format=exidx --json
    awk -F '"' '
        $2 == "address" { address = $4 }
        $2 == "core" { print address, $4 }' "$work/out" | awk '
        function expand(range, slot,  ends, n, kind, offset, i) {
            n = split(range, ends, "-")
            kind = substr(range, 1, 1)
            if (range == "ra")
                return " ra=" slot
            offset = slot
            gsub(/[^-0-9]/, "", offset)
            text = ""
            for (i = substr(ends[1], 2) + 0; i <= substr(ends[n], 2) + 0; i++) {
                text = text " " kind i "=[cfa" (offset == 0 ? "" : offset > 0 ? "+" offset + 0 : offset + 0) "]"
                offset += kind == "d" ? 8 : 4
            }
            return text
        }
        {
            line = $1 " " $2
            for (i = 3; i <= NF; i++) {
                split($i, sides, "=")
                line = line expand(sides[1], sides[2])
            }
            print line
        }' | sort >"$work/core"
}

# IMAGE LEAST: both say the same of all entries that are of code; those are so many at least.
agrees() {
    core_says "$1"
    arm-none-eabi-readelf -u "$1" 2>"$work/err" | awk -f tests/cli/exidx_readelf.awk | sort >"$work/readelf"
    join -j 1 -o 0 "$work/core" "$work/readelf" | sort -u >"$work/both"
    join "$work/both" "$work/readelf" >"$work/wanted"
    join "$work/both" "$work/core" >"$work/found"
    tap_check "$1: $2 entries and more are compared" test "$(wc -l <"$work/both")" -ge "$2"
    if cmp -s "$work/wanted" "$work/found"; then
        tap_ok "$1: the core reads what readelf does"
    else
        tap_not_ok "$1: the core reads what readelf does" "$(diff "$work/wanted" "$work/found" | head -n 5)"
    fi
}

# A function for each line: the bytes that say how to unwind it.
make_instructions() {
    awk '
        BEGIN {
            print ".syntax unified\n.thumb\n.text\n.global __gxx_personality_v0\n.thumb_func"
            print ".type __gxx_personality_v0, %function\n__gxx_personality_v0: bx lr\n.size __gxx_personality_v0, 2\nnop"
        }
        {
            name = "f" NR
            printf ".global %s\n.thumb_func\n.type %s, %%function\n%s:\n.fnstart\n", name, name, name
            printf "bx lr\nnop\n%s\n.unwind_raw 0, %s\n.fnend\n.size %s, . - %s\n", $2 " " $3, $1, name, name
        }'
}

every_instruction() {
    make_instructions >"$work/all.s" <<END
0x00,0x3f
0x40,0x00
0x7f,0x3f,0x3f
0x80,0x00
0x80,0x01
0x88,0x08
0x8f,0xdf
0x84,0x00
0x80,0x00,0xa8
0x97
0x97,0x01,0x84,0x08
0x9e
0x9d
0x9f
0xa0
0xa7
0xa8
0xaf
0xb0,0xa8
0xb1,0x0f
0xb1,0x00
0xb1,0x10
0xb2,0x00
0xb2,0x81,0x01
0xb2,0xff,0xff,0x7f,0xa8
0xb2,0xff,0xff,0xff,0x01
0xb3,0x83
0xb3,0x05,0xa8
0xb4,0xa8
0xb5
0xb6
0xb7
0xb8
0xbf,0xab
0xc0
0xc5
0xc6,0xa1
0xc7,0x05
0xc7,0x00
0xc7,0x10
0xc8,0x03
0xc8,0xff
0xc9,0x87
0xc9,0x4a
0xca
0xcf
0xd0
0xd7,0xaf
0xd8
0xe0
0xff
0x82,0x00
0x84,0x08,0x82,0x00
0x82,0x00,0x82,0x00
0xac,0x97
0x04,0x83,0x00,0xa8
0x88,0x00,0x84,0x00
0xa3,0x3f,0x84,0x00,0x02,0xb2,0x10,0xd1,0xb1,0x08
0xa3,0x3f,0x84,0x00,0x02,0xb2,0x10,0xd1,0xb1,0x08 .personality __gxx_personality_v0
0x02,0xaf .personality __gxx_personality_v0
0x02,0xaf .personalityindex 2
0x02,0x3f,0x3f,0x3f,0x3f,0x3f,0xaf .personalityindex 2
END
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 -Wl,-e,f1 "$work/all.s" -o "$work/all.elf" \
        -Wl,--defsym=__aeabi_unwind_cpp_pr0=0 -Wl,--defsym=__aeabi_unwind_cpp_pr1=0 -Wl,--defsym=__aeabi_unwind_cpp_pr2=0
}

every_instruction
agrees "$work/all.elf" 62
BOBBIN=build/bobbin # these are large
agrees $CXX 700
agrees build/fw/vexpress-a9/clang-arm-o0-fp-a15/cxx.elf 500
agrees build/fw/versatile-r5f/clang-arm-o1-lld/cxx.elf 500

run check "$CXX" --format=exidx --json
cp "$work/out" "$work/fresh"
run embed "$CXX" --format=exidx -o "$work/image"
tap_equal 'embed: where the tables are' 0 "$status"
run check "$work/image" --json
tap_check 'an embedded table is judged as a fresh one' cmp "$work/fresh" "$work/out"
run size "$CXX" --format=exidx --json
tap_equal 'size counts what the linker made' "$(arm-none-eabi-size -A -d "$CXX" | awk '/^\.ARM\.ex/ { sum += $2 } END { print sum }')" \
    "$(awk '/"\.ARM\.ex/ { inside = 1 } inside && /"bytes"/ { gsub(/[^0-9]/, ""); sum += $0; inside = 0 } END { print sum }' "$work/out")"
tap_done
