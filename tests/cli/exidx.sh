#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the reader of .ARM.exidx and .ARM.extab: for each entry, the core's rule must equal the one
# from `readelf -u`, in firmware of both compilers and for every unwind instruction of the ABI. Run
# from the top folder.
set -u

. tests/cli/lib.sh
CXX=build/fw/vexpress-a9/gcc-thumb-os-lto-soft/cxx.elf

# IMAGE: writes the core's answers to $work/core, a line per address, with each register on its own
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
                text = text " " kind i "=[cfa" \
                    (offset == 0 ? "" : offset > 0 ? "+" offset + 0 : offset + 0) "]"
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

# IMAGE LEAST: core and readelf must agree on all entries for code; there must be at least LEAST of
# them
agrees() {
    core_says "$1"
    arm-none-eabi-readelf -u "$1" 2>"$work/err" | awk -f tests/cli/exidx_readelf.awk |
        sort >"$work/readelf"
    join -j 1 -o 0 "$work/core" "$work/readelf" | sort -u >"$work/both"
    join "$work/both" "$work/readelf" >"$work/wanted"
    join "$work/both" "$work/core" >"$work/found"
    tap_check "$1: at least $2 entries are compared" test "$(wc -l <"$work/both")" -ge "$2"
    if cmp -s "$work/wanted" "$work/found"; then
        tap_ok "$1: core and readelf agree"
    else
        tap_not_ok "$1: core and readelf agree" "$(diff "$work/wanted" "$work/found" | head -n 5)"
    fi
}

# Prints assembly with a function for each line of standard input, which has the function's unwind
# bytes.
make_instructions() {
    awk '
        BEGIN {
            print ".syntax unified\n.thumb\n.text\n.global __gxx_personality_v0\n.thumb_func"
            print ".type __gxx_personality_v0, %function\n__gxx_personality_v0: bx lr"
            print ".size __gxx_personality_v0, 2\nnop"
        }
        {
            name = "f" NR
            printf ".global %s\n.thumb_func\n.type %s, %%function\n", name, name
            printf "%s:\n.fnstart\nbx lr\nnop\n%s\n.unwind_raw 0, %s\n", name, $2 " " $3, $1
            printf ".fnend\n.size %s, . - %s\n", name, name
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
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 -Wl,-e,f1 \
        "$work/all.s" -o "$work/all.elf" -Wl,--defsym=__aeabi_unwind_cpp_pr0=0 \
        -Wl,--defsym=__aeabi_unwind_cpp_pr1=0 -Wl,--defsym=__aeabi_unwind_cpp_pr2=0
}

every_instruction
agrees "$work/all.elf" 62
BOBBIN=build/bobbin # without sanitizers, because these images are large
agrees $CXX 700
agrees build/fw/vexpress-a9/clang-arm-o0-fp-a15/cxx.elf 500
agrees build/fw/versatile-r5f/clang-arm-o1-lld/cxx.elf 500

run check "$CXX" --format=exidx --json
cp "$work/out" "$work/fresh"
run embed "$CXX" --format=exidx -o "$work/image"
tap_equal 'embed: status' 0 "$status"
run check "$work/image" --json
tap_check 'check: an embedded table has the same result as a new one' cmp "$work/fresh" "$work/out"
run size "$CXX" --format=exidx --json
tap_equal "size: the bytes of the linker's sections" \
    "$(arm-none-eabi-size -A -d "$CXX" | awk '/^\.ARM\.ex/ { sum += $2 } END { print sum }')" \
    "$(awk '/"\.ARM\.ex/ { inside = 1 }
        inside && /"bytes"/ { gsub(/[^0-9]/, ""); sum += $0; inside = 0 }
        END { print sum }' "$work/out")"
tap_done
