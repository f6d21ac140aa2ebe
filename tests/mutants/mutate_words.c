/* SPDX-License-Identifier: MIT */
/* Mutations of encoded rules, in place. */
#include "core/format/bytes.h"
#include "core/unwind/rule_word.h"
#include "mutant.h"

/* A field of BITS bits from SHIFT on. NAME describes it as in core/format/table_format.h. */
struct field {
    const char *name;
    uint32_t shift, bits;
};
#define FIELDS(fields) fields, sizeof(fields) / sizeof((fields)[0])

static bool joined(struct mutant *mutant)
{
    parts_join(&mutant->parts, &mutant->bytes);
    return true;
}

/* A number of SIZE_BYTES in RULES. */
struct slot {
    const char *whose;
    uint32_t at, size_bytes;
};

/* Adds or subtracts 1, or flips one bit. */
static uint32_t pick_value(struct fuzz_source *random, uint32_t old, uint32_t bits)
{
    switch (fuzz_below(random, 3)) {
    case 0:
        return old + 1;
    case 1:
        return old - 1;
    default:
        return old ^ 1u << fuzz_below(random, bits);
    }
}

static void change_field(struct mutant *mutant, const struct slot *slot, const struct field *field)
{
    uint8_t *bytes = mutant->parts.rules.bytes + slot->at;
    uint32_t mask = (field->bits < 32 ? (1u << field->bits) - 1 : UINT32_MAX) << field->shift;
    uint32_t old = slot->size_bytes == 4 ? bytes_u32(bytes) : bytes_u16(bytes);
    uint32_t value = pick_value(&mutant->random, old >> field->shift, field->bits) << field->shift;
    uint32_t is = (old & ~mask) | (value & mask);

    for (uint32_t i = 0; i < slot->size_bytes; i++)
        bytes[i] = (uint8_t)(is >> 8 * i);
    mutant_say(mutant, "%s of %s at 0x%x of the rules: it is 0x%x instead of 0x%x", field->name,
               slot->whose, slot->at, is, old);
}

/* Changes one of COUNT fields. */
static bool change_any(struct mutant *mutant, const struct slot *slot, const struct field *fields,
                       size_t count)
{
    change_field(mutant, slot, &fields[fuzz_below(&mutant->random, (uint32_t)count)]);
    return joined(mutant);
}

/* ---- halfwords and words --------------------------------------------------------------------- */

/* The halfword or word of rule NUMBER. */
static struct slot rule_slot(const struct mutant *mutant, uint32_t number)
{
    uint32_t runs = parts_runs(&mutant->parts);

    if (number < runs)
        return (struct slot){"a rule's halfword", 2 * number, 2};
    return (struct slot){"a rule's word", parts_word_at(&mutant->parts, number - runs), 4};
}

bool change_rule_bits(struct mutant *mutant)
{
    struct slot slot = rule_slot(mutant, fuzz_below(&mutant->random, mutant_rules(mutant)));
    struct field field = {"all", 0, 8 * slot.size_bytes};

    change_field(mutant, &slot, &field);
    return joined(mutant);
}

static const struct field half_fields[] = {
    {"the registers", 0, FORMAT_RUN_COUNT_BITS},
    {"that it is explicit", FORMAT_RUN_COUNT_BITS, 1},
    {"the words of the cfa", FORMAT_RUN_CFA_SHIFT, 16 - FORMAT_RUN_CFA_SHIFT},
};
static const struct field run_fields[] = {
    {"the registers", 0, FORMAT_RUN_COUNT_BITS},
    {"that it is explicit", FORMAT_RUN_COUNT_BITS, 1},
    {"the words of the cfa", FORMAT_RUN_CFA_SHIFT, FORMAT_RUN_CFA_BITS},
    {"the doubles", FORMAT_RUN_VFP_SHIFT, FORMAT_RULE_VFP_BITS},
    {"the gap", FORMAT_RUN_VFP_SHIFT + FORMAT_RULE_VFP_BITS, 1},
    {"the registers of the rest", FORMAT_RUN_REGISTERS_SHIFT, FORMAT_RUN_COUNT_BITS},
    {"the home", FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS},
    {"that it is a run", 31, 1},
};
static const struct field compact_fields[] = {
    {"the words of the cfa", 0, FORMAT_RULE_CFA_BITS},
    {"that it is explicit", 8, 1},
    {"the register", FORMAT_RULE_REGISTER_SHIFT, FORMAT_RULE_REGISTER_BITS},
    {"the doubles", FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS},
    {"the gap", FORMAT_RULE_GAP_SHIFT, 1},
    {"the registers", FORMAT_RULE_MASK_SHIFT, FORMAT_RULE_MASK_BITS},
    {"the return address", 26, 1},
    {"the home", FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS},
    {"that it is split", 30, 1},
};
static const struct field lost_fields[] = {
    {"the words of the cfa", 0, FORMAT_RULE_CFA_BITS},
    {"that it is one", 8, 1},
    {"what is lost", FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS},
    {"the registers", FORMAT_RULE_MASK_SHIFT, FORMAT_RULE_MASK_BITS},
    {"the return address", 26, 1},
    {"the home", FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS},
    {"that it is split", 30, 1},
};
static const struct field long_fields[] = {
    {"where it is", FORMAT_LONG_SHIFT, FORMAT_LONG_BITS},
};
static const struct field reason_fields[] = {
    {"why it ends", 0, FORMAT_RUN_CFA_SHIFT},
};

/*
 * Changes a field of the rule that suits its kind. Stop reasons and rules with lost registers are
 * rare in tables, so change_root and change_lost pick them.
 */
