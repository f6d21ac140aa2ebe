/* SPDX-License-Identifier: MIT */
/*
 * Inside core: what the core knows of the unwind rule of a frame, in one word. In all of core a
 * variable `known` is such a word. Its value says which case it is:
 *
 *   0              KNOWN_LATER: nobody has looked the rule up yet
 *   1 .. 31        a stop reason (enum bobbin_stop): the trace ends at this frame
 *   32 .. 2^31-1   a run: a rule on sp that saves registers from r4 on and the return address
 *   bit 31 is set  a compact rule, or a reference to a long one (rule_word.h)
 *
 * table_format.h, section RULES, defines runs and rules. A cursor and the cache keep only what the
 * first range of the first table knows of a call; for all other frames the cursor has KNOWN_LATER.
 */
#ifndef BOBBIN_KNOWN_H
#define BOBBIN_KNOWN_H

#include "../format/bytes.h"
#include "../format/table_format.h"
#include <bobbin/bobbin.h>

#define KNOWN_LATER 0u
#define KNOWN_RUN   (1u << FORMAT_RUN_CFA_SHIFT) /* the smallest run */

_Static_assert(BOBBIN_STOPS <= KNOWN_RUN, "a stop reason is no run");

/* A rule has at least one of these bits: bit 31, or the cfa words of a run, which are not 0. */
#define KNOWN_RULE (FORMAT_RULE_WORD | ((1u << FORMAT_RUN_CFA_BITS) - 1) << FORMAT_RUN_CFA_SHIFT)

/* Whether KNOWN is a run, a compact rule or a reference to a long one. */
static inline bool known_is_rule(uint32_t known)
{
    return known >= KNOWN_RUN;
}

static inline bool known_is_run(uint32_t known)
{
    return (int32_t)known >= (int32_t)KNOWN_RUN;
}

/* Whether WORD, read from a table that may be damaged, is one of the cases above. */
static inline bool known_is_valid(uint32_t word)
{
    return (word & KNOWN_RULE) || !known_is_rule(word);
}

/*
 * Bytes from sp to the end of the highest slot of RUN. Its end is the cfa, unless the run has a
 * home.
 */
static inline uint32_t known_run_bytes(uint32_t run)
{
    return 4 * bytes_field(run, FORMAT_RUN_CFA_SHIFT, FORMAT_RUN_CFA_BITS);
}

/*
 * How many registers RUN saves, 0 to 8, if it saves nothing else but the return address. A larger
 * number (FORMAT_RUN_REST; others in a damaged table): the run also has a home or doubles, and
 * known_run_registers is the count.
 */
static inline uint32_t known_run_count(uint32_t run)
{
    return bytes_field(run, 0, FORMAT_RUN_COUNT_BITS);
}

/*
 * The number of registers, 0 to 8, of a run whose known_run_count is more than 8. Never more than
 * 8, in a damaged table too.
 */
static inline uint32_t known_run_registers(uint32_t run)
{
    uint32_t registers = bytes_field(run, FORMAT_RUN_REGISTERS_SHIFT, FORMAT_RUN_COUNT_BITS);

    return registers < 8 ? registers : 8;
}

/*
 * For a run whose known_run_count is more than 8: gap and number of doubles, packed as in a compact
 * rule from FORMAT_RULE_VFP_SHIFT on.
 */
static inline uint32_t known_run_doubles(uint32_t run)
{
    return bytes_field(run, FORMAT_RUN_VFP_SHIFT, FORMAT_RULE_VFP_BITS + 1);
}

#endif
