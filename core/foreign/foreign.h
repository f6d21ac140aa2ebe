/* SPDX-License-Identifier: MIT */
/*
 * Inside core: readers of other formats. Each is one file that fills a struct bobbin_foreign and knows no other; what
 * they share is here, and is reached through that struct alone, so that who names none links nothing of this.
 */
#ifndef BOBBIN_FOREIGN_H
#define BOBBIN_FOREIGN_H

#include "../format/bytes.h"
#include "../format/table_format.h"
#include <bobbin/bobbin.h>

/* Every place: of a format that can tell of all. */
#define FOREIGN_ALL_PLACES ((1u << BOBBIN_PLACES) - 1)

/* A part of section FOREIGN: a multiple of 4 in memory. */
struct foreign_part {
    const uint8_t *bytes;
    uint32_t size_bytes;
};

struct foreign_table {
    struct foreign_part part[FORMAT_FOREIGN_PARTS];
    struct bobbin_kept *cache; /* the reader's, or NULL */

    /*
     * For readers of what lies elsewhere in the image, LOAD_BIAS away from where it was linked: by gate_read. Its reading
     * is theirs, but for env.
     */
    struct bobbin_cursor *cursor;
    uint32_t load_bias;
};

/*
 * How many of COUNT numbers of SIZE_BYTES, 2 or 4, STRIDE bytes apart, are VALUE or less: in binary search, as they
 * ascend.
 */
static inline __attribute__((always_inline)) uint32_t foreign_count(const uint8_t *numbers,
                                                                    uint32_t size_bytes,
                                                                    uint32_t stride, uint32_t count,
                                                                    uint32_t value)
{
    uint32_t low = 0;

    while (low < count) {
        uint32_t middle = low + (count - low) / 2;
        const uint8_t *at = numbers + stride * middle;
        if ((size_bytes == 4 ? bytes_word(at) : bytes_half(at)) <= value)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

/* The section FOREIGN of TABLE; NULL: it has none. */
static inline const uint8_t *foreign_section(const struct bobbin_table *table)
{
    const uint8_t *range = table->ranges;

    return table->ranges_count && (range[FORMAT_RANGE_HOW] & FORMAT_HOW_FOREIGN)
               ? table->bytes + bytes_word(range + FORMAT_RANGE_ROWS)
               : 0;
}

/* What is asked of a reader. */
struct foreign_question {
    /* as it is looked up (bobbin_lookup_address), from the base of the table on */
    uint32_t address;
    bool interrupted; /* there; else it belongs to a call */
};

struct code_op;

/*
 * The instruction at ADDRESS in memory, in the state of the cursor of TABLE; IT is CODE_STOP. Else what gate_read said.
 */
enum bobbin_stop foreign_instruction(const struct foreign_table *table, uint32_t address,
                                     struct code_op *op);

struct bobbin_foreign {
    uint32_t number; /* enum format_foreign */
    /* what the format can tell of: a bit a place. All others are lost by its rules */
    uint32_t places;

    /*
     * Reads TABLE, of which nothing is certain but the length of its parts. RULE is of form FRAME on sp, with all
     * places SAME; what the table says goes there. NONE, NO_RULE, PC_OUTSIDE or CORRUPT; or what
     * gate_read said.
     */
    enum bobbin_stop (*read)(const struct foreign_table *table,
                             const struct foreign_question *question, struct bobbin_rule *rule);

    /* foreign_step and foreign_rule_at */
    bool (*step)(struct bobbin_cursor *cursor, const struct bobbin_env *env);
    enum bobbin_stop (*rule_at)(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                struct bobbin_rule *rule, enum bobbin_trust *trust);
};

/*
 * Where no table of Bobbin's own has a rule: bobbin_step and bobbin_rule_at by env->foreign. TRUST is TABLE at first,
 * as it is for most. Of CURSOR foreign_rule_at needs pc, kind and the budget of reads.
 */
bool foreign_step(struct bobbin_cursor *cursor, const struct bobbin_env *env);
enum bobbin_stop foreign_rule_at(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                 struct bobbin_rule *rule, enum bobbin_trust *trust);

#endif
