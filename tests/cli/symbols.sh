#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests symbols that are untyped, without size, weak, missing, or that contradict mapping symbols:
# the names of addresses, the symbols that the user may give, and the warnings. Run it from the top
# folder.
set -u

. tests/cli/lib.sh

# NAME: assembles and links standard input to $work/NAME
make_image() {
    # shellcheck disable=SC2154 # lib.sh sets it
    cat >"$work/$1.s"
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 "$work/$1.s" -o "$work/$1" \
        2>"$work/ld" || cat "$work/ld"
}

# IMAGE SYMBOL: prints the names over the instructions that `show` prints, then the addresses
shown() {
    run show "$work/$1" "$2"
    sed -n 's/^\(0x[0-9a-f]*\) .*/\1/p; s/:$//p' "$work/out" | tr '\n' ' '
}

# ---- untyped labels ---------------------------------------------------------------------------

make_image boiler <<'END_S'
        .syntax unified
        .text
        .arm
        .global _start, boiler_heat, boiler_off
_start: bl boiler_heat
        b _start
boiler_heat:
        mov r1, #9
wait_for_steam:
        subs r1, r1, #1
        bne wait_for_steam
        bx lr
boiler_off:
        mov r0, #0
        bx lr
        .thumb
        .global valve_close
        .type valve_close, %function
valve_close:
        nop
        bx lr
        .balign 4
        .arm
burner: mov r0, #1
        bx lr
END_S
tap_equal 'a label without type names its code' \
    'boiler_heat 0x00008008 wait_for_steam 0x0000800c 0x00008010 0x00008014 ' \
    "$(shown boiler boiler_heat)"
tap_equal 'a local label ends at the next label' \
    'wait_for_steam 0x0000800c 0x00008010 0x00008014 ' "$(shown boiler wait_for_steam)"
tap_equal 'a function without size is shown up to the next symbol' \
    'valve_close 0x00008020 0x00008022 ' "$(shown boiler valve_close)"
tap_equal 'a name does not cross a change of state' 'burner 0x00008024 0x00008028 ' \
    "$(shown boiler burner)"
tap_equal 'an address stands for its label' 'burner 0x00008024 0x00008028 ' \
    "$(shown boiler 8028)"
expect 'a root may be a label' 0 - show "$work/boiler" --root=boiler_off
tap_check 'a root that is a label' grep -q '0x00008018 .*  root ' "$work/out"
expect 'a misspelt label' 1 "$work/boiler" show "$work/boiler" boiler_heap
tap_check 'a misspelt label: the label is suggested' grep -q "'boiler_heat'" "$work/err"

# ---- strong and weak names, aliases --------------------------------------------------------------

make_image alias <<'END_S'
        .syntax unified
        .text
        .arm
        .global _start, a_weak_handler, default_handler, z_other_name
        .weak a_weak_handler
        .type _start, %function
_start: b _start
        .size _start, . - _start
        .type a_weak_handler, %function
        .type default_handler, %function
        .type z_other_name, %function
a_weak_handler:
default_handler:
z_other_name:
untyped_too:
        mov r0, #0
        b default_handler
        .size a_weak_handler, . - a_weak_handler
        .size default_handler, . - default_handler
        .size z_other_name, . - z_other_name
        .type caller, %function
caller: push {r4, lr}
        bl a_weak_handler
        pop {r4, pc}
        .size caller, . - caller
END_S
for name in a_weak_handler default_handler z_other_name; do
    tap_equal "$name: each alias is accepted, the strong name is shown" \
        'default_handler 0x00008004 0x00008008 ' "$(shown alias $name)"
    expect "$name: --root accepts each alias" 0 - show "$work/alias" default_handler --root=$name
    tap_check "$name: it is a root" grep -q '0x00008004 .*  root ' "$work/out"
done
tap_equal 'an untyped alias is accepted' 'default_handler 0x00008004 0x00008008 ' \
    "$(shown alias untyped_too)"

