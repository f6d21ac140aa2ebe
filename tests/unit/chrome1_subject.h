/* SPDX-License-Identifier: MIT */
/*
 * Code with a table in Chromium's format of 2018, and expected results of its two readers.
 *
 * Numbers are hexadecimal, as in the published tests. Where the published tests have no result, the
 * expected one follows from the readers' sources.
 */
#ifndef CHROME1_SUBJECT_H
#define CHROME1_SUBJECT_H

#include <stddef.h>

#include <bobbin/bobbin.h>

#define BASE       0x10000u
#define CODE_BYTES 0x4000u
#define CHROME1    1u

enum chrome1_reader { HEAP, PROFILER };

/*
 * Result of a look-up: a stop reason, or the bytes from sp to the cfa, and from the cfa down to the
 * return address.
 */
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
    uint32_t address; /* offset from the base */
    struct answer heap, profiler;
};

/* A table with one part in Chromium's format. The bytes are an allocation of their exact size. */
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

/* One function from 0 to 0x2000 with one row: cfa 10, return address 4. */
#define ONE_FUNCTION_BYTES 22
extern const uint8_t one_function[ONE_FUNCTION_BYTES];

/*
 * Makes a table of PART for CODE_BYTES of code from CODE_START. Addresses in PART count from BASE.
 * The caller calls subject_free.
 */
void subject_set_up(struct subject *subject, const uint8_t *part, uint32_t size_bytes,
                    uint32_t code_start, uint32_t base);
void subject_free(struct subject *subject);

struct answer subject_ask(struct subject *subject, enum chrome1_reader reader, uint32_t pc);

/* Both fail the test if the result of a reader differs from the wanted one. */
void subject_expect(struct subject *subject, enum chrome1_reader reader, uint32_t pc,
                    const struct answer *wanted);
void subject_expect_all(struct subject *subject, uint32_t base, const struct vector *vectors,
                        size_t count);

#endif
