/* SPDX-License-Identifier: MIT */
/*
 * Apple's compact unwind of armv7k (mach-o/compact_unwind_encoding.h, as LLVM's ARM back end
 * encodes it). Each function has a word. Adjacent functions with the same word share an entry.
 * Entries are in pages of at most 4 KiB, which an index refers to:
 *
 *   header 28; common words 4 each, at most 127; index 12 for each page and for the end; pages:
 *   compressed  12, for each function 4 (24 bits of offset, 8 of a word's number), 4 for each word
 *               that is not common
 *   regular     8, for each function 8
 *
 * Pages are cut as LLVM's linker cuts them, but they are not padded to 4 KiB. A word describes one
 * frame, by r7, for the whole function: cfa = r7 + 8 + adjust (0 to 12), lr and r7 below the
 * adjust, below them r6, r5, r4 and r11 to r8, and below these d8. The word is 0 for functions
 * without a frame. Any other function has a word of its own that refers to DWARF.
 */
#include <stdlib.h>

#include "formats/counted/counters.h"
#include "util/memory.h"

enum {
    HEADER_BYTES = 28,
    COMMON_MAX = 127,
    INDEX_BYTES = 12,
    PAGE_WORDS = 1024,
    COMPRESSED_HEADER_WORDS = 3,
    REGULAR_HEADER_BYTES = 8,
    REGULAR_MAX = 511,
    WORDS_MAX = 256, /* numbers in a page */
    OFFSET_BITS = 24,
    ADJUST_MAX = 12,
    PAIR_BYTES = 8, /* r7 and lr */
};
#define FRAME         0x01000000u
#define FRAME_D       0x02000000u
#define DWARF         0x04000000u
#define ADJUST(bytes) ((uint32_t)(bytes) << 20)

/* Adjacent functions with the same word. */
struct apple_entry {
    uint32_t address, word;
};

struct apple_entries {
    struct apple_entry *entry;
    size_t count, capacity;
};

struct common {
    uint32_t word, uses;
};

struct pages {
    uint32_t bytes, count;
};

/* Whether PLACE is saved at cfa + *SLOT - SIZE. If it is, lowers *SLOT by SIZE. */
static bool is_next(const struct bobbin_rule *rule, uint32_t place, int32_t size, int32_t *slot)
{
    if (rule->place_kind[place] != BOBBIN_SLOT || rule->place_value[place] != *slot - size)
        return false;
    *slot -= size;
    return true;
}

static uint32_t saved_places(const struct bobbin_rule *rule)
{
    uint32_t count = 0;

    for (uint32_t place = 0; place < BOBBIN_PLACES; place++)
        count += rule->place_kind[place] != BOBBIN_SAME;
    return count;
}

/* Returns the word of RULE: 0 if it has no frame, DWARF if a word cannot express it. */
static uint32_t encode(const struct bobbin_rule *rule)
{
    static const uint8_t order[] = {6, 5, 4, 11, 10, 9, 8};
    static const uint32_t bits[] = {4, 2, 1, 0x40, 0x20, 0x10, 8};
    int32_t adjust = rule->cfa_offset - PAIR_BYTES;
    int32_t slot = -adjust;
    uint32_t word = FRAME | ADJUST(adjust);
    uint32_t count = 2;

    if (rule_is_leaf(rule) || rule->form == BOBBIN_FORM_ROOT)
        return 0;
    if (rule->form != BOBBIN_FORM_FRAME || rule->cfa_register != 7 || adjust < 0 ||
        adjust > ADJUST_MAX || !is_next(rule, BOBBIN_PLACE_RA, 4, &slot) ||
        !is_next(rule, BOBBIN_PLACE_R4 + 3, 4, &slot))
        return DWARF;
    for (size_t i = 0; i < sizeof(order); i++)
        if (is_next(rule, BOBBIN_PLACE_R4 + order[i] - 4, 4, &slot)) {
            word |= bits[i];
            count++;
        }
    if (is_next(rule, BOBBIN_PLACE_D8, 8, &slot)) {
        word = (word & ~FRAME) | FRAME_D;
        count++;
    }
    return saved_places(rule) == count ? word : DWARF;
}