cat >"$work/meter.cpp" <<'END_CPP'
namespace meter {
__attribute__((noinline)) int read(int x) { return x * 3; }
}
extern "C" void _start() { for (;;) meter::read(1); }
END_CPP
arm-none-eabi-g++ -g -O1 -mcpu=cortex-a9 -nostdlib "$work/meter.cpp" -o "$work/meter"
run show "$work/meter" 'meter::read'
tap_check 'a C++ function by its source name' grep -q '^_ZN5meter4readEi:' "$work/out"
run show "$work/meter" 'meter::read(int)'
tap_check 'a C++ function with its parameters' grep -q '^_ZN5meter4readEi:' "$work/out"
arm-none-eabi-objcopy --strip-symbol=_ZN5meter4readEi "$work/meter" "$work/no-symbol"
run show "$work/no-symbol" read
tap_check 'a function that only the debug information names' grep -q 'bx lr' "$work/out"

# ---- functions of the same name -----------------------------------------------------------------

cat >"$work/one.c" <<'END_C'
static __attribute__((noinline)) int limit(int x) { return x > 9 ? 9 : x; }
int other(int x);
int _start(int x) { return limit(x) + other(x); }
END_C
cat >"$work/other.c" <<'END_C'
static __attribute__((noinline)) int limit(int x) { return x < 3 ? 3 : x; }
int other(int x) { return limit(x) + 1; }
END_C
arm-none-eabi-gcc -O1 -mcpu=cortex-a9 -nostdlib "$work/one.c" "$work/other.c" -o "$work/limits"
run show "$work/limits" limit
tap_equal 'static functions of the same name are all shown' 2 "$(grep -c '^limit:' "$work/out")"
cat >"$work/overloads.cpp" <<'END_CPP'
namespace meter {
__attribute__((noinline)) int read(int x) { return x * 3; }
__attribute__((noinline)) int read(char x) { return x * 5; }
}
extern "C" int _start() { return meter::read(1) + meter::read('1'); }
END_CPP
arm-none-eabi-g++ -O1 -mcpu=cortex-a9 -nostdlib "$work/overloads.cpp" -o "$work/overloads"
run show "$work/overloads" 'meter::read'
tap_equal 'C++ functions that differ in their parameters are all shown' 2 \
    "$(grep -c '^_ZN5meter4read' "$work/out")"
run show "$work/overloads" 'meter::read(char)'
tap_equal 'a C++ function with its parameters is shown alone' '_ZN5meter4readEc:' \
    "$(grep '^_ZN5meter4read' "$work/out")"

# ---- labels in and around a function ------------------------------------------------------------

# As in U-Boot (relocate_code and relocate_vectors): labels without type in a function with a size,
# one of them at its start, others at its literals. A weak function stands before it.
make_image mover <<'END_S'
        .syntax unified
        .text
        .arm
        .global _start, move_code, move_vectors
        .weak move_vectors
        .type _start, %function
_start: bl move_vectors
        bl move_code
        b _start
        .size _start, . - _start
        .type move_vectors, %function
move_vectors:
        mov r1, #0
        bx lr
        .size move_vectors, . - move_vectors
        .type move_code, %function
move_code:
move_base:
        ldr r2, bytes_left
        cmp r2, #0
        beq move_done
copy_loop:
        ldr r3, [r1], #4
        str r3, [r0], #4
        subs r2, r2, #4
        bne copy_loop
move_done:
        bx lr
bytes_left:
        .word 64
bytes_more:
        .word 0xe12fff1e
        .size move_code, . - move_code
END_S
moved='0x00008014 0x00008018 0x0000801c 0x00008020 0x00008024 0x00008028 0x0000802c 0x00008030 '
tap_equal 'labels do not divide a function with a size' "move_code $moved" \
    "$(shown mover move_code)"
tap_equal 'a label in a function is accepted, the function names its code' \
    'move_code 0x00008020 0x00008024 0x00008028 0x0000802c ' "$(shown mover copy_loop)"
tap_equal 'a weak function before it keeps its own code' 'move_vectors 0x0000800c 0x00008010 ' \
    "$(shown mover move_vectors)"
expect 'a label of literals is no code' 1 "$work/mover" show "$work/mover" bytes_left
expect 'labels in a function give no warning' 0 - show "$work/mover"

# ---- contradictions ------------------------------------------------------------------------------

