/* SPDX-License-Identifier: MIT */
/*
 * Shared by all fuzzers. Each fuzzer is one function, LLVMFuzzerTestOneInput, which derives its
 * decisions from the input bytes.
 *
 * fuzz_main.c generates the bytes from the number of the input, so that number repeats a failure.
 * libFuzzer can also supply the bytes.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Source of decisions: the input bytes, then a pseudo-random sequence derived from them. */
struct fuzz_source {
    const uint8_t *data;
    size_t size;
    uint64_t state;
};

void fuzz_source_begin(struct fuzz_source *source, const uint8_t *data, size_t size);
uint32_t fuzz_u32(struct fuzz_source *source);
uint32_t fuzz_below(struct fuzz_source *source, uint32_t limit); /* 0..limit - 1; limit not 0 */
bool fuzz_one_in(struct fuzz_source *source, uint32_t n);

/*
 * Changes some of the SIZE bytes: flips bits, adds small numbers, writes extreme values, copies
 * stretches.
 */
void fuzz_mutate(struct fuzz_source *source, uint8_t *bytes, uint32_t size);

/* Prints WHAT, the condition that does not hold, and ends the program. */
_Noreturn void fuzz_fail(const char *what);
#define fuzz_check(condition)                                                                      \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fuzz_fail(#condition);                                                                 \
    } while (0)

#endif
