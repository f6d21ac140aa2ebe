/* SPDX-License-Identifier: MIT */
/*
 * Encodes a rule as a halfword (a run), a compact word, a word with lost registers, or several
 * words.
 */
#include "encode/rule_words.h"

#include <string.h>

#include "core/format/table_format.h"
#include "core/unwind/known.h"
#include "core/unwind/rule_word.h"
#include "insn/condition.h"

/* Which registers a compact rule saves, and how their slots are ordered. */
struct layout {
    uint32_t mask, vfp, home;
    bool ra, split, gap;
};

/* Whether RULE has PLACE in the slot at OFFSET from the cfa. */
static bool slot_is(const struct bobbin_rule *rule, unsigned place, int32_t offset)
{
    return rule->place_kind[place] == BOBBIN_SLOT && rule->place_value[place] == offset;
}

static bool find_layout(const struct bobbin_rule *rule, struct layout *layout)
{
    int32_t highest = -4 * (1 << FORMAT_RULE_HOME_BITS) - 4;

    memset(layout, 0, sizeof(*layout));
    for (unsigned place = 0; place < BOBBIN_PLACES; place++) {
        int32_t end = rule->place_value[place] +
                      (place >= BOBBIN_PLACE_D8 && place < BOBBIN_PLACE_RA ? 8 : 4);
        if (rule->place_kind[place] == BOBBIN_SAME)
            continue;
        if (rule->place_kind[place] != BOBBIN_SLOT || end > 0)
            return false;
        highest = end > highest ? end : highest;
        if (place < BOBBIN_PLACE_D8)
            layout->mask |= 1u << place;
        else if (place == BOBBIN_PLACE_RA)
            layout->ra = true;
        else if (place - BOBBIN_PLACE_D8 == layout->vfp)
            layout->vfp++;
        else
            return false;
    }
    if (layout->mask || layout->vfp || layout->ra)
        layout->home = (uint32_t)-highest / 4;
    return highest % 4 == 0 && layout->home < 1u << FORMAT_RULE_HOME_BITS;
}

/*
 * Whether the registers of MASK are in slots below *OFFSET, the highest register first. Lowers
 * *OFFSET by these slots.
 */
static bool check_slots(const struct bobbin_rule *rule, uint32_t mask, int32_t *offset)
{
    for (unsigned i = 8; i-- > 0;)
        if (mask >> i & 1) {
            *offset -= 4;
            if (!slot_is(rule, BOBBIN_PLACE_R4 + i, *offset))
                return false;
        }
    return true;
}

static bool check_layout(const struct bobbin_rule *rule, const struct layout *layout)
{
    int32_t offset = -4 * (int32_t)layout->home;

    if (layout->ra) {
        offset -= 4;
        if (!slot_is(rule, BOBBIN_PLACE_RA, offset))
            return false;
    }
    if (layout->split && !check_slots(rule, layout->mask & 0x0f, &offset))
        return false;
    if (!check_slots(rule, layout->split ? layout->mask & 0xf0 : layout->mask, &offset))
        return false;
    if (layout->gap)
        offset -= 4;
    for (unsigned i = layout->vfp; i-- > 0;) {
        offset -= 8;
        if (!slot_is(rule, BOBBIN_PLACE_D8 + i, offset))
            return false;
    }
    return true;
}

/* Finds the order of the slots. Returns false if a compact word cannot express it. */
static bool complete_layout(const struct bobbin_rule *rule, struct layout *layout)
{
    for (unsigned way = 0; way < 4; way++) {
        layout->split = way & 1;
        layout->gap = way & 2;
        if ((!layout->gap || layout->vfp) && check_layout(rule, layout))
            return true;
    }
    return false;
}

bool encode_compact(const struct bobbin_rule *rule, uint32_t *word)
{
    struct layout layout;
    uint32_t words = (uint32_t)rule->cfa_offset / 4;

    if (rule->form != BOBBIN_FORM_FRAME || rule->cfa_offset < 0 || rule->cfa_offset % 4 ||
        words >= 1u << FORMAT_RULE_CFA_BITS || !find_layout(rule, &layout) ||
        !complete_layout(rule, &layout))
        return false;
    *word = FORMAT_RULE_WORD | (layout.ra ? FORMAT_RULE_RA : 0) | words |
            (uint32_t)(rule->cfa_register ^ BOBBIN_SP) << FORMAT_RULE_REGISTER_SHIFT |
            layout.vfp << FORMAT_RULE_VFP_SHIFT | layout.home << FORMAT_RULE_HOME_SHIFT |
            (layout.gap ? FORMAT_RULE_GAP : 0) | (layout.split ? FORMAT_RULE_SPLIT : 0);
    *word |= rule_turn(*word, layout.mask) << FORMAT_RULE_MASK_SHIFT;
    return true;
}

/*
 * Encodes RULE as a run: pushes from r4 up to some register, and lr; the cfa is relative to sp.
 * Returns false if RULE is no run.
 */
