/* SPDX-License-Identifier: MIT */
/*
 * Windows on ARM ("ARM exception handling", Microsoft's C++ documentation). Each function with a
 * frame takes 8 bytes in .pdata. It needs no more if its prologue is the common one, and if its
 * only epilogue is at the end and mirrors the prologue. Otherwise it has a record in .xdata: one or
 * two words, a word for each epilogue (none for an only epilogue at the end), and the codes of all.
 * Equal codes are stored once. An epilogue of one instruction needs none of these. Windows does not
 * run ARM code; it is counted like Thumb code of 32 bits.
 */
#include <stdlib.h>
#include <string.h>

#include "formats/counted/count_windows_codes.h"
#include "formats/counted/count_windows_function.h"
#include "formats/counted/counters.h"

enum {
    PDATA_BYTES = 8,
    PACKED_BYTES_MAX = 0x7ff * 2, /* of code */
    PACKED_ADJUST_MAX = 0x3f3 * 4,
    RECORD_BYTES_MAX = 0x3ffff * 2,
    CODES_SHORT_MAX = 15 * 4,
    EPILOGUES_SHORT_MAX = 31,
    INDEX_MAX = 255,
    INDEX_SHORT_MAX = 31, /* stored instead of the number of epilogues */
};

/* What is written for a function. */
struct record {
    const struct windows_function *function;
    size_t prologue;                     /* number of its instructions */
    struct buffer codes;                 /* those of the prologue come first */
    size_t prologue_codes, prologue_end; /* sizes in bytes, without and with the code END */
    bool is_common;                      /* the prologue fits in .pdata */
    uint32_t epilogues;
    bool ends_alike; /* the last epilogue mirrors the prologue */
    bool at_end;     /* the last epilogue is at the end of the function */
    size_t index;    /* of the codes of the last epilogue */
};

/* ---- the prologue ---------------------------------------------------------------------------- */

/*
 * The parts of a prologue that .pdata can express, in their order: store r0 to r3; one push; push
 * doubles, if r4 to r11 are not pushed; lower sp.
 */
struct common_prologue {
    bool homes, pushes, saves, folds, doubles, adjusts;
};

static bool take_push(struct common_prologue *common, uint32_t mask)
{
    uint32_t saved = mask >> 4 & 0xff;

    if (common->pushes || common->doubles || common->adjusts || (saved & (saved + 1)))
        return false;
    common->pushes = true;
    common->saves = saved;
    common->folds = mask & 15;
    return true;
}

/*
 * Adds STEP, the step with index I of a prologue. Returns false if .pdata cannot express STEP at
 * that position.
 */
static bool take_common(struct common_prologue *common, const struct windows_step *step, size_t i)
{
    if (step->kind == WINDOWS_POP)
        return take_push(common, step->mask);
    if (step->kind == WINDOWS_VPOP) {
        bool good = !common->saves && !common->doubles && !common->adjusts;
        common->doubles = true;
        return good;
    }
    if (step->kind != WINDOWS_ADJUST)
        return false;
    if (i == 0 && step->bytes == 16) {
        common->homes = true;
        return true;
    }
    if (common->adjusts || common->folds || step->bytes > PACKED_ADJUST_MAX)
        return false;
    return common->adjusts = true;
}

/*
 * Writes the codes of the prologue, the last instruction first, then the code END. Returns false if
 * an instruction has no code.
 */
static bool put_prologue(struct record *record, uint32_t end)
{
    struct common_prologue common = {0};
    const struct windows_instruction *at = record->function->instruction;

    record->is_common = true;
    for (size_t i = 0; i < record->prologue; i++) {
        struct windows_step step = windows_step(&at[i + 1].rule, &at[i].rule);
        if (step.kind == WINDOWS_OTHER || !at[i].has_rule)
            return false;
        record->is_common = record->is_common && take_common(&common, &step, i);
    }
    for (size_t i = record->prologue; i-- > 0;) {
        struct windows_step step = windows_step(&at[i + 1].rule, &at[i].rule);
        windows_put(&record->codes, &step, at[i].size_bytes);
    }
    record->prologue_codes = record->codes.size;
    buffer_u8(&record->codes, end);
    record->prologue_end = record->codes.size;
    return true;
}

/* ---- epilogues ------------------------------------------------------------------------------- */

/*
 * Writes the codes of the epilogue: instructions FIRST to END - 1, at which the body's rule does
 * not hold. Returns false if an instruction has no code.
 */
static bool put_epilogue(const struct record *record, size_t first, size_t end,
                         struct buffer *codes)
{
    struct bobbin_rule leaf = rule_of_form(BOBBIN_FORM_FRAME);
    const struct windows_instruction *at = record->function->instruction;

    leaf.cfa_register = BOBBIN_SP;
    for (size_t i = first - 1; i < end; i++) {
        const struct bobbin_rule *after = i + 1 < end ? &at[i + 1].rule : &leaf;
        struct windows_step step = windows_step(&at[i].rule, after);
        if (step.kind == WINDOWS_OTHER || !at[i].has_rule)
            return false;
        if (i + 1 == end && step.kind == WINDOWS_NOTHING) {
            buffer_u8(codes, at[i].size_bytes == 4 ? WINDOWS_END_32 : WINDOWS_END_16);
            return true;
        }
        windows_put(codes, &step, at[i].size_bytes);
    }
    buffer_u8(codes, WINDOWS_END);
    return true;
}

