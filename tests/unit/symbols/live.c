/* SPDX-License-Identifier: MIT */
/*
 * first is linked first. The linker removes the functions before and after it. Most of them have
 * nearly the size of a live function, so only names and lines distinguish them.
 */
volatile int sink;

static inline int doubled(int x)
{
    sink += x;
    return sink;
}

int dead_before(int x)
{
    sink = x;
    sink = x + 1;
    sink = x + 2;
    return doubled(x);
}

int outer(int x);

__attribute__((section(".dead_twin"))) void dead_twin(void)
{
    sink = 1;
    outer(doubled(3));
    sink = 2;
}

__attribute__((section(".first"))) void first(void)
{
    sink = 1;
    outer(doubled(3));
    sink = 2;
}

int dead_behind(int x)
{
    sink = x;
    return sink + x;
}