static bool change_word(struct mutant *mutant, uint32_t known, const struct slot *slot)
{
    if (slot->size_bytes == 2)
        return change_any(mutant, slot, FIELDS(half_fields));
    if (known < KNOWN_RUN)
        return change_any(mutant, slot, FIELDS(reason_fields));
    if (known_is_run(known))
        return change_any(mutant, slot, FIELDS(run_fields));
    if (rule_is_long(known))
        return change_any(mutant, slot, FIELDS(long_fields));
    if (rule_register(known) == BOBBIN_PC)
        return change_any(mutant, slot, FIELDS(lost_fields));
    return change_any(mutant, slot, FIELDS(compact_fields));
}

bool change_rule_field(struct mutant *mutant)
{
    uint32_t number = fuzz_below(&mutant->random, mutant_rules(mutant));
    struct slot slot = rule_slot(mutant, number);

    return change_word(mutant, mutant_known(mutant, number), &slot);
}

/* Finds a rule that fulfils IS, searching from a random one. False if there is none. */
static bool pick_known(struct mutant *mutant, bool (*is)(const struct mutant *, uint32_t known),
                       uint32_t *number, uint32_t *known)
{
    uint32_t count = mutant_rules(mutant);
    uint32_t first = fuzz_below(&mutant->random, count);

    for (uint32_t i = 0; i < count; i++) {
        *number = (first + i) % count;
        *known = mutant_known(mutant, *number);
        if (is(mutant, *known))
            return true;
    }
    return false;
}

/* Finds such a rule and changes its word. */
static bool change_one(struct mutant *mutant, bool (*is)(const struct mutant *, uint32_t known))
{
    uint32_t number, known;
    struct slot slot;

    if (!pick_known(mutant, is, &number, &known))
        return false;
    slot = rule_slot(mutant, number);
    return change_word(mutant, known, &slot);
}

static bool is_root(const struct mutant *mutant, uint32_t known)
{
    (void)mutant;
    return known == BOBBIN_STOP_OUTERMOST;
}

static bool loses(const struct mutant *mutant, uint32_t known)
{
    (void)mutant;
    return (known & FORMAT_RULE_WORD) && rule_kind(known) == RULE_IS_LOSSY;
}

bool change_root(struct mutant *mutant)
{
    return change_one(mutant, is_root);
}

bool change_lost(struct mutant *mutant)
{
    return change_one(mutant, loses);
}

/* ---- long rules ------------------------------------------------------------------------------ */

static uint32_t long_word(const struct mutant *mutant, uint32_t known)
{
    return parts_word(&mutant->parts, rule_long(known));
}

static bool is_flags(const struct mutant *mutant, uint32_t known)
{
    return rule_is_long(known) && !(long_word(mutant, known) & FORMAT_RULE_WORD);
}

static bool is_plain_long(const struct mutant *mutant, uint32_t known)
{
    return rule_is_long(known) && (long_word(mutant, known) & FORMAT_RULE_WORD);
}

static bool has_steps(const struct mutant *mutant, uint32_t known)
{
    return is_plain_long(mutant, known) && rule_steps(long_word(mutant, known));
}

/* Changes a bit in the part of a long rule before its steps. */
bool change_long_rule(struct mutant *mutant)
{
    static const struct field cfa[] = {{"the cfa", 2, 30}};
    static const struct field lost[] = {{"what is lost", 4, 8}, {"what is lost", 24, 8}};
    static const struct field word[] = {
        {"the word", FORMAT_LONG_SOURCE_SHIFT, 31 - FORMAT_LONG_SOURCE_SHIFT},
        {"the count of steps", 0, FORMAT_LONG_STEPS_BITS},
    };
    struct slot slot = {"a long rule", 0, 4};
    uint32_t which = fuzz_below(&mutant->random, 3);
    uint32_t number, known;

    if (!pick_known(mutant, is_plain_long, &number, &known))
        return false;
    slot.at = parts_word_at(&mutant->parts, rule_long(known) + which);
    if (which == 0)
        return change_any(mutant, &slot, FIELDS(word));
    return which == 1 ? change_any(mutant, &slot, FIELDS(cfa))
                      : change_any(mutant, &slot, FIELDS(lost));
}

bool change_step(struct mutant *mutant)
{
    static const struct field fields[] = {
        {"the place", 0, FORMAT_STEP_PLACE_BITS},
        {"the kind", FORMAT_STEP_PLACE_BITS, 2},
        {"what is known", FORMAT_STEP_BIT_SHIFT, FORMAT_STEP_BIT_BITS},
        {"the value", FORMAT_STEP_VALUE_SHIFT, 8}, /* bytes of a slot, or a register */
        {"the value", FORMAT_STEP_VALUE_SHIFT + 2, 32 - FORMAT_STEP_VALUE_SHIFT - 2},
    };
    struct slot slot = {"a step", 0, 4};
    uint32_t number, known, step;

    if (!pick_known(mutant, has_steps, &number, &known))
        return false;
    step = fuzz_below(&mutant->random, rule_steps(long_word(mutant, known)));
    slot.at = parts_word_at(&mutant->parts, rule_long(known) + 3 + step);
    return change_any(mutant, &slot, FIELDS(fields));
}

bool change_flags(struct mutant *mutant)
{
    static const struct field mask[] = {{"the flags", 0, 16}};
    struct slot slot = {"a rule that depends on flags", 0, 4};
    uint32_t which = fuzz_below(&mutant->random, 3);
    uint32_t number, known;

    if (!pick_known(mutant, is_flags, &number, &known))
        return false;
    slot.at = parts_word_at(&mutant->parts, rule_long(known) + which);
    if (which == 0)
        return change_any(mutant, &slot, FIELDS(mask));
    return change_word(mutant, parts_word(&mutant->parts, rule_long(known) + which), &slot);
}
