/* SPDX-License-Identifier: MIT */
/* Nested inlined calls between removed functions. test_symbolizer.c has the line numbers. */
extern volatile int sink;

static inline __attribute__((always_inline)) int clamped(int x)
{
    if (x < sink)
        sink = x;
    return x * sink;
}

static inline __attribute__((always_inline)) int summed(int x)
{
    sink++;
    return clamped(x) + sink;
}

/* The linker removes it. It has the name of a live function. */
static __attribute__((noinline)) int first(int x)
{
    sink = x;
    return sink / 2;
}

/* The linker removes it. It is as long as _start in start.S. */
__attribute__((naked)) void dead_nops(void)
{
    __asm__("nop\n nop\n nop\n nop\n nop\n nop");
}

int dead_loop(int x)
{
    for (int i = 0; i < x; i++)
        sink += clamped(first(i));
    return sink;
}

__attribute__((noinline)) int outer(int x)
{
    sink--;
    return summed(x) + clamped(x + 1);
}
