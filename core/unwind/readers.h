/* SPDX-License-Identifier: MIT */
/*
 * Inside core: how unwind calls the readers of other tables: `--small` tables and other formats. It
 * calls them only through these structs, so that firmware links only the readers that it
 * references.
 */
#ifndef BOBBIN_READERS_H
#define BOBBIN_READERS_H

#include <bobbin/bobbin.h>

struct bobbin_rule;
struct foreign_table;
struct foreign_question;

struct bobbin_small {
    /*
     * Looks up ADDRESS like reading_find. RANGE is a record of cursor->reading.table and has
     * FORMAT_HOW_CODE. The caller has set env, table and trust of cursor->reading.
     */
    uint32_t (*find)(struct bobbin_cursor *cursor, const uint8_t *range, uint32_t address);
};

/* One reader. Readers are constants that firmware references in bobbin_env.foreign. */
struct bobbin_foreign {
    uint32_t number; /* enum format_foreign */
    /*
     * bits BOBBIN_PLACE_... of the registers that the format describes. Its rules lose all other
     * registers
     */
    uint32_t places;

    /*
     * Looks up QUESTION in TABLE and writes the rule to RULE. Only the lengths of TABLE's parts are
     * checked before. RULE starts as form FRAME on sp with every place SAME. Returns STOP_NONE,
     * NO_RULE, PC_OUTSIDE or CORRUPT, or the stop reason of gate_read.
     */
    enum bobbin_stop (*read)(const struct foreign_table *table,
                             const struct foreign_question *question, struct bobbin_rule *rule);

    /* foreign_step and foreign_rule_at, or functions that call them */
    bool (*step)(struct bobbin_cursor *cursor, const struct bobbin_env *env);
    enum bobbin_stop (*rule_at)(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                struct bobbin_rule *rule, enum bobbin_trust *trust);
};

#endif
