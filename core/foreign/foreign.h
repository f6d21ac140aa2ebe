/* SPDX-License-Identifier: MIT */
/*
 * Inside core: what the readers of other formats share. Each reader fills one struct
 * bobbin_foreign, and no reader knows another. The core reaches all of this only through
 * bobbin_env.foreign, so firmware that references no reader links none of this code.
 *
 * Tables are untrusted. A reader checks each offset and length, and never reads outside its parts.
 */
#ifndef BOBBIN_FOREIGN_H
#define BOBBIN_FOREIGN_H

#include "../format/bytes.h"
#include "../format/table_format.h"
#include "../unwind/readers.h"
#include <bobbin/formats.h>
#include <bobbin/rule.h>

/* For struct bobbin_foreign: the format describes the return address, r4-r11 and d8-d15. */
#define FOREIGN_ALL_PLACES ((1u << BOBBIN_PLACES) - 1)

/* A part of FOREIGN (TABLE.md 8). BYTES is at a multiple of 4. */
struct foreign_part {
    const uint8_t *bytes;
    uint32_t size_bytes;
};

/* A table of another format, and the data that its reader may use. */
struct foreign_table {
    struct foreign_part part[FORMAT_FOREIGN_PARTS];
    struct bobbin_kept *cache; /* bobbin_env.foreign_cache for the first table; otherwise NULL */

    /*
     * For readers that need other memory of the image, with gate_read(CURSOR, ...). They may use
     * all of CURSOR->reading except env. LOAD_BIAS is the distance from linked addresses to memory.
     */
    struct bobbin_cursor *cursor;
    uint32_t load_bias;
};

/*
 * How many of COUNT ascending numbers are at most VALUE, by binary search. Each number has
 * SIZE_BYTES, 2 or 4, and is aligned. STRIDE is the distance between two of them in bytes.
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

/* FOREIGN of TABLE; NULL: TABLE has none. */
static inline const uint8_t *foreign_section(const struct bobbin_table *table)
{
    const uint8_t *range = table->ranges;

    return table->ranges_count && (range[FORMAT_RANGE_HOW] & FORMAT_HOW_FOREIGN)
               ? table->bytes + bytes_word(range + FORMAT_RANGE_ROWS)
               : 0;
}

/* The address whose rule a reader looks up. */
struct foreign_question {
    /* the result of bobbin_lookup_address, relative to the base of the table */
    uint32_t address;
    bool interrupted; /* the frame was interrupted there; otherwise it is a call frame */
};

struct code_op;

/*
 * Decodes the instruction at ADDRESS in memory. ARM or Thumb state is that of TABLE->cursor. An IT
 * instruction yields CODE_STOP. Returns STOP_NONE, or the stop reason of gate_read.
 */
enum bobbin_stop foreign_instruction(const struct foreign_table *table, uint32_t address,
                                     struct code_op *op);

/*
 * bobbin_step and bobbin_rule_at for a pc without a rule in Bobbin's own format. foreign_rule_at
 * does not change *TRUST, and uses only pc, kind and reads of CURSOR.
 */
bool foreign_step(struct bobbin_cursor *cursor, const struct bobbin_env *env);
enum bobbin_stop foreign_rule_at(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                 struct bobbin_rule *rule, enum bobbin_trust *trust);

#endif
