/* SPDX-License-Identifier: MIT */
/*
 * Plain rows, as in LUL: u32 address, u16 bytes, u16 number of a rule. The rules are counted as in
 * Bobbin's table.
 */
#include <stdlib.h>

#include "encode/rule_words.h"
#include "encode/rules_section.h"
#include "formats/counted/counters.h"

enum { ROW_BYTES = 8, LENGTH_MAX = 0xffff };

static uint32_t rules_bytes(const struct rule_set *dictionary)
{
    struct buffer rules = {0}, long_rules = {0};
    uint32_t bytes;

    encode_rules(dictionary, &rules, &long_rules);
    bytes = (uint32_t)(rules.size + long_rules.size);
    free(rules.bytes);
    free(long_rules.bytes);
    return bytes;
}

void count_rows(const struct counter *counter, const struct reference *reference, struct count *out)
{
    const struct rows *rows = &reference->list.rows;
    struct rule_set dictionary;
    uint32_t count = 0, last = 0, end = 0, length = 0;

    (void)counter;
    rule_set_build(&dictionary, rows);
    for (const struct row *row = rows->row; row < rows->row + rows->count; row++) {
        uint32_t number = rule_set_number(&dictionary, row);
        uint32_t bytes = row->end - row->start;
        if (!number)
            continue;
        out->code_bytes += bytes;
        if (number != last || row->start != end || length + bytes > LENGTH_MAX) {
            count += (bytes + LENGTH_MAX - 1) / LENGTH_MAX;
            length = 0;
        }
        length += bytes;
        last = number;
        end = row->end;
    }
    out->expressed_bytes = out->code_bytes;
    out->share[0] = (struct format_share){"rows", count * ROW_BYTES};
    out->share[1] = (struct format_share){"rules", rules_bytes(&dictionary)};
    rule_set_free(&dictionary);
}
