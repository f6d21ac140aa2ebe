/* SPDX-License-Identifier: MIT */
/*
 * Tables of groups for tests, and their rules in the tool's text form.
 *
 * The words were composed by hand from the proposal, its discussion thread and
 * core/foreign/groups.h.
 */
#ifndef GROUPS_SUBJECT_H
#define GROUPS_SUBJECT_H

#include <stddef.h>

#include <bobbin/bobbin.h>

#define GROUPS_CODE       0x10000u /* start of the code; the tables count from here */
#define GROUPS_CODE_BYTES 0x4000u

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The parts of a table. Parts that are not set are empty. */
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

/*
 * From START to END - 1, offsets in the code, the rule is TEXT. Without a rule, TEXT is the reason.
 */
struct groups_wanted {
    uint32_t start, end;
    const char *text;
};

/* A table of PARTS. Its bytes are an allocation of their exact size. */
struct groups_subject {
    uint8_t *bytes;
    uint32_t size_bytes;
    struct bobbin_table table;
    struct bobbin_env env;
};

/* The caller calls groups_free. */
void groups_set_up(struct groups_subject *subject, const struct groups_parts *parts);
void groups_free(struct groups_subject *subject);

/*
 * Looks up ADDRESS, an offset in the code, as an interrupted pc or as a call. TEXT has
 * GROUPS_TEXT_MAX bytes.
 */
#define GROUPS_TEXT_MAX 400
const char *groups_ask(const struct groups_subject *subject, uint32_t address,
                       enum bobbin_kind kind, char *text);

/* Looks up every halfword of the code. Fails the test if a result differs from the wanted one. */
void groups_expect(const struct groups_subject *subject, const struct groups_wanted *wanted,
                   size_t count);

/* Does the same for a table of PARTS. */
void groups_expect_of(const struct groups_parts *parts, const struct groups_wanted *wanted,
                      size_t count);

#endif
