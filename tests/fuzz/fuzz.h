/* SPDX-License-Identifier: MIT */
/*
 * What the fuzzers share. Each is one function, LLVMFuzzerTestOneInput, that takes decisions from
 * the bytes it is given; fuzz_main.c feeds it bytes that depend on nothing but the number of the
 * input, so a finding is repeated by that number. libFuzzer can feed it as well.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Decisions: the bytes given, and behind their end a sequence that follows from them. */
struct fuzz_source {
    const uint8_t *data;
    size_t size;
    uint64_t state;
};

void fuzz_source_begin(struct fuzz_source *source, const uint8_t *data, size_t size);
uint32_t fuzz_u32(struct fuzz_source *source);
uint32_t fuzz_below(struct fuzz_source *source, uint32_t limit); /* 0..limit - 1; limit not 0 */
bool fuzz_one_in(struct fuzz_source *source, uint32_t n);

/* Changes some of the SIZE bytes: flips, small steps, extreme values, stretches copied elsewhere. */
void fuzz_mutate(struct fuzz_source *source, uint8_t *bytes, uint32_t size);

/* Ends the program with a line about what went wrong. */
_Noreturn void fuzz_fail(const char *what);
#define fuzz_check(condition)                                                                      \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fuzz_fail(#condition);                                                                 \
    } while (0)

#endif
