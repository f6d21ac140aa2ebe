/* SPDX-License-Identifier: MIT */
/*
 * Formats of which only the bytes are counted: nobody reads them here. Each is laid out for the
 * rows of the reference exactly, as its own writer does it; what it has no bits for is left out and
 * said. Of personality routines and their data nothing is counted.
 */
#ifndef GEN_COUNTS_H
#define GEN_COUNTS_H

#include "formats/format.h"
#include "reference/reference.h"

struct count {
    struct format_share share[FORMAT_SHARES_MAX]; /* up to one without a name */
    uint64_t code_bytes; /* of the image, that have a rule: those of FUNCTIONS, or all */
    uint64_t said_bytes; /* of these, whose rule it says, of those registers that it tells of */
    uint32_t functions_dropped; /* without anything, or left to another format */
};

struct counter {
    const char *name;
    uint32_t variant;  /* the counter's own */
    const char *lacks; /* what it does not say: a line */
    void (*count)(const struct counter *counter, const struct reference *reference,
                  struct count *out);
};

#define COUNTERS 7
extern const struct counter counters[COUNTERS];

uint32_t count_bytes(const struct count *count);

/* ---- for counters --------------------------------------------------------------------------- */

/* The rows of a function, or of a whole range of code. */
struct span {
    uint32_t start, end;
    bool thumb;
    const struct row *row, *row_end;
};

/*
 * The next function behind *AT, which is 0 at first: each address with a function symbol is one, up
 * to the next.
 */
bool span_next_function(const struct reference *reference, size_t *at, struct span *span);
bool span_next_range(const struct reference *reference, size_t *at, struct span *span);

/* How many bytes of ROW are in SPAN, from *START on. */
uint32_t span_clip(const struct span *span, const struct row *row, uint32_t *start);

/*
 * The row of SPAN that has most bytes, but for the rule at the entry of a function, unless there is
 * no other; NULL: no rule.
 */
const struct row *span_body(const struct span *span);

/* Whether ROW has a rule that depends on no flags. */
bool row_is_plain(const struct row *row);

/* What a format says that tells of cfa, return address and frame pointer alone. */
struct brief {
    enum brief_kind {
        BRIEF_NONE,  /* there is no rule */
        BRIEF_DATA,  /* nor code: no matter what is said */
        BRIEF_OTHER, /* there is one that cannot be said */
        BRIEF_ROOT,
        BRIEF_FRAME
    } kind;
    uint8_t cfa_register;
    bool ra_saved, fp_saved;
    int32_t cfa_offset, ra_offset, fp_offset; /* from the cfa; 0: not saved */
};

/* r11 in ARM code, r7 in Thumb code. */
static inline uint32_t brief_fp(bool thumb)
{
    return thumb ? 7 : 11;
}

struct brief brief_of(const struct row *row, bool thumb);
bool brief_equal(const struct brief *a, const struct brief *b);

void count_rows(const struct counter *counter, const struct reference *reference,
                struct count *out);
void count_orc(const struct counter *counter, const struct reference *reference, struct count *out);
void count_sframe(const struct counter *counter, const struct reference *reference,
                  struct count *out);
void count_apple(const struct counter *counter, const struct reference *reference,
                 struct count *out);
void count_windows(const struct counter *counter, const struct reference *reference,
                   struct count *out);

enum { ORC_X86, ORC_LOONGARCH };
enum { SFRAME_2, SFRAME_3 };

#endif