static void add_function(struct apple_entries *entries, const struct span *span, struct count *out)
{
    const struct row *body = span_body(span);
    struct apple_entry entry = {span->start, body ? encode(&body->rule) : 0};
    uint32_t start;

    for (const struct row *row = span->row; row < span->row_end; row++) {
        uint32_t bytes = span_clip(span, row, &start);
        if (row->rule.form == BOBBIN_FORM_NONE)
            continue;
        out->code_bytes += bytes;
        if (entry.word && entry.word != DWARF && row_is_plain(row) &&
            rule_equal(&row->rule, &body->rule))
            out->expressed_bytes += bytes;
    }
    if (entry.word == DWARF)
        entry.word |= ++out->functions_dropped;
    if (!entries->count || entries->entry[entries->count - 1].word != entry.word)
        array_push(entries->entry, entries->count, entries->capacity, entry);
}

/* ---- common words ---------------------------------------------------------------------------- */

static int by_word(const void *a, const void *b)
{
    const struct common *x = a, *y = b;

    return (x->word > y->word) - (x->word < y->word);
}

static int by_uses(const void *a, const void *b)
{
    const struct common *x = a, *y = b;

    return x->uses != y->uses ? (x->uses < y->uses) - (x->uses > y->uses) : by_word(a, b);
}

/*
 * Merges equal words of COMMON. Keeps the words that are used more than once, at most COMMON_MAX,
 * the most used ones, and sorts them. Returns how many it keeps.
 */
static size_t find_common(struct common *common, size_t count)
{
    size_t distinct = 0, most = 0;

    qsort(common, count, sizeof(*common), by_word);
    for (size_t i = 0; i < count; i++) {
        if (distinct && common[distinct - 1].word == common[i].word)
            common[distinct - 1].uses++;
        else
            common[distinct++] = common[i];
    }
    qsort(common, distinct, sizeof(*common), by_uses);
    while (most < distinct && most < COMMON_MAX && common[most].uses > 1)
        most++;
    qsort(common, most, sizeof(*common), by_word);
    return most;
}

/* ---- pages ----------------------------------------------------------------------------------- */

static bool is_in(const uint32_t *words, uint32_t count, uint32_t word)
{
    while (count)
        if (words[--count] == word)
            return true;
    return false;
}

/* Returns how many of COUNT entries fit in a compressed page, and its bytes in *BYTES. */
static size_t fill_compressed(const struct apple_entry *entry, size_t count,
                              const struct common *common, size_t common_count, uint32_t *bytes)
{
    uint32_t local[WORDS_MAX];
    uint32_t local_count = 0;
    uint32_t words = COMPRESSED_HEADER_WORDS;
    size_t taken = 0;

    for (; taken < count; taken++) {
        const struct common wanted = {entry[taken].word, 0};
        bool known =
            (common_count && bsearch(&wanted, common, common_count, sizeof(*common), by_word)) ||
            is_in(local, local_count, wanted.word);
        if ((entry[taken].address - entry[0].address) >> OFFSET_BITS ||
            words + (known ? 1 : 2) > PAGE_WORDS ||
            (!known && common_count + local_count == WORDS_MAX))
            break;
        words += known ? 1 : 2;
        if (!known)
            local[local_count++] = wanted.word;
    }
    *bytes = 4 * words;
    return taken;
}

static struct pages cut(const struct apple_entries *entries, const struct common *common,
                        size_t common_count)
{
    struct pages pages = {0, 0};

    for (size_t at = 0; at < entries->count; pages.count++) {
        size_t left = entries->count - at;
        uint32_t bytes;
        size_t taken = fill_compressed(entries->entry + at, left, common, common_count, &bytes);
        if (taken < REGULAR_MAX && taken < left) {
            taken = left < REGULAR_MAX ? left : REGULAR_MAX;
            bytes = REGULAR_HEADER_BYTES + 8 * (uint32_t)taken;
        }
        pages.bytes += bytes;
        at += taken;
    }
    return pages;
}

void count_apple(const struct counter *counter, const struct reference *reference,
                 struct count *out)
{
    struct apple_entries entries = {0};
    struct common *common;
    struct pages pages;
    struct span span;
    size_t common_count;

    (void)counter;
    for (size_t at = 0; span_next_function(reference, &at, &span);)
        add_function(&entries, &span, out);
    common = must_realloc(NULL, entries.count + 1, sizeof(*common));
    for (size_t i = 0; i < entries.count; i++)
        common[i] = (struct common){entries.entry[i].word, 1};
    common_count = find_common(common, entries.count);
    pages = cut(&entries, common, common_count);
    out->share[0] = (struct format_share){"header", HEADER_BYTES};
    out->share[1] = (struct format_share){"common words", 4 * (uint32_t)common_count};
    out->share[2] = (struct format_share){"index", INDEX_BYTES * (pages.count + 1)};
    out->share[3] = (struct format_share){"pages", pages.bytes};
    free(common);
    free(entries.entry);
}
