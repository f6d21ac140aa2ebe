/* SPDX-License-Identifier: MIT */
/*
 * Inside core: finds the rule of a frame and writes it to cursor->reading. The rule may be derived
 * from the code at run time. Nothing here is trusted: the generator runs these functions at every
 * instruction of the image, and writes an explicit row wherever they would be wrong.
 */
#ifndef BOBBIN_READING_H
#define BOBBIN_READING_H

#include "find.h"
#include "rule_word.h"

/*
 * How many instructions reading_forward reads from the pc on, across unconditional branches. A
 * table may say that it reads up to READING_AHEAD_MAX more (table_format.h, RANGES: ahead).
 */
#define READING_MAX       6
#define READING_AHEAD_MAX 255

/*
 * Looks up the pc of CURSOR in all ranges of all tables. ADDRESS is find_key(cursor). Returns a
 * word of known.h. NONE means that a `--small` table has already written the rule to
 * cursor->reading. Else only cursor->reading.table changes.
 */
uint32_t reading_find(struct bobbin_cursor *cursor, uint32_t address);

/*
 * Writes the rule that KNOWN stands for to cursor->reading. If that is a body rule and the frame is
 * of kind interrupted, reading_forward adapts it. For NONE (see reading_find) the rule stays.
 * Returns STOP_NONE, or the reason why there is no rule.
 */
enum bobbin_stop reading_take(struct bobbin_cursor *cursor, uint32_t known);

/*
 * cursor->reading has a compact rule that holds between prologue and epilogue of the interrupted
 * function. Adapts it to the pc if the code from there on decides it; the trust is then CODE.
 * Returns STOP_NONE, or the stop reason of gate_read.
 */
enum bobbin_stop reading_forward(struct bobbin_cursor *cursor);

/*
 * Starts the search for a rule: sets up cursor->reading. Returns KNOWN, or looks up the pc in the
 * tables of ENV if KNOWN is KNOWN_LATER. Pass the result to reading_take.
 */
static inline uint32_t reading_begin(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                     uint32_t known)
{
    cursor->reading.env = env;
    cursor->reading.table = env->tables;
    cursor->reading.trust = BOBBIN_TRUST_TABLE;
    if (!env->tables_count)
        return BOBBIN_STOP_PC_OUTSIDE;
    if (known == KNOWN_LATER) {
        uint32_t address = find_key(cursor);
        known = find_rule(env->tables, address);
        if (known == KNOWN_LATER)
            known = reading_find(cursor, address);
    }
    return known;
}

/*
 * Sets the rule "nothing is saved": it holds at the first instruction of a function and after its
 * last one.
 */
static inline void reading_leave(struct bobbin_cursor *cursor)
{
    cursor->reading.word = 0;
    cursor->reading.cfa_offset = 0;
}

#endif
