/* SPDX-License-Identifier: MIT */
/*
 * Windows on ARM ("ARM exception handling", Microsoft's C++ documentation): for each function that has a frame 8 bytes in .pdata, and
 * unless its prologue and its epilogue, of which there is one, at the end, are the common ones, a record in .xdata: a word or two, a
 * word for each epilogue unless there is but one, at the end; and the codes of all, those that are the same once. An epilogue of one
 * instruction needs none of it.
 */
#include <stdlib.h>
#include <string.h>

#include "count_windows_codes.h"
#include "counts.h"
#include "diag.h"

enum {
    PDATA_BYTES = 8,
    PACKED_BYTES_MAX = 0x7ff * 2, /* of code */
    PACKED_ADJUST_MAX = 0x3f3 * 4,
    RECORD_BYTES_MAX = 0x3ffff * 2,
    CODES_SHORT_MAX = 15 * 4,
    EPILOGUES_SHORT_MAX = 31,
    INDEX_MAX = 255,
};

/* An instruction with the row that holds before it. */
struct instruction {
    uint32_t address, size_bytes;
    const struct row *row;
};

struct function {
    const struct bobbin_rule *body;
    struct instruction *instruction;
    size_t count, capacity;
    size_t prologue; /* instructions of it */
    uint32_t end;    /* of its code */

    struct buffer codes;                 /* of the prologue first */
    size_t prologue_codes, prologue_end; /* bytes: without what ends them, and with it */
    bool is_common;                      /* the prologue, for .pdata */
    uint32_t epilogues;
    bool ends_alike; /* the only epilogue is at the end, and the prologue's mirror image */
    bool at_end;     /* the only epilogue is */
};

static bool holds_body(const struct function *function, size_t i)
{
    return row_is_plain(function->instruction[i].row) &&
           rule_equal(&function->instruction[i].row->rule, function->body);
}

static void read_instructions(struct function *function, const struct image *image,
                              const struct span *span)
{
    const struct image_section *section = image_section_at(image, span->start);
    struct image_instruction next = {.address = span->start};
    const struct row *row = span->row;

    while (section && image_next_instruction(image, section, next.address, &next) &&
           next.address < span->end) {
        struct instruction instruction = {next.address, next.size_bytes, NULL};
        while (row < span->row_end && row->end <= next.address)
            row++;
        if (row == span->row_end)
            break;
        instruction.row = row;
        array_push(function->instruction, function->count, function->capacity, instruction);
        next.address += next.size_bytes;
        function->end = next.address;
    }
    while (function->prologue < function->count && !holds_body(function, function->prologue))
        function->prologue++;
}

/* ---- the prologue --------------------------------------------------------------------------------- */

/* What .pdata can say in a word: r0 to r3, then one push, then doubles where that has none of r4 to r11, then the rest of the stack. */
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

/* Takes STEP, which is number I of its prologue; false when it is not as it should be. */
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

/* Puts the codes of the prologue, the last instruction first, and END; false where one has none. */
static bool put_prologue(struct function *function, uint32_t end)
{
    struct common_prologue common = {0};
    const struct instruction *at = function->instruction;

    function->is_common = true;
    for (size_t i = 0; i < function->prologue; i++) {
        struct windows_step step = windows_step(&at[i + 1].row->rule, &at[i].row->rule);
        if (step.kind == WINDOWS_OTHER || !row_is_plain(at[i].row))
            return false;
        function->is_common = function->is_common && take_common(&common, &step, i);
    }
    for (size_t i = function->prologue; i-- > 0;) {
        struct windows_step step = windows_step(&at[i + 1].row->rule, &at[i].row->rule);
        windows_put(&function->codes, &step, at[i].size_bytes);
    }
    function->prologue_codes = function->codes.size;
    buffer_u8(&function->codes, end);
    function->prologue_end = function->codes.size;
    return true;
}

/* ---- epilogues ------------------------------------------------------------------------------------ */

/* The codes of the epilogue whose instructions FIRST to END - 1 are not in the body's state; false where one has none. */
static bool put_epilogue(const struct function *function, size_t first, size_t end,
                         struct buffer *codes)
{
    struct bobbin_rule leaf = rule_of_form(BOBBIN_FORM_FRAME);
    const struct instruction *at = function->instruction;