# FILE ADDRESS NAME: the mapping symbol at ADDRESS gets this NAME.
cat >"$work/wrong.py" <<'END_PY'
import struct, sys
path, address, to = sys.argv[1], int(sys.argv[2], 16), sys.argv[3].encode() + b"\0"
data = bytearray(open(path, "rb").read())
offset, = struct.unpack_from("<I", data, 32)
count, = struct.unpack_from("<H", data, 48)
sections = [struct.unpack_from("<10I", data, offset + 40 * i) for i in range(count)]
table = next(s for s in sections if s[1] == 2)
names = sections[table[6]][4]
name = data.index(b"\0" + to, names) + 1 - names
for at in range(table[4], table[4] + table[5], 16):
    found, value = struct.unpack_from("<II", data, at)
    if value == address and data[names + found] == ord("$"):
        struct.pack_into("<I", data, at, name)
open(path, "wb").write(data)
END_PY

make_image pump <<'END_S'
        .syntax unified
        .text
        .arm
        .global _start
        .type _start, %function
_start: bl pump
        bl drain
        b _start
        .word 1
        .size _start, . - _start
        .thumb
        .type pump, %function
        .thumb_func
pump:   push {r4, lr}
        movs r4, #1
        blx drain
        pop {r4, pc}
        .balign 4
        .word 0x12345678
        .size pump, . - pump
        .arm
        .type drain, %function
drain:  push {r4, lr}
        pop {r4, pc}
        .size drain, . - drain
END_S
expect 'no contradiction, no warning' 0 - show "$work/pump"
cp "$work/out" "$work/right"

# WHAT ADDRESS TO: the wrong mapping symbol is reported, and the code is read as before
contradiction() {
    cp "$work/pump" "$work/wrong"
    python3 "$work/wrong.py" "$work/wrong" "$2" "$3"
    expect "$1: one warning" 0 "$work/wrong" show "$work/wrong"
    tap_check "$1: the warning says what is wrong" grep -q 'the function symbol says' "$work/err"
    tap_check "$1: the warning names no other functions" sh -c '! grep -q more "$1"' - "$work/err"
    tap_check "$1: the code is read as the function symbol says" cmp "$work/out" "$work/right"
    run check "$work/wrong" --json
    cp "$work/out" "$work/json"
    run check "$work/pump" --json
    tap_check "$1: it is counted" grep -q '"symbols_contradicting": *1[,}]' "$work/json"
    tap_equal "$1: the proof is the same" "$(grep -v symbols_contradicting "$work/out")" \
        "$(grep -v symbols_contradicting "$work/json")"
}
# shellcheck disable=SC2016 # the names of mapping symbols
{
    contradiction 'Thumb code said to be ARM' 8010 '$a'
    contradiction 'Thumb code said to be data' 8010 '$d'
    contradiction 'ARM code said to be Thumb' 8020 '$t'
    contradiction 'ARM code said to be data' 8020 '$d'
    contradiction 'ARM code at a root said to be data' 8000 '$d'
}

# The symbol of level loses its Thumb bit. Its caller, BL in Thumb code, agrees with $t.
make_image callers <<'END_S'
        .syntax unified
        .text
        .thumb
        .global _start
        .type _start, %function
        .thumb_func
_start: bl level
        b.w _start
        .size _start, . - _start
        .type level, %function
        .thumb_func
level:  nop
        bx lr
        .size level, . - level
END_S
cp "$work/callers" "$work/even"
python3 - "$work/even" <<'END_PY'
import struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
at = data.index(struct.pack("<II", 0x8009, 4))
struct.pack_into("<I", data, at, 0x8008)
open(sys.argv[1], "wb").write(data)
END_PY
run show "$work/callers"
cp "$work/out" "$work/right"
expect 'a function symbol against its callers: one warning' 0 "$work/even" show "$work/even"
tap_check 'a function symbol against its callers: they win' cmp "$work/out" "$work/right"

# ---- objects in code sections --------------------------------------------------------------------

# Data after code in one section, without $d: the symbol of the object says that it is data.
cat >"$work/objects.ld" <<'END_LD'
SECTIONS { .text 0x8000 : { *(.text) *(.constants) } }
END_LD
make_object_image() {
    cat >"$work/$1.s"
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-T,"$work/objects.ld" "$work/$1.s" \
        -o "$work/$1"
    # shellcheck disable=SC2016 # the name of a mapping symbol
    arm-none-eabi-objcopy -w --strip-symbol='$d' "$work/$1"
}
make_object_image objects <<'END_S'
        .syntax unified
        .text
        .arm
        .global _start
        .type _start, %function
