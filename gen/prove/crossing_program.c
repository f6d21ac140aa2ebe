/* SPDX-License-Identifier: MIT */
#include "prove/crossing_program.h"

#include "core/cross/program_find.h"
#include "core/format/bytes.h"
#include "prove/core_query.h"

bool crossing_program_any(const struct bobbin_table *table)
{
    return table->bytes[CROSSING_HEADER] & CROSSING_HEADER_FLAG;
}

enum bobbin_stop crossing_program_find(const struct bobbin_table *table,
                                       const struct image_instruction *at, enum bobbin_kind kind,
                                       struct crossing_program *program)
{
    struct bobbin_env env = {.tables = table, .tables_count = 1};
    struct bobbin_cursor cursor = core_query_cursor(at, kind);
    struct program found;
    enum bobbin_stop stop = program_find(&cursor, &env, &found);

    program->count = 0;
    if (stop != BOBBIN_STOP_NONE)
        return stop;
    program->mode = (uint8_t)found.mode;
    for (const uint8_t *at_word = found.word;
         at_word + 4 <= found.end && program->count < CROSSING_PROGRAM_MAX; at_word += 4)
        program->word[program->count++] = bytes_u32(at_word);
    return BOBBIN_STOP_NONE;
}
