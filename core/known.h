/* SPDX-License-Identifier: MIT */
/* Inside core: what is known of a frame, in one word. */
#ifndef BOBBIN_KNOWN_H
#define BOBBIN_KNOWN_H

#include "bobbin.h"
#include "bytes.h"
#include "format.h"

/*
 * One of the first of these; or a run, KNOWN_RUN and more, as section RULES has it; or with KNOWN_RULE another word of
 * RULES: compact, or a long rule's. Of a call from code that is proved, a cursor and its cache keep it as it is; of all
 * else LATER.
 */
enum {
    KNOWN_OUTSIDE, /* in no code */
    KNOWN_LATER, /* in code; to be asked when it is stepped from, which takes more stack. Of one that is EXACT: it was never
                      meant to be executed */
    KNOWN_NONE,  /* in code; there is no rule */
    KNOWN_CORRUPT, /* the table makes no sense there */
    KNOWN_CODE,    /* the code has to tell the rule, or there is none that makes sense */
    KNOWN_ROOT,    /* there is no caller */
    KNOWN_RUN = 1 << FORMAT_RUN_COUNT_BITS,
};
#define KNOWN_RULE (1u << 31)

static inline bool known_is_run(uint32_t known)
{
    return (int32_t)known >= KNOWN_RUN;
}

static inline bool known_is_rule(uint32_t known)
{
    return known >= KNOWN_CODE;
}

/* The word of a long rule, or where there is none. */
#define KNOWN_LONG ((uint32_t)(BOBBIN_PC ^ BOBBIN_SP) << FORMAT_RULE_REGISTER_SHIFT)

/* The compact word of a run, but for its cfa. */
static inline uint32_t known_run_word(uint32_t run)
{
    return FORMAT_RULE_RA | (((1u << (run & FORMAT_RUN_COUNT_MAX)) - 1) & FORMAT_RULE_MASK);
}

/* From its register to its cfa. */
static inline uint32_t known_run_bytes(uint32_t run)
{
    return 4 * (run >> FORMAT_RUN_COUNT_BITS);
}

#endif