    leaf.cfa_register = BOBBIN_SP;
    for (size_t i = first - 1; i < end; i++) {
        const struct bobbin_rule *after = i + 1 < end ? &at[i + 1].row->rule : &leaf;
        struct windows_step step = windows_step(&at[i].row->rule, after);
        if (step.kind == WINDOWS_OTHER || !row_is_plain(at[i].row))
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

/* The next run of instructions behind *FIRST that are not in the body's state, *FIRST to *END - 1. */
static bool next_epilogue(const struct function *function, size_t *first, size_t *end)
{
    *first = *end;
    while (*first < function->count && holds_body(function, *first))
        ++*first;
    *end = *first;
    while (*end < function->count && !holds_body(function, *end))
        ++*end;
    return *first < function->count;
}

static uint32_t bytes_between(const struct function *function, size_t first, size_t end)
{
    uint32_t bytes = 0;

    for (; first < end; first++)
        if (function->instruction[first].row->rule.form != BOBBIN_FORM_NONE)
            bytes += function->instruction[first].size_bytes;
    return bytes;
}

/* Puts CODES unless they are there already. */
static void share_codes(struct buffer *pool, const struct buffer *codes)
{
    for (size_t at = 0; at + codes->size <= pool->size; at++)
        if (memcmp(pool->bytes + at, codes->bytes, codes->size) == 0)
            return;
    buffer_put(pool, codes->bytes, codes->size);
}

/* What ends the last epilogue that has codes: the prologue's are most often its own. */
static uint32_t find_end(const struct function *function)
{
    uint32_t code = WINDOWS_END;
    size_t first, end = function->prologue;

    while (next_epilogue(function, &first, &end)) {
        struct buffer codes = {0};
        if (put_epilogue(function, first, end, &codes))
            code = codes.bytes[codes.size - 1];
        free(codes.bytes);
    }
    return code;
}

/* All epilogues, but for those that cannot be said: the bytes of these are returned. */
static uint32_t put_epilogues(struct function *function)
{
    uint32_t lost = 0;
    size_t first, end = function->prologue;

    while (next_epilogue(function, &first, &end)) {
        struct buffer codes = {0};
        if (put_epilogue(function, first, end, &codes)) {
            function->epilogues++;
            function->at_end = end == function->count;
            function->ends_alike =
                codes.size == function->prologue_end &&
                memcmp(codes.bytes, function->codes.bytes, function->prologue_codes) == 0;
            share_codes(&function->codes, &codes);
        } else {
            lost += bytes_between(function, first, end);
        }
        free(codes.bytes);
    }
    return lost;
}

/* ---- records -------------------------------------------------------------------------------------- */

static bool is_packed(const struct function *function)
{
    if (!function->is_common || function->end - function->instruction[0].address > PACKED_BYTES_MAX)
        return false;
    return function->epilogues == 0 ||
           (function->epilogues == 1 && function->at_end && function->ends_alike);
}

static uint32_t xdata_bytes(const struct function *function)
{
    bool is_only = function->epilogues == 1 && function->at_end;
    uint32_t scopes = is_only ? 0 : function->epilogues;
    bool is_long = function->codes.size > CODES_SHORT_MAX || scopes > EPILOGUES_SHORT_MAX;

    return (is_long ? 8u : 4u) + 4 * scopes + (((uint32_t)function->codes.size + 3) & ~3u);
}

/* Counts a function of Thumb code with a frame; false where nothing can be said of it. */
static bool count_framed(struct function *function, struct count *out)
{
    uint32_t all = bytes_between(function, 0, function->count);
    uint32_t lost;

    if (function->body->form != BOBBIN_FORM_FRAME || function->prologue == function->count)
        return false;
    if (!put_prologue(function, find_end(function)))
        return false;
    lost = put_epilogues(function);
    if (function->codes.size > INDEX_MAX ||
        function->end - function->instruction[0].address > RECORD_BYTES_MAX)
        return false;
    out->share[0].bytes += PDATA_BYTES;
    if (!is_packed(function))
        out->share[1].bytes += xdata_bytes(function);
    out->said_bytes += all - lost;
    return true;
}

static void count_function(const struct image *image, const struct span *span, struct count *out)
{
    const struct row *body = span_body(span);
    struct function function = {0};
    uint32_t all;

    if (!body)
        return;
    function.body = &body->rule;
    read_instructions(&function, image, span);
    all = bytes_between(&function, 0, function.count);
    out->code_bytes += all;
    if (rule_is_leaf(function.body))
        for (size_t i = 0; i < function.count; i++)
            out->said_bytes += holds_body(&function, i) ? function.instruction[i].size_bytes : 0;
    else if (!span->thumb || !count_framed(&function, out))
        out->functions_dropped++;
    free(function.instruction);
    free(function.codes.bytes);
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
