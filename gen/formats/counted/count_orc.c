/* SPDX-License-Identifier: MIT */
/*
 * Linux' ORC (Documentation/arch/x86/orc-unwinder.rst; struct orc_entry of arch/x86 and
 * arch/loongarch). Each row has 4 bytes of address and an entry. The entry has 6 bytes on x86,
 * where the return address has a fixed slot, and 8 on LoongArch, where it can be anywhere. A lookup
 * table has 4 bytes for each 256 bytes of code. Code without a rule has a row that says so, and so
 * has the end of the code.
 */
#include "formats/counted/counters.h"

enum { ADDRESS_BYTES = 4, X86_BYTES = 6, LOONGARCH_BYTES = 8, BLOCK_BYTES = 256, LOOKUP_BYTES = 4 };

static bool can_express(const struct counter *counter, const struct brief *brief)
{
    return brief->kind == BRIEF_ROOT ||
           (brief->kind == BRIEF_FRAME &&
            (counter->variant == ORC_LOONGARCH || !brief->ra_saved || brief->ra_offset == -4));
}

static uint32_t count_entries(const struct counter *counter, const struct span *span,
                              struct count *out)
{
    struct brief last = {.kind = BRIEF_DATA};
    uint32_t count = 1; /* the end of the range */

    for (const struct row *row = span->row; row < span->row_end; row++) {
        struct brief brief = brief_of(row, span->thumb);
        if (brief.kind == BRIEF_DATA)
            continue;
        if (brief.kind != BRIEF_NONE)
            out->code_bytes += row->end - row->start;
        if (can_express(counter, &brief))
            out->expressed_bytes += row->end - row->start;
        else
            brief.kind = BRIEF_NONE;
        count += !brief_equal(&brief, &last);
        last = brief;
    }
    return count;
}

void count_orc(const struct counter *counter, const struct reference *reference, struct count *out)
{
    uint32_t entry_bytes = counter->variant == ORC_X86 ? X86_BYTES : LOONGARCH_BYTES;
    uint32_t entries = 0, blocks = 0;
    struct span span;

    for (size_t at = 0; span_next_range(reference, &at, &span);) {
        entries += count_entries(counter, &span, out);
        blocks += (span.end - span.start + BLOCK_BYTES - 1) / BLOCK_BYTES + 1;
    }
    out->share[0] = (struct format_share){".orc_unwind_ip", entries * ADDRESS_BYTES};
    out->share[1] = (struct format_share){".orc_unwind", entries * entry_bytes};
    out->share[2] = (struct format_share){".orc_lookup", blocks * LOOKUP_BYTES};
}
