/* SPDX-License-Identifier: MIT */
/*
 * Inside core: a frame whose rule is looked for; and rules that are read from the code on the spot.
 * None of this is taken on trust: the generator runs it at every instruction of an image and writes
 * an explicit row wherever it would be wrong.
 */
#ifndef BOBBIN_READING_H
#define BOBBIN_READING_H

#include "find.h"
#include "rule_word.h"

/* So many instructions are looked at, from the pc on, over branches that are always taken. */
#define READING_MAX 6

/*
 * What is known of the pc of CURSOR, whose key is ADDRESS, by any range of any table; NONE: what
 * small->find has found is in its reading. Only the table is set else.
 */
uint32_t reading_find(struct bobbin_cursor *cursor, uint32_t address);

/*
 * The rule of CURSOR becomes what is KNOWN of its pc, or, if that is a body rule and code was
 * interrupted, what the code makes of it. LATER: the rule stays. STOP_NONE, or why there is none.
 */
enum bobbin_stop reading_take(struct bobbin_cursor *cursor, uint32_t known);

/*
 * The rule, a compact one, is what holds between prologue and epilogue of the function that was
 * interrupted: it becomes what holds at the pc, if the code from there on tells that; then the
 * trust is CODE. STOP_NONE, or why the code cannot be read.
 */
enum bobbin_stop reading_forward(struct bobbin_cursor *cursor);

/*
 * Begins a reading by ENV: what is known of the pc, if that is KNOWN to be LATER what is found. For
 * reading_take.
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
 * The rule becomes the one where nothing is saved: at the first instruction of a function, and
 * behind its last.
 */
static inline void reading_leave(struct bobbin_cursor *cursor)
{
    cursor->reading.word = 0;
    cursor->reading.cfa_offset = 0;
}

#endif
