/* SPDX-License-Identifier: MIT */
/*
 * Chromium's tables of 2018 for tests: a piece of code with one, and what their two readers say there. Numbers are what
 * was published, in hexadecimal; for addresses that the published tests leave out, what follows from the readers'
 * sources.
 */
#ifndef CHROME1_SUBJECT_H
#define CHROME1_SUBJECT_H

#include <stddef.h>

#include <bobbin/bobbin.h>

#define BASE       0x10000u
#define CODE_BYTES 0x4000u
#define CHROME1    1u

enum chrome1_reader { HEAP, PROFILER };

/* What a reader says of an address: a stop, or the bytes to the cfa and from there down to the return address. */
struct answer {
    enum bobbin_stop stop;
    uint32_t cfa, ra;
};
#define NOTHING                                                                                    \
    {                                                                                              \
        BOBBIN_STOP_NO_RULE, 0, 0                                                                  \
    }
#define FRAME(to_cfa, to_ra)                                                                       \
    {                                                                                              \
        BOBBIN_STOP_NONE, (to_cfa), (to_ra)                                                        \
    }
#define BY_LR (~0u) /* the return address is in lr */

struct vector {
    uint32_t address; /* from the base on */
    struct answer heap, profiler;
};

/* A table in which a part stands for the code from BASE on. Its bytes end where their allocation does. */
struct subject {
    uint8_t *bytes;
    struct bobbin_table table;
    struct bobbin_env env;
};

#define SAME_FRAME(address, to_cfa, to_ra)                                                         \
    {                                                                                              \
        (address), FRAME(to_cfa, to_ra), FRAME(to_cfa, to_ra)                                      \
    }
#define NONE_AT(address)                                                                           \
    {                                                                                              \
        (address), NOTHING, NOTHING                                                                \
    }
#define START_AT(address)                                                                          \
    {                                                                                              \
        (address), NOTHING, FRAME(0, BY_LR)                                                        \
    }

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* From 0 to 0x2000 one function with one row: cfa 10, return address 4. */
#define ONE_FUNCTION_BYTES 22
extern const uint8_t one_function[ONE_FUNCTION_BYTES];

/*
 * Gives SUBJECT the table of PART, which counts from BASE, and CODE_BYTES of code from CODE_START on. Who asks for it
 * calls subject_free.
 */
void subject_set_up(struct subject *subject, const uint8_t *part, uint32_t size_bytes,
                    uint32_t code_start, uint32_t base);
void subject_free(struct subject *subject);

struct answer subject_ask(struct subject *subject, enum chrome1_reader reader, uint32_t pc);

/* Both fail the test when the answers are others than those wanted. */
void subject_expect(struct subject *subject, enum chrome1_reader reader, uint32_t pc,
                    const struct answer *wanted);
void subject_expect_all(struct subject *subject, uint32_t base, const struct vector *vectors,
                        size_t count);

#endif