static bool encode_run(const struct bobbin_rule *rule, uint32_t *run)
{
    struct bobbin_rule bare = *rule;
    uint32_t words = (uint32_t)rule->cfa_offset / 4;
    uint32_t word, mask, count, above;

    bare.cfa_offset = 0;
    if (rule->cfa_offset < 0 || rule->cfa_offset % 4 || !encode_compact(&bare, &word))
        return false;
    mask = rule_mask(word);
    count = (uint32_t)__builtin_popcount(mask);
    above = word & (FORMAT_RULE_HOME | FORMAT_RULE_GAP | FORMAT_RULE_VFP);
    words -= rule_home_bytes(word) / 4;
    if (above)
        count = FORMAT_RUN_REST | count << FORMAT_RUN_REGISTERS_SHIFT;
    *run = words << FORMAT_RUN_CFA_SHIFT | count | (above & FORMAT_RULE_HOME) |
           (above & ~FORMAT_RULE_HOME) >> FORMAT_RULE_VFP_SHIFT << FORMAT_RUN_VFP_SHIFT;
    return word == (FORMAT_RULE_WORD | FORMAT_RULE_RA | mask << FORMAT_RULE_MASK_SHIFT | above) &&
           !(mask & (mask + 1)) && words < 1u << FORMAT_RUN_CFA_BITS &&
           4 * words >= rule_slots_bytes(word);
}

bool encode_halfword(const struct bobbin_rule *rule, uint32_t *half)
{
    return encode_run(rule, half) && *half >> 16 == 0;
}

/* Returns a copy of RULE in which the lost registers among the first PLACES are SAME. */
static struct bobbin_rule without_lost(const struct bobbin_rule *rule, unsigned places)
{
    struct bobbin_rule bare = *rule;

    for (unsigned place = 0; place < places; place++)
        if (bare.place_kind[place] == BOBBIN_LOST)
            bare.place_kind[place] = BOBBIN_SAME;
    return bare;
}

#define PLACES_BELOW(place) ((1u << (place)) - 1)

/*
 * Encodes RULE as a word with lost registers among r4 to r11. Returns false if no such word exists.
 */
static bool encode_lost(const struct bobbin_rule *rule, uint32_t *word)
{
    uint32_t lost = steps_lost(rule, PLACES_BELOW(BOBBIN_PLACE_D8));
    struct bobbin_rule bare = without_lost(rule, BOBBIN_PLACE_D8);

    if (!lost || lost >> 8 || !encode_compact(&bare, word) ||
        (*word & (FORMAT_RULE_VFP | FORMAT_RULE_REGISTER)))
        return false;
    *word |= FORMAT_RULE_LONG | FORMAT_RULE_EXPLICIT | lost >> 4 << FORMAT_RULE_VFP_SHIFT;
    return true;
}

/*
 * Encodes RULE, which rests on CFI alone, as a word of the form for lost registers, with no lost
 * register. Returns false if no such word exists.
 */
static bool encode_cfi(const struct bobbin_rule *rule, uint32_t *word)
{
    if (!encode_compact(rule, word) || (*word & (FORMAT_RULE_VFP | FORMAT_RULE_REGISTER)))
        return false;
    *word |= FORMAT_RULE_LONG | FORMAT_RULE_EXPLICIT;
    return true;
}

bool encode_word(const struct bobbin_rule *rule, uint32_t *word)
{
    return encode_run(rule, word) || encode_compact(rule, word) || encode_lost(rule, word);
}

size_t encode_long(const struct bobbin_rule *rule, uint32_t *out)
{
    struct bobbin_rule bare = without_lost(rule, BOBBIN_PLACE_RA);
    struct steps steps = {.count = 0};

    bare.cfa_offset = 0;
    if (!encode_compact(&bare, &steps.word))
        steps_of_rule(&steps, rule, PLACES_BELOW(BOBBIN_PLACES));
    out[0] = steps.word | steps.count;
    out[1] = (uint32_t)rule->cfa_offset;
    out[2] = steps_lost(rule, PLACES_BELOW(BOBBIN_PLACES));
    memcpy(out + 3, steps.step, steps.count * sizeof(*out));
    return 3 + steps.count;
}

size_t encode_flag_choice(uint8_t condition, uint32_t known, uint32_t otherwise, uint32_t *out)
{
    out[0] = 0;
    for (uint32_t flags = 0; flags < 16; flags++)
        out[0] |= (uint32_t)condition_holds(condition, flags << 28) << flags;
    out[1] = known;
    out[2] = otherwise;
    return 3;
}

uint32_t encode_put_long(struct buffer *long_rules, uint32_t words_count, const uint32_t *words,
                         size_t count)
{
    uint32_t number = words_count + (uint32_t)long_rules->size / 4;

    for (size_t i = 0; i < count; i++)
        buffer_u32(long_rules, words[i]);
    return FORMAT_RULE_LONG | number << FORMAT_LONG_SHIFT;
}

uint32_t encode_rule(const struct bobbin_rule *rule, const struct encode_options *options,
                     struct buffer *long_rules)
{
    uint32_t words[ENCODE_LONG_MAX];
    uint32_t word;
    size_t count;

    if (rule->form == BOBBIN_FORM_NONE)
        return BOBBIN_STOP_NO_RULE;
    if (rule->form == BOBBIN_FORM_ROOT)
        return BOBBIN_STOP_OUTERMOST;
    if (options->trust == BOBBIN_TRUST_TABLE &&
        ((options->is_compact && encode_compact(rule, &word)) || encode_word(rule, &word)))
        return options->is_explicit ? rule_explicit(word) : word;
    if (options->trust == BOBBIN_TRUST_CFI && encode_cfi(rule, &word))
        return word;
    count = encode_long(rule, words);
    words[0] |= (options->trust - BOBBIN_TRUST_TABLE) << FORMAT_LONG_SOURCE_SHIFT;
    return encode_put_long(long_rules, options->words_count, words, count);
}