_start: b _start
        .size _start, . - _start
        .section .constants, "a", %progbits
        .type speeds, %object
speeds: .word 0xe1a00000, 0xe1a00001, 0xe1a00002
        .size speeds, . - speeds
        .word 0xe1a00003
        .type names, %object
names:  .asciz "abcdefghijk"
        .size names, . - names
        .text
        .type stop, %function
stop:   b stop
        .size stop, . - stop
        .section .constants, "a", %progbits
        .type last, %function
last:   bx lr
        .size last, . - last
END_S
run check "$work/objects" --json
tap_equal 'objects in a code section are no instructions' 3 \
    "$(sed -n 's/^ *"instructions": *\([0-9]*\),.*/\1/p' "$work/out" | head -n 1)"

# ---- code without symbols ------------------------------------------------------------------------

arm-none-eabi-objcopy -w --strip-symbol='*samples*' --strip-symbol='by_*' "$FIRMWARE" \
    "$work/partial"
expect 'code without a function symbol' 0 "$work/partial" show "$work/partial" main
tap_check 'code without a function symbol is counted' \
    grep -q 'no function symbol covers this code: [0-9]* bytes in [0-9]* ranges' "$work/err"

# Mapping symbols say that there is code, but no symbol has a name
arm-none-eabi-objcopy --strip-debug "$FIRMWARE" "$work/plain"
arm-none-eabi-nm "$work/plain" | awk '$2 ~ /[tTwW]/ { print $3 }' | grep -v '^\$' >"$work/names"
arm-none-eabi-objcopy --strip-symbols="$work/names" "$work/plain" "$work/unnamed"
run show "$work/unnamed"
tap_check 'code without any function symbol is counted' \
    grep -q 'no function symbol covers this code: [0-9]* bytes in [0-9]* ranges' "$work/err"

# Without mapping symbols and without some function symbols: functions with the same rules are found
# shellcheck disable=SC2016 # the names of mapping symbols
arm-none-eabi-objcopy -w --strip-symbol='$*' --strip-symbol='*samples*' --strip-symbol='by_*' \
    "$work/plain" "$work/gaps"
# IMAGE: prints address, instruction and rule of the functions that lack a symbol
rules_of_samples() {
    for name in by_celsius samples_sort; do
        run show "$1" "0x$(arm-none-eabi-nm "$work/plain" | sed -n "s/ [tT] $name\$//p")" --fast
        grep '^0x.* [a-z]*  *cfa=' "$work/out"
    done
}
rules_of_samples "$work/plain" >"$work/right"
tap_check 'functions without a symbol: there is something to compare' \
    test "$(wc -l <"$work/right")" -gt 20
rules_of_samples "$work/gaps" >"$work/found"
tap_check 'functions without a symbol: their rules are those of the whole image' \
    cmp "$work/right" "$work/found"
run check "$work/gaps" --fast --json
tap_check 'functions without a symbol: nearly nothing is unknown' \
    test "$(sed -n 's/^  "unknown": \([0-9]*\),/\1/p' "$work/out" | head -n 1)" -lt 150

# ---- dynamic symbols -----------------------------------------------------------------------------

# A stripped shared object still has its dynamic symbols.
cat >"$work/filter.c" <<'END_C'
int filter_gain = 3;
static __attribute__((noinline)) int scaled(int x) { return x * filter_gain; }
__attribute__((noinline)) int filter_step(int x) { return scaled(x) + 1; }
int filter_run(int x) { return filter_step(filter_step(x)) + 1; }
END_C
arm-none-eabi-gcc -c -mcpu=cortex-a9 -O1 -fpic "$work/filter.c" -o "$work/filter.o"
ld.lld-19 -shared "$work/filter.o" -o "$work/filter.so"
arm-none-eabi-strip --strip-all "$work/filter.so"
for name in filter_step filter_run; do
    run show "$work/filter.so" "$name"
    tap_check "a stripped shared object: $name has its name" grep -q "^$name:\$" "$work/out"
done
run show "$work/filter.so" filter_run --root=filter_run
tap_check 'a stripped shared object: --root accepts its symbols' grep -q ' root ' "$work/out"
run show "$work/filter.so"
tap_check 'a stripped shared object: a function without a symbol has its address as its name' \
    grep -q '^0x[0-9a-f]*:$' "$work/out"
tap_done
