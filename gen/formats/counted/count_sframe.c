/* SPDX-License-Identifier: MIT */
/*
 * GNU's SFrame (the specification in binutils, versions 2 and 3): a header, a descriptor for each
 * function, and rows. A descriptor has 20 bytes; in version 3 it has 16 bytes in the index and 5
 * more. A row has 1, 2 or 4 bytes of address, a byte of information, and offsets of 1, 2 or 4
 * bytes. The offsets are those of the cfa from sp or fp, and of the return address and fp from the
 * cfa. A return address in lr has no offset, unless fp is saved. As in GNU's assembler, a function
 * with a row that the format cannot express is left out.
 */
#include "formats/counted/counters.h"

enum {
    HEADER_BYTES = 28,
    FUNCTION_2_BYTES = 20,
    FUNCTION_3_BYTES = 16 + 5,
    SHORT_FUNCTION = 0xff, /* functions below this size have row addresses of 1 byte */
    HALF_FUNCTION = 0xffff,
};

static uint32_t address_bytes(const struct span *span)
{
    uint32_t size = span->end - span->start;

    return size < SHORT_FUNCTION ? 1 : size < HALF_FUNCTION ? 2 : 4;
}

/* The size of an offset in bytes: at most 2, because no frame here needs more. */
static uint32_t offset_bytes(int32_t offset)
{
    return offset >= INT8_MIN && offset <= INT8_MAX ? 1 : 2;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t offsets_bytes(const struct brief *brief)
{
    uint32_t each = larger(offset_bytes(brief->cfa_offset),
                           larger(offset_bytes(brief->ra_offset), offset_bytes(brief->fp_offset)));

    if (brief->kind != BRIEF_FRAME)
        return 0;
    return each * (brief->fp_saved ? 3 : brief->ra_saved ? 2 : 1);
}

static bool can_express(const struct brief *brief, bool thumb)
{
    return brief->kind != BRIEF_OTHER &&
           (brief->kind != BRIEF_FRAME || brief->cfa_register == BOBBIN_SP ||
            brief->cfa_register == brief_fp(thumb));
}

/*
 * Sets *BYTES to the size of all rows of SPAN, and *CODE_BYTES to the size of its code that has a
 * rule. Returns false if the format cannot express a row.
 */
static bool measure_span(const struct span *span, uint32_t *bytes, uint32_t *code_bytes)
{
    struct brief last = {.kind = BRIEF_DATA};
    bool good = true;

    *bytes = *code_bytes = 0;
    for (const struct row *row = span->row; row < span->row_end; row++) {
        struct brief brief = brief_of(row, span->thumb);
        uint32_t start;
        if (brief.kind == BRIEF_DATA)
            continue;
        if (brief.kind != BRIEF_NONE)
            *code_bytes += span_clip(span, row, &start);
        good = good && can_express(&brief, span->thumb);
        if (!brief_equal(&brief, &last))
            *bytes += address_bytes(span) + 1 + offsets_bytes(&brief);
        last = brief;
    }
    return good;
}

void count_sframe(const struct counter *counter, const struct reference *reference,
                  struct count *out)
{
    uint32_t functions = 0, rows_bytes = 0, bytes, code_bytes;
    struct span span;

    for (size_t at = 0; span_next_function(reference, &at, &span);) {
        bool good = measure_span(&span, &bytes, &code_bytes);
        out->code_bytes += code_bytes;
        if (good) {
            out->expressed_bytes += code_bytes;
            rows_bytes += bytes;
            functions++;
        } else {
            out->functions_dropped++;
        }
    }
    out->share[0] = (struct format_share){"header", HEADER_BYTES};
    out->share[1] = (struct format_share){
        "functions",
        functions * (counter->variant == SFRAME_2 ? FUNCTION_2_BYTES : FUNCTION_3_BYTES)};
    out->share[2] = (struct format_share){"rows", rows_bytes};
}
