/* SPDX-License-Identifier: MIT */
/*
 * The rows of an image as Chromium's writer of 2021 took them from clang, and the difference to all
 * rows. Clang wrote no rows for epilogues. The published writer ignored all rows of a function from
 * the first one on that releases a part of the frame.
 */
#include "formats/chrome2/chrome2_rows.h"

#include <stdlib.h>
#include <string.h>

#include "elf/function_walk.h"
#include "formats/chrome2/chrome2_bytecode.h"
#include "util/memory.h"

/*
 * Code that is farther than this from the other code gets no entries, because each 128 KiB of the
 * distance would cost one entry.
 */
enum { GAP_BYTES_MAX = 64 << 17 };

void chrome2_find_text(const struct row_list *list, struct chrome2_text *text)
{
    size_t low = 0;

    for (size_t i = 0; i < list->ranges_count; i++)
        if (list->range[i].size_bytes > list->range[low].size_bytes)
            low = i;
    *text = (struct chrome2_text){0, 0};
    if (!list->ranges_count)
        return;
    *text = (struct chrome2_text){list->range[low].start,
                                  list->range[low].start + list->range[low].size_bytes};
    for (size_t i = low; i-- > 0;)
        if (text->start - (list->range[i].start + list->range[i].size_bytes) <= GAP_BYTES_MAX)
            text->start = list->range[i].start;
        else
            break;
    for (size_t i = low + 1; i < list->ranges_count; i++)
        if (list->range[i].start - text->end <= GAP_BYTES_MAX)
            text->end = list->range[i].start + list->range[i].size_bytes;
        else
            break;
}

/* ---- the rows of a function ------------------------------------------------------------------ */

/* The function that is being read. */
struct reading {
    struct chrome2_rows *rows;
    size_t first;                   /* index of its first state */
    const struct bobbin_rule *last; /* rule of its last state; NULL: none yet */
    struct buffer bytes;            /* a sequence of instructions, reused */
};

static void add_state(struct reading *reading, uint32_t offset, const void *bytes, size_t size)
{
    struct chrome2_rows *rows = reading->rows;
    struct chrome2_state state = {offset, byte_pool_number(rows->sequences, bytes, size)};

    if (rows->states_count > reading->first &&
        rows->state[rows->states_count - 1].sequence == state.sequence)
        return;
    if (rows->states_count == reading->first)
        state.offset = 0;
    array_push(rows->state, rows->states_count, rows->states_capacity, state);
}

static void refuse(struct reading *reading, uint32_t offset)
{
    add_state(reading, offset, chrome2_refusal, sizeof(chrome2_refusal));
}

/* Whether RULE has a smaller frame than LAST, the rule before. */
static bool is_way_out(const struct bobbin_rule *rule, const struct bobbin_rule *last)
{
    if (rule->cfa_register != last->cfa_register)
        return rule->cfa_register == BOBBIN_SP;
    return rule->cfa_offset < last->cfa_offset;
}

/*
 * Adds ROW as the published writer did. OFFSET is its distance from the function's start. Returns
 * false if the published writer ignored this row and all later rows.
 */
static bool add_shipped(struct reading *reading, const struct row *row, uint32_t offset)
{
    if (offset == 0 && !rule_is_leaf(&row->rule)) {
        refuse(reading, 0);
        return false;
    }
    if (row->condition != CONDITION_ALWAYS || !chrome2_put_rule(&reading->bytes, &row->rule))
        return true;
    if (reading->last && is_way_out(&row->rule, reading->last))
        return false;
    reading->last = &row->rule;
    add_state(reading, offset, reading->bytes.bytes, reading->bytes.size);
    return true;
}

static void add_any(struct reading *reading, const struct row *row, uint32_t offset)
{
    if (chrome2_put_rule(&reading->bytes, &row->rule))
        add_state(reading, offset, reading->bytes.bytes, reading->bytes.size);
    else
        refuse(reading, offset);
}

static void read_rows(struct reading *reading, const struct row_list *list, uint32_t start,
                      uint32_t end, bool shipped)
{
    const struct row *row = row_list_find(list, start);
    bool is_valid = true;

    for (; is_valid && row && row < list->rows.row + list->rows.count && row->start < end; row++) {
        uint32_t offset = row->start < start ? 0 : row->start - start;
        reading->bytes.size = 0;
        if (row->source == ROW_DATA)
            continue;
        if (shipped)
            is_valid = add_shipped(reading, row, offset);
        else
            add_any(reading, row, offset);
    }
    if (reading->rows->states_count == reading->first)
        refuse(reading, 0);
    free(reading->bytes.bytes);
}

/* ---- all functions --------------------------------------------------------------------------- */

