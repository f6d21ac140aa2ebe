/* SPDX-License-Identifier: MIT */
/*
 * Formats of which only the bytes are counted; bobbin has no reader for them. Each counter lays out
 * the rows of the reference exactly as the format's own writer does. Rows that the format cannot
 * express are left out and reported. Personality routines and their data are not counted.
 */
#ifndef GEN_COUNTED_COUNTS_H
#define GEN_COUNTED_COUNTS_H

#include "formats/format.h"
#include "reference/reference.h"

struct count {
    /* the first element without a name ends the list */
    struct format_share share[FORMAT_SHARES_MAX];
    uint64_t code_bytes; /* bytes of code with a rule, in functions or in the whole image */
    /* of these, bytes whose rule the format expresses, for the registers that it describes */
    uint64_t expressed_bytes;
    uint32_t functions_dropped; /* left out completely, or left to another format */
};

struct counter {
    const char *name;
    uint32_t variant;  /* meaning defined by the counter */
    const char *lacks; /* a line about what the format cannot express */
    void (*count)(const struct counter *counter, const struct reference *reference,
                  struct count *out);
};

#define COUNTERS 7
extern const struct counter counters[COUNTERS];

uint32_t count_bytes(const struct count *count);

/* ---- for counters ---------------------------------------------------------------------------- */

/* The rows of a function, or of a whole range of code. */
struct span {
    uint32_t start, end;
    bool thumb;
    const struct row *row, *row_end;
};

/*
 * Finds the next function. *AT is the position in the list of symbols; set it to 0 to start. Each
 * address with a function symbol begins a function, which ends at the next such address at the
 * latest.
 */
bool span_next_function(const struct reference *reference, size_t *at, struct span *span);
bool span_next_range(const struct reference *reference, size_t *at, struct span *span);

/* Returns how many bytes of ROW are in SPAN. Sets *START to the address of the first one. */
uint32_t span_clip(const struct span *span, const struct row *row, uint32_t *start);

/*
 * Returns a row with the rule that holds at most bytes of SPAN, or NULL if SPAN has no rule. The
 * rule at a function's entry is chosen only if there is no other.
 */
const struct row *span_body(const struct span *span);

/* Whether ROW has a rule, and the rule does not depend on the flags. */
bool row_is_plain(const struct row *row);

/* A rule of a format that describes only cfa, return address and frame pointer. */
struct brief {
    enum brief_kind {
        BRIEF_NONE,  /* no rule */
        BRIEF_DATA,  /* no code; any rule is right */
        BRIEF_OTHER, /* a rule that this struct cannot express */
        BRIEF_ROOT,
        BRIEF_FRAME
    } kind;
    uint8_t cfa_register;
    bool ra_saved, fp_saved;
    int32_t cfa_offset, ra_offset, fp_offset; /* relative to the cfa; 0 if not saved */
};

/* Returns 7 (r7) in Thumb code, else 11. */
static inline uint32_t brief_fp(bool thumb)
{
    return thumb ? 7 : 11;
}

struct brief brief_of(const struct row *row, bool thumb);
bool brief_equal(const struct brief *a, const struct brief *b);

#endif
