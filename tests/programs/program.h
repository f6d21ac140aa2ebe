/* SPDX-License-Identifier: MIT */
/*
 * Shared by the programs of the matrix. Each defines `program`. main runs its round as often as the
 * command line says (`repeat=N`), prints one line, "ok NAME: ..." or "not ok NAME: ...", and exits
 * with status 0 or 1.
 *
 * Nearly every instruction of these programs shall be executed. So a check has no branch: it
 * counts, and remembers the last failure.
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
    /* NUMBER is 0, 1, ...; each round does the same work with other data */
    void (*round)(uint32_t number);
    /* the default without `repeat=N`: a few hundred thousand instructions */
    uint32_t rounds;
};

extern const struct program program;

#define CHECK_TEXT(line)  #line
#define CHECK_PLACE(line) CHECK_TEXT(line)
#define CHECK(ok)         check((ok), __FILE__ ":" CHECK_PLACE(__LINE__))

void check(bool ok, const char *where);

/* Keeps a call a call: the function is not inlined. */
#define APART __attribute__((noinline))

/* Returns VALUE. The compiler cannot know it, so it cannot compute the result in advance. */
static inline uint32_t opaque(uint32_t value)
{
    __asm__ volatile("" : "+r"(value));
    return value;
}

/* The next of a series of pseudo-random numbers (Marsaglia's xorshift); never 0. */
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
