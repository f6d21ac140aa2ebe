/* SPDX-License-Identifier: MIT */
/* A small image with everything that the tool reads: frames, inlined calls, a table of data. */
static volatile int sink;
static const int table[] = {1, 2, 3, 5};

static inline int weigh(int i)
{
    return table[i & 3] * i;
}

__attribute__((noinline)) static int walk(int depth)
{
    int here = weigh(depth);

    return depth > 0 ? here + walk(depth - 1) : here;
}

/* .ARM.exidx refers to these functions. They are never called here. */
void __aeabi_unwind_cpp_pr0(void);
void __aeabi_unwind_cpp_pr1(void);
void _start(void);

void __aeabi_unwind_cpp_pr0(void)
{
}

void __aeabi_unwind_cpp_pr1(void)
{
}

void _start(void)
{
    for (;;)
        sink = walk(sink);
}
