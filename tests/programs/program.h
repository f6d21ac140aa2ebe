/* SPDX-License-Identifier: MIT */
/*
 * What the programs of the matrix share. Each defines `program`; main runs its round as often as the
 * command line says (`repeat=N`), prints one line, "ok NAME: ..." or "not ok NAME: ...", and ends
 * through exit with status 0 or 1.
 *
 * Nearly every instruction of these programs is to be executed, so a check has no branch of its own:
 * it counts, and remembers where it failed last.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct program {
    const char *name;
    void (*round)(uint32_t number); /* 0, 1, ...; the same work with other data */
    uint32_t rounds;                /* without `repeat=N`: a few hundred thousand instructions */
};

extern const struct program program;

#define CHECK_TEXT(line)  #line
#define CHECK_PLACE(line) CHECK_TEXT(line)
#define CHECK(ok)         check((ok), __FILE__ ":" CHECK_PLACE(__LINE__))

void check(bool ok, const char *where);

/* A call that the compiler has to make. */
#define APART __attribute__((noinline))

/* VALUE, of which the compiler knows nothing. */
static inline uint32_t opaque(uint32_t value)
{
    __asm__ volatile("" : "+r"(value));
    return value;
}

/* The next of a series of numbers that look random (Marsaglia's xorshift); never 0. */
static inline uint32_t mix(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

#ifdef __cplusplus
}
#endif

#endif