/*
 * Finds the next epilogue after the old *END: instructions *FIRST to *END - 1, at which the body's
 * rule does not hold.
 */
static bool next_epilogue(const struct record *record, size_t *first, size_t *end)
{
    *first = *end;
    while (*first < record->function->count && windows_holds_body(record->function, *first))
        ++*first;
    *end = *first;
    while (*end < record->function->count && !windows_holds_body(record->function, *end))
        ++*end;
    return *first < record->function->count;
}

/* Appends CODES to POOL unless POOL contains them. Returns their offset. */
static size_t share_codes(struct buffer *pool, const struct buffer *codes)
{
    size_t at = 0;

    for (; at + codes->size <= pool->size; at++)
        if (memcmp(pool->bytes + at, codes->bytes, codes->size) == 0)
            return at;
    at = pool->size;
    buffer_put(pool, codes->bytes, codes->size);
    return at;
}

/*
 * Returns the code that ends the last epilogue with codes. The prologue uses the same end code, so
 * that both can share codes.
 */
static uint32_t find_end(const struct record *record)
{
    uint32_t code = WINDOWS_END;
    size_t first, end = record->prologue;

    while (next_epilogue(record, &first, &end)) {
        struct buffer codes = {0};
        if (put_epilogue(record, first, end, &codes))
            code = codes.bytes[codes.size - 1];
        free(codes.bytes);
    }
    return code;
}

/*
 * Writes all epilogues that have codes. Returns the size in bytes of the epilogues without codes.
 */
static uint32_t put_epilogues(struct record *record)
{
    uint32_t lost = 0;
    size_t first, end = record->prologue;

    while (next_epilogue(record, &first, &end)) {
        struct buffer codes = {0};
        if (put_epilogue(record, first, end, &codes)) {
            record->epilogues++;
            record->at_end = end == record->function->count;
            record->ends_alike =
                codes.size == record->prologue_end &&
                memcmp(codes.bytes, record->codes.bytes, record->prologue_codes) == 0;
            record->index = share_codes(&record->codes, &codes);
        } else {
            lost += windows_bytes(record->function, first, end);
        }
        free(codes.bytes);
    }
    return lost;
}

/* ---- records --------------------------------------------------------------------------------- */

static uint32_t code_bytes(const struct windows_function *function)
{
    return function->end - function->instruction[0].address;
}

static bool is_packed(const struct record *record)
{
    if (!record->is_common || code_bytes(record->function) > PACKED_BYTES_MAX)
        return false;
    return record->epilogues == 0 ||
           (record->epilogues == 1 && record->at_end && record->ends_alike);
}

static uint32_t xdata_bytes(const struct record *record)
{
    bool is_only = record->epilogues == 1 && record->at_end && record->index <= INDEX_SHORT_MAX;
    uint32_t scopes = is_only ? 0 : record->epilogues;
    bool is_long = record->codes.size > CODES_SHORT_MAX || scopes > EPILOGUES_SHORT_MAX;

    return (is_long ? 8u : 4u) + 4 * scopes + (((uint32_t)record->codes.size + 3) & ~3u);
}

/* Counts a function with a frame. Returns false if the format cannot express anything of it. */
static bool count_framed(struct record *record, struct count *out)
{
    const struct windows_function *function = record->function;
    uint32_t lost;

    while (record->prologue < function->count && !windows_holds_body(function, record->prologue))
        record->prologue++;
    if (function->body.form != BOBBIN_FORM_FRAME || record->prologue == function->count ||
        !put_prologue(record, find_end(record)))
        return false;
    lost = put_epilogues(record);
    if (record->codes.size > INDEX_MAX || code_bytes(function) > RECORD_BYTES_MAX)
        return false;
    out->share[0].bytes += PDATA_BYTES;
    if (!is_packed(record))
        out->share[1].bytes += xdata_bytes(record);
    out->expressed_bytes += windows_bytes(function, 0, function->count) - lost;
    return true;
}

static void count_leaf(const struct windows_function *function, struct count *out)
{
    for (size_t i = 0; i < function->count; i++)
        if (windows_holds_body(function, i))
            out->expressed_bytes += function->instruction[i].size_bytes;
}

static void count_function(const struct image *image, const struct span *span, struct count *out)
{
    const struct row *body = span_body(span);
    struct windows_function function;
    struct record record = {.function = &function};

    if (!body)
        return;
    windows_function_read(&function, image, span, body);
    out->code_bytes += windows_bytes(&function, 0, function.count);
    if (rule_is_leaf(&function.body))
        count_leaf(&function, out);
    else if (!count_framed(&record, out))
        out->functions_dropped++;
    free(function.instruction);
    free(record.codes.bytes);
}

void count_windows(const struct counter *counter, const struct reference *reference,
                   struct count *out)
{
    struct span span;

    (void)counter;
    out->share[0].name = ".pdata";
    out->share[1].name = ".xdata";
    for (size_t at = 0; span_next_function(reference, &at, &span);)
        count_function(reference->image, &span, out);
}
