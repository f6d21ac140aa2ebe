#!/bin/sh
# SPDX-License-Identifier: MIT
# abort() and a failed assert() of the C library end in a report. A firmware that defines these
# functions itself links, and its own run; with and without LTO. From the top.
set -u

. tests/tap.sh
. tests/integration/lib.sh
new_project project "$TREE"
cd "$WORK/project" || exit

cat >calls.c <<'END'
#include <assert.h>
#include <stdlib.h>

int main(void);
volatile int sensors;

int main(void)
{
#ifdef WITH_ASSERT
    assert(sensors == 1);
#else
    if (sensors == 0)
        abort();
#endif
    return 0;
}
END
cat >own.c <<'END'
#include <stdint.h>

void abort(void) __attribute__((noreturn));
void __assert_func(const char *, int, const char *, const char *) __attribute__((noreturn));
void __assert(const char *, int, const char *) __attribute__((noreturn));
void __stack_chk_fail(void) __attribute__((noreturn));
const uintptr_t __stack_chk_guard = 1;

static void __attribute__((noreturn)) own_end(void)
{
    __builtin_trap();
}

void abort(void)
{
    own_end();
}

void __assert_func(const char *file, int line, const char *function, const char *expression)
{
    (void)file, (void)line, (void)function, (void)expression;
    own_end();
}

void __assert(const char *file, int line, const char *expression)
{
    (void)file, (void)line, (void)expression;
    own_end();
}

void __stack_chk_fail(void)
{
    own_end();
}
END

# NAME SOURCE CAUSE CFLAGS: main.c is SOURCE, and the report has CAUSE
crash() {
    cat $2 >main.c
    rm -f main.o fw.elf
    tap_check "$1: it links" make -s -j2 CFLAGS="$4" BOBBIN_BUILD="build/${5-plain}"
    run_firmware fw.elf
    tap_equal "$1: the cause in the report" "$3" \
        "$(sed -n 's/^%bobbin [^ ]*[.]1 cause \([a-z-]*\) .*/\1/p' fw.elf.log)"
    tap_check "$1: the backtrace goes through main" sh -c 'echo "$1" | grep -q " main reset$"' - \
        "$(decoded fw.elf)"
}

crash "abort" calls.c abort "-Os -g"
crash "assert" calls.c assert "-Os -g -DWITH_ASSERT"
crash "an abort of the firmware's own" "calls.c own.c" undefined "-Os -g"
crash "a stack protector of the firmware's own" "calls.c own.c" undefined \
    "-Os -g -fstack-protector-all"
rm -f ./*.o
crash "abort, LTO" calls.c abort "-O2 -g -flto" lto
crash "an abort of the firmware's own, LTO" "calls.c own.c" undefined "-O2 -g -flto" lto
tap_done