static void find_states(struct chrome2_rows *rows)
{
    for (size_t i = 0, first = 0; i < rows->functions_count; i++) {
        rows->function[i].states = rows->state + first;
        first += rows->function[i].states_count;
    }
}

/* Adds the padding before the next function to the function before the padding. */
static void close_gaps(struct chrome2_rows *rows, const struct image *image)
{
    for (size_t i = 0; i + 1 < rows->functions_count; i++) {
        struct chrome2_function *function = &rows->function[i];
        uint32_t end = function->address + function->size_bytes;
        uint32_t next = rows->function[i + 1].address;
        if (end < next && row_list_no_code(image, rows->text.start + end, rows->text.start + next))
            function->size_bytes += next - end;
    }
}

static void add_function(struct chrome2_rows *rows, struct chrome2_function function, size_t first)
{
    function.states_count = rows->states_count - first;
    array_push(rows->function, rows->functions_count, rows->functions_capacity, function);
}

void chrome2_gather(struct chrome2_rows *rows, const struct reference *reference, bool shipped)
{
    struct function_walk walk = {.image = reference->image};

    while (function_walk_next(&walk)) {
        struct chrome2_function function = {walk.start - rows->text.start, walk.end - walk.start,
                                            NULL, 0};
        struct reading reading = {.rows = rows, .first = rows->states_count};
        if (walk.start < rows->text.start || walk.end > rows->text.end) {
            rows->far++;
            continue;
        }
        read_rows(&reading, &reference->list, walk.start, walk.end, shipped);
        add_function(rows, function, reading.first);
    }
    close_gaps(rows, reference->image);
    find_states(rows);
}

/* ---- the difference of two lists ------------------------------------------------------------- */

/* Builds ranges of code whose states are not refusals. A range is open until a refusal is added. */
struct stretches {
    struct chrome2_rows *rows;
    size_t refusal;
    bool open;
};

static void open_stretch(struct stretches *stretches, uint32_t address)
{
    struct chrome2_rows *rows = stretches->rows;
    struct chrome2_function function = {address, 0, NULL, 0};

    stretches->open = true;
    array_push(rows->function, rows->functions_count, rows->functions_capacity, function);
}

/* Adds that SEQUENCE holds from ADDRESS on. */
static void add_change(struct stretches *stretches, uint32_t address, size_t sequence)
{
    struct chrome2_rows *rows = stretches->rows;
    struct chrome2_function *last;
    struct chrome2_state state = {0, sequence};

    if (!stretches->open && sequence == stretches->refusal)
        return;
    if (!stretches->open)
        open_stretch(stretches, address);
    else if (rows->state[rows->states_count - 1].sequence == sequence)
        return;
    last = &rows->function[rows->functions_count - 1];
    last->states_count++;
    state.offset = address - last->address;
    array_push(rows->state, rows->states_count, rows->states_capacity, state);
    stretches->open = sequence != stretches->refusal;
}

static void add_difference(struct stretches *stretches, const struct chrome2_function *all,
                           const struct chrome2_function *shipped)
{
    size_t i = 0, k = 0;

    for (uint32_t at = 0, next; at < all->size_bytes; at = next) {
        bool differs = all->states[i].sequence != shipped->states[k].sequence;
        add_change(stretches, all->address + at,
                   differs ? all->states[i].sequence : stretches->refusal);
        next = all->size_bytes;
        if (i + 1 < all->states_count && all->states[i + 1].offset < next)
            next = all->states[i + 1].offset;
        if (k + 1 < shipped->states_count && shipped->states[k + 1].offset < next)
            next = shipped->states[k + 1].offset;
        i += i + 1 < all->states_count && all->states[i + 1].offset == next;
        k += k + 1 < shipped->states_count && shipped->states[k + 1].offset == next;
    }
    add_change(stretches, all->address + all->size_bytes, stretches->refusal);
}

void chrome2_subtract(struct chrome2_rows *rows, const struct chrome2_rows *all,
                      const struct chrome2_rows *shipped)
{
    struct stretches stretches = {
        .rows = rows,
        .refusal = byte_pool_number(rows->sequences, chrome2_refusal, sizeof(chrome2_refusal))};
    uint32_t end = rows->text.end - rows->text.start;

    for (size_t i = 0; i < all->functions_count; i++)
        add_difference(&stretches, &all->function[i], &shipped->function[i]);
    for (size_t i = rows->functions_count; i-- > 0;) {
        rows->function[i].size_bytes = end - rows->function[i].address;
        end = rows->function[i].address;
    }
    find_states(rows);
}

void chrome2_rows_free(struct chrome2_rows *rows)
{
    free(rows->function);
    free(rows->state);
}
