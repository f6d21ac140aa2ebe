#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that no verb uses uninitialised memory; otherwise a proof could depend on chance. Valgrind
# detects this, the sanitizers do not. Run from the top folder.
set -u

. tests/cli/lib.sh
make_core
make_capture
UNWRITTEN=98
cat >"$work/bobbin" <<END
#!/bin/sh
exec valgrind -q --error-exitcode=$UNWRITTEN build/bobbin "\$@"
END
chmod +x "$work/bobbin"
BOBBIN=$work/bobbin RUN_SECONDS=120

# WORD...: under valgrind, the tool with these arguments must end as without it
watch() {
    expect "bobbin $*" 0 - "$@"
}

# A C program, assembly, and a program with GNU extensions.
ASSEMBLY=build/fw/versatile-r5f/gcc-thumb-o0-lto-soft/asm.elf
for image in "$FIRMWARE" "$ASSEMBLY" build/fw/vexpress-a9/gcc-arm-o3-lld-a15/gnu.elf; do
    watch check "$image"
    watch check --small "$image"
done
for verb in table show size; do
    # shellcheck disable=SC2046 # words
    watch "$verb" "$ASSEMBLY" $(words_of "$verb")
done
for verb in decode unwind profile; do
    # shellcheck disable=SC2046 # words
    watch "$verb" "$FIRMWARE" $(words_of "$verb")
done
# The run must see the crash.
watch_run() {
    run run --image="$FIRMWARE" --format=github --junit="$work/j" --sarif="$work/s" \
        -o "$work/o" "$@"
    tap_equal "bobbin run $*: a crash, and no message of valgrind" "121 0" \
        "$status $(grep -c '^==' "$work/err")"
}
watch_run -- cat "$work/log"
watch_run --json --hide-reports -t 60 --until=nothing -- cat "$work/log"
tap_done
