/* SPDX-License-Identifier: MIT */
/*
 * Writes and reads the variant `split`: four bits for the cfa, three for everything else
 * (dictionary_variants.h).
 */
#include <stdlib.h>

#include "core/unwind/rule_word.h"
#include "encode/rule_words.h"
#include "formats/cfi_dictionary/dictionary_deltas.h"
#include "util/memory.h"

#define CFA_BITS (((1u << FORMAT_RULE_CFA_BITS) - 1) | FORMAT_RULE_REGISTER)

enum {
    CFAS = 16,
    USES = 8,
    WHOLE = CFAS * USES,                 /* first byte of a rule in the dictionary */
    WHOLE_RULES = CFI_RULE_NONE - WHOLE, /* number of dictionary rules that have a byte */
    HEADER_BYTES = 4 * (CFAS + USES),
};

/* ---- choosing the words ---------------------------------------------------------------------- */

/* The bits of one half of a rule word, and the number of runs with these bits. */
struct tally {
    uint32_t bits, runs;
};

struct tallies {
    struct tally *tally;
    size_t count, capacity;
};

static void count_bits(struct tallies *tallies, uint32_t bits, uint32_t runs)
{
    struct tally tally = {bits, runs};

    for (size_t i = 0; i < tallies->count; i++)
        if (tallies->tally[i].bits == bits) {
            tallies->tally[i].runs += runs;
            return;
        }
    array_push(tallies->tally, tallies->count, tallies->capacity, tally);
}

static int by_runs(const void *a, const void *b)
{
    const struct tally *x = a;
    const struct tally *y = b;

    if (x->runs != y->runs)
        return x->runs < y->runs ? 1 : -1;
    return (x->bits > y->bits) - (x->bits < y->bits);
}

/* Copies the COUNT most frequent halves to OUT, padded with zeros. Frees TALLIES. */
static void take_first(struct tallies *tallies, uint32_t *out, size_t count)
{
    if (tallies->count)
        qsort(tallies->tally, tallies->count, sizeof(*tallies->tally), by_runs);
    for (size_t i = 0; i < count; i++)
        out[i] = i < tallies->count ? tallies->tally[i].bits : 0;
    free(tallies->tally);
}

struct split {
    uint32_t cfas[CFAS], uses[USES];
    struct cfi_runs whole; /* the rules of the dictionary; no runs */
};

static size_t index_of(const uint32_t *words, size_t count, uint32_t word)
{
    size_t i = 0;

    while (i < count && words[i] != word)
        i++;
    return i;
}

static void choose(struct split *split, const struct cfi_runs *runs, const uint32_t *words)
{
    struct tallies cfas = {0};
    struct tallies uses = {0};

    for (size_t i = 0; i < runs->rules_count; i++) {
        if (rule_register(words[i]) == BOBBIN_PC)
            continue;
        count_bits(&cfas, words[i] & CFA_BITS, runs->rule[i].uses);
        count_bits(&uses, words[i] & ~CFA_BITS, runs->rule[i].uses);
    }
    take_first(&cfas, split->cfas, CFAS);
    take_first(&uses, split->uses, USES);
}

/* ---- writing --------------------------------------------------------------------------------- */

/*
 * Sets byte and number of RULE in CODES. If WORD is not the sum of two chosen words, RULE goes to
 * the dictionary.
 */
static void give_code(struct split *split, struct cfi_codes *codes, const struct cfi_runs *runs,
                      uint32_t rule, uint32_t word)
{
    size_t cfa = index_of(split->cfas, CFAS, word & CFA_BITS);
    size_t use = index_of(split->uses, USES, word & ~CFA_BITS);

    if (rule_register(word) != BOBBIN_PC && cfa < CFAS && use < USES) {
        codes->byte[rule] = (uint8_t)(USES * cfa + use);
        return;
    }
    codes->number[rule] = (uint32_t)split->whole.rules_count;
    codes->byte[rule] = split->whole.rules_count < WHOLE_RULES
                            ? (uint8_t)(WHOLE + split->whole.rules_count)
                            : CFI_RULE_WIDE;
    array_push(split->whole.rule, split->whole.rules_count, split->whole.rules_capacity,
               runs->rule[rule]);
}

static void write_split(const struct cfi_runs *runs, struct cfi_codes *codes,
                        struct format_parts *out)
{
    uint32_t *words = must_realloc(NULL, runs->rules_count + 1, sizeof(*words));
    struct buffer *dictionary = &out->part[CFI_DICTIONARY];
    struct split split = {.whole = {0}};
    struct encode_options options = {.words_count = (uint32_t)runs->rules_count,
                                     .is_compact = true,
                                     .trust = BOBBIN_TRUST_TABLE};
    struct buffer long_rules = {0};

    for (size_t i = 0; i < runs->rules_count; i++)
        words[i] = encode_rule(&runs->rule[i].rule, &options, &long_rules);
    choose(&split, runs, words);
    for (uint32_t i = 0; i < runs->rules_count; i++)
        give_code(&split, codes, runs, i, words[i]);
    for (size_t i = 0; i < CFAS; i++)
        buffer_u32(dictionary, split.cfas[i]);
    for (size_t i = 0; i < USES; i++)
        buffer_u32(dictionary, split.uses[i]);
    cfi_write_deltas(runs, codes, out);
    cfi_write_dictionary(&split.whole, dictionary);
    cfi_runs_free(&split.whole);
    free(long_rules.bytes);
    free(words);
}

int cfi_encode_split(const struct format *format, const struct reference *reference,
                     struct format_parts *out)
{
    return cfi_encode_codes(format, reference, out, write_split);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Reads the rule of WORD: replaces the dictionary of TABLE with one that has only this word. */
static enum bobbin_stop read_word(struct foreign_table *table, uint32_t word,
                                  struct bobbin_rule *rule)
{
    const uint32_t words[] = {1, word};

    table->part[CFI_DICTIONARY] = (struct foreign_part){(const uint8_t *)words, sizeof(words)};
    return cfi_read_rule_number(table, 0, rule);
}

static enum bobbin_stop read_split(const struct foreign_table *table,
                                   const struct foreign_question *question,
                                   struct bobbin_rule *rule)
{
    struct foreign_table whole = *table;
    const uint8_t *words = table->part[CFI_DICTIONARY].bytes;
    uint32_t byte, number;
    enum bobbin_stop stop;

    if (table->part[CFI_DICTIONARY].size_bytes < HEADER_BYTES)
        return BOBBIN_STOP_CORRUPT;
    whole.part[CFI_DICTIONARY].bytes += HEADER_BYTES;
    whole.part[CFI_DICTIONARY].size_bytes -= HEADER_BYTES;
    stop = cfi_find_delta(table, question->address, &byte, &number);
    if (stop != BOBBIN_STOP_NONE)
        return stop;
    if (byte < WHOLE)
        return read_word(&whole,
                         bytes_word(words + 4 * (byte / USES)) +
                             bytes_word(words + 4 * (CFAS + byte % USES)),
                         rule);
    return cfi_read_rule(&whole, byte < CFI_RULE_NONE ? byte - WHOLE : byte, number, rule);
}

const struct bobbin_foreign cfi_split = {CFI_SPLIT, FOREIGN_ALL_PLACES, read_split, foreign_step,
                                         foreign_rule_at};
