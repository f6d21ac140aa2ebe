/* SPDX-License-Identifier: MIT */
#include "prove/crossing_program.h"

#include "core/cross/program_find.h"
#include "core/format/bytes.h"
#include "prove/core_query.h"
#include "rows/crossing_pack.h"

bool crossing_program_any(const struct bobbin_table *table)
{
    return table->bytes[CROSSING_HEADER] & CROSSING_HEADER_FLAG;
}

enum bobbin_stop crossing_program_find(const struct bobbin_table *table,
                                       const struct image_instruction *at, enum bobbin_kind kind,
                                       struct crossing_program *program)
{
    struct bobbin_cursor cursor = core_query_cursor(at, kind);
    uint32_t word[CROSSING_PROGRAM_MAX / 3], count = 0;
    struct program found;
    enum bobbin_stop stop = program_find(table, find_key(&cursor), &found);

    program->count = 0;
    if (stop != BOBBIN_STOP_NONE)
        return stop;
    if (bytes_u32(found.word) == (CROSSING_CHECK | CROSSING_CHECK_NEVER << CROSSING_KIND_SHIFT))
        return BOBBIN_STOP_NO_RULE;
    program->mode = (uint8_t)found.mode;
    for (const uint8_t *at_word = found.word;
         at_word + 4 <= found.end && count < CROSSING_PROGRAM_MAX / 3; at_word += 4)
        word[count++] = bytes_u32(at_word);
    program->count = crossing_unpack(word, count, program->mode, program->word);
    return BOBBIN_STOP_NONE;
}
