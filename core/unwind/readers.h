/* SPDX-License-Identifier: MIT */
/*
 * Inside core: the readers of tables that are not fast, as unwind calls them: through these structs
 * alone.
 */
#ifndef BOBBIN_READERS_H
#define BOBBIN_READERS_H

#include <bobbin/bobbin.h>

struct bobbin_rule;
struct foreign_table;
struct foreign_question;

struct bobbin_small {
    /*
     * As reading_find, at ADDRESS by RANGE, a record of the table of the reading, which has
     * FORMAT_HOW_CODE.
     */
    uint32_t (*find)(struct bobbin_cursor *cursor, const uint8_t *range, uint32_t address);
};

/* One reader. Readers are constants that firmware references in bobbin_env.foreign. */
struct bobbin_foreign {
    uint32_t number; /* enum format_foreign */
    /* bit BOBBIN_PLACE_...: the format describes it. Its rules lose all other registers */
    uint32_t places;

    /*
     * Looks up QUESTION in TABLE and writes the rule to RULE. Only the lengths of TABLE's parts are
     * checked before. RULE starts as form FRAME on sp with every place SAME. Returns STOP_NONE,
     * NO_RULE, PC_OUTSIDE or CORRUPT, or the stop reason of gate_read.
     */
    enum bobbin_stop (*read)(const struct foreign_table *table,
                             const struct foreign_question *question, struct bobbin_rule *rule);

    /* foreign_step and foreign_rule_at, or a function that wraps them */
    bool (*step)(struct bobbin_cursor *cursor, const struct bobbin_env *env);
    enum bobbin_stop (*rule_at)(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                struct bobbin_rule *rule, enum bobbin_trust *trust);
};

#endif
