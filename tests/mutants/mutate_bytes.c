/* SPDX-License-Identifier: MIT */
#include "bytes.h"
#include "mutant.h"
#include "rule.h"

/* A number of SIZE_BYTES in the table, by the name that core/SPEC.md has for it. */
struct field {
    const char *name;
    uint32_t offset, size_bytes;
};

/* A bit, or a small step. */
static uint32_t pick_value(struct fuzz_source *random, uint32_t old, uint32_t bits)
{
    if (fuzz_one_in(random, 2))
        return old + fuzz_below(random, 17) - 8;
    return old ^ 1u << fuzz_below(random, bits);
}

static bool change_field(struct mutant *mutant, uint8_t *table, const struct field *field)
{
    uint32_t mask = 0xffffffffu >> (32 - 8 * field->size_bytes);
    uint8_t *bytes = table + field->offset;
    uint32_t old = 0;
    uint32_t value;

    for (uint32_t i = 0; i < field->size_bytes; i++)
        old |= (uint32_t)bytes[i] << 8 * i;
    value = pick_value(&mutant->random, old, 8 * field->size_bytes) & mask;
    if (value == old)
        return false;
    for (uint32_t i = 0; i < field->size_bytes; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
    mutant_say(mutant, "%s at 0x%x is 0x%x instead of 0x%x", field->name, field->offset, value,
               old);
    return true;
}

bool change_byte(struct mutant *mutant)
{
    struct field field = {"the byte", 0, 1};

    field.offset = fuzz_below(&mutant->random, (uint32_t)mutant->bytes.size);
    if (field.offset - FORMAT_HEADER_CRC < 4)
        return false;
    if (!change_field(mutant, mutant->bytes.bytes, &field))
        return false;
    table_seal(&mutant->bytes);
    return true;
}

bool change_header(struct mutant *mutant)
{
    const uint32_t id_size = mutant->table.bytes[FORMAT_HEADER_BUILD_ID_SIZE];
    const struct field fields[] = {
        {"the magic number", 0, 4},
        {"the major version", FORMAT_HEADER_MAJOR, 1},
        {"the minor version", FORMAT_HEADER_MINOR, 1},
        {"the number of sections", FORMAT_HEADER_SECTIONS, 1},
        {"the length of the build id", FORMAT_HEADER_BUILD_ID_SIZE, 1},
        {"the size of the table", FORMAT_HEADER_SIZE, 4},
        {"the checksum of the code", FORMAT_HEADER_CODE_CRC, 4},
        {"the build id", FORMAT_HEADER_BYTES + fuzz_below(&mutant->random, id_size + 1), 1},
    };
    const struct field *field = &fields[fuzz_below(&mutant->random, 8)];

    if (!change_field(mutant, mutant->bytes.bytes, field))
        return false;
    table_seal(&mutant->bytes);
    return true;
}

bool change_directory(struct mutant *mutant)
{
    const uint32_t entry = (uint32_t)mutant->parts.header.size +
                           FORMAT_ENTRY_BYTES * fuzz_below(&mutant->random, mutant->parts.count);
    const struct field fields[] = {
        {"a section's type", entry, 2},
        {"a section's flags", entry + 2, 2},
        {"a section's size", entry + 4, 4},
    };

    if (!change_field(mutant, mutant->bytes.bytes, &fields[fuzz_below(&mutant->random, 3)]))
        return false;
    table_seal(&mutant->bytes);
    return true;
}

/* Makes the checksum of the code right, as far as the ranges can be read at all. */
static void seal_code(struct mutant *mutant)
{
    struct bobbin_code_check check = {0};
    struct bobbin_table table;

    if (bobbin_table_open(&table, mutant->bytes.bytes, (uint32_t)mutant->bytes.size, 0, NULL, 0) !=
        BOBBIN_TABLE_OK)
        return;
    bobbin_code_check_step(&check, &table, &mutant->env, UINT32_MAX);
    buffer_set_u32(&mutant->bytes, FORMAT_HEADER_CODE_CRC, check.crc);
    table_seal(&mutant->bytes);
}

bool change_range(struct mutant *mutant)
{
    static const struct field fields[] = {
        {"a range's start", FORMAT_RANGE_START, 4},
        {"a range's size", FORMAT_RANGE_SIZE, 4},
        {"where a range's part of the index is", FORMAT_RANGE_INDEX, 4},
        {"where a range's entries are", FORMAT_RANGE_ENTRIES, 4},
        {"where a range's rows are", FORMAT_RANGE_ROWS, 4},
        {"a range's units", FORMAT_RANGE_UNIT_SHIFT, 1},
        {"how a range is read", FORMAT_RANGE_HOW, 1},
        {"a range's groups", FORMAT_RANGE_GROUP_SHIFT, 1},
        {"the blocks of a range's body map", FORMAT_RANGE_BODY_SHIFT, 1},
    };
    struct buffer *ranges = parts_find(&mutant->parts, FORMAT_SECTION_RANGES);
    uint32_t count = (uint32_t)ranges->size / FORMAT_RANGE_BYTES;
    struct field field = fields[fuzz_below(&mutant->random, sizeof(fields) / sizeof(fields[0]))];

    field.offset += FORMAT_RANGE_BYTES * fuzz_below(&mutant->random, count);
    if (!change_field(mutant, ranges->bytes, &field))
        return false;
    parts_join(&mutant->parts, &mutant->bytes);
    seal_code(mutant);
    return true;
}

bool change_rules_header(struct mutant *mutant)
{
    static const struct field fields[] = {
        {"the number of rules", 0, 2},
        {"the first rule from .ARM.exidx", 2, 2},
        {"the number of halfword rules", 4, 2},
        {"the number of runs", 6, 2},
    };
    struct buffer *rules = parts_find(&mutant->parts, FORMAT_SECTION_RULES);

    if (!change_field(mutant, rules->bytes, &fields[fuzz_below(&mutant->random, 4)]))
        return false;
    parts_join(&mutant->parts, &mutant->bytes);
    return true;
}

/* ---- rules as they are written ------------------------------------------------------------------ */

/* The halfword or word of rule NUMBER, from 1 on, in the section RULES. */
static struct field rule_field(const uint8_t *rules, uint32_t number)
{
    uint32_t shorts = bytes_u16(rules + 4);
    uint32_t words = FORMAT_RULES_HEADER_BYTES + (2 * shorts + 3) / 4 * 4;

    if (number <= shorts)
        return (struct field){"a rule's halfword", FORMAT_RULES_HEADER_BYTES + 2 * (number - 1), 2};
    return (struct field){"a rule's word", words + 4 * (number - shorts - 1), 4};
}

bool change_rule_bits(struct mutant *mutant)
{
    uint8_t *rules = parts_find(&mutant->parts, FORMAT_SECTION_RULES)->bytes;
    struct field field = rule_field(rules, 1 + fuzz_below(&mutant->random, bytes_u16(rules)));

    if (!change_field(mutant, rules, &field))
        return false;
    parts_join(&mutant->parts, &mutant->bytes);
    return true;
}

/* The first rule from any one on that IS; its number, 0 when there is none. */
static uint32_t pick_number(struct mutant *mutant, bool (*is)(uint32_t known))
{
    uint32_t count = mutant->table.shorts_count + mutant->table.words_count;
    uint32_t first = fuzz_below(&mutant->random, count);

    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = 1 + (first + i) % count;
        if (is(rule_known(&mutant->table, number)))
            return number;
    }
    return 0;
}

