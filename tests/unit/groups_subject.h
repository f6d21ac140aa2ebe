/* SPDX-License-Identifier: MIT */
/*
 * Tables of groups for tests, from words that were put together by hand from what the proposal, the thread about it and
 * core/foreign/groups.h say; and what the reader finds in them, as the tool prints rules.
 */
#ifndef GROUPS_SUBJECT_H
#define GROUPS_SUBJECT_H

#include <stddef.h>

#include <bobbin/bobbin.h>

#define GROUPS_CODE       0x10000u /* where the code starts, from which the tables count */
#define GROUPS_CODE_BYTES 0x4000u

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The parts of a table; a part that is not named has no bytes. */
struct groups_parts {
    const void *part[4];
    uint32_t size_bytes[4];
};
#define PARTS_OF(words)                                                                            \
    {                                                                                              \
        {(words)},                                                                                 \
        {                                                                                          \
            sizeof(words)                                                                          \
        }                                                                                          \
    }

/* From START to END - 1, from the start of the code on, the rule is TEXT; without one, why. */
struct groups_wanted {
    uint32_t start, end;
    const char *text;
};

/* A table of PARTS. Its bytes end where their allocation does. */
struct groups_subject {
    uint8_t *bytes;
    uint32_t size_bytes;
    struct bobbin_table table;
    struct bobbin_env env;
};

/* Who asks for it calls groups_free. */
void groups_set_up(struct groups_subject *subject, const struct groups_parts *parts);
void groups_free(struct groups_subject *subject);

/*
 * What the reader says of ADDRESS, from the start of the code on, interrupted or a call there. TEXT is as long as
 * GROUPS_TEXT_MAX.
 */
#define GROUPS_TEXT_MAX 400
const char *groups_ask(const struct groups_subject *subject, uint32_t address,
                       enum bobbin_kind kind, char *text);

/* Fail the test when it is another than is wanted at any halfword. */
void groups_expect(const struct groups_subject *subject, const struct groups_wanted *wanted,
                   size_t count);

/* The same for a table of PARTS. */
void groups_expect_of(const struct groups_parts *parts, const struct groups_wanted *wanted,
                      size_t count);

#endif