static bool is_root(uint32_t known)
{
    return known == KNOWN_ROOT;
}

static bool is_long(uint32_t known)
{
    return (known & KNOWN_RULE) && rule_register(known) == BOBBIN_PC && !rule_lost(known);
}

bool change_root(struct mutant *mutant)
{
    uint8_t *rules = parts_find(&mutant->parts, FORMAT_SECTION_RULES)->bytes;
    uint32_t number = pick_number(mutant, is_root);
    struct field field;

    if (!number)
        return false;
    field = rule_field(rules, number);
    field.name = "the root's word";
    if (!change_field(mutant, rules, &field))
        return false;
    parts_join(&mutant->parts, &mutant->bytes);
    return true;
}

bool change_long_places(struct mutant *mutant)
{
    uint32_t number = pick_number(mutant, is_long);
    uint32_t place = fuzz_below(&mutant->random, FORMAT_LONG_PLACES_BITS);
    uint32_t offset, head;
    struct buffer *rules;

    if (!number)
        return false;
    rules = parts_find(&mutant->parts, FORMAT_SECTION_LONG_RULES);
    offset = 4 * bytes_field(rule_known(&mutant->table, number), 0, FORMAT_LONG_OFFSET_BITS);
    head = bytes_u32(rules->bytes + offset) ^ 1u << (FORMAT_LONG_PLACES_SHIFT + place);
    buffer_set_u32(rules, offset, head);
    mutant_say(mutant, "the long rule %u, of form %u, %s place %u", number, rule_form(head),
               head >> (FORMAT_LONG_PLACES_SHIFT + place) & 1 ? "has" : "lacks", place);
    parts_join(&mutant->parts, &mutant->bytes);
    return true;
}

bool change_long_rule(struct mutant *mutant)
{
    struct buffer *rules = parts_find(&mutant->parts, FORMAT_SECTION_LONG_RULES);
    struct field field = {"the byte of a long rule", 0, 1};

    if (!rules)
        return false;
    field.offset = fuzz_below(&mutant->random, (uint32_t)rules->size);
    if (!change_field(mutant, rules->bytes, &field))
        return false;
    parts_join(&mutant->parts, &mutant->bytes);
    return true;
}
