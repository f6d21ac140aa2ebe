/* SPDX-License-Identifier: MIT */
/*
 * Rows from .ARM.exidx and .ARM.extab (Exception Handling ABI for the Arm Architecture, IHI 0038). An
 * entry tells how to unwind from the calls of a function; it is taken for the whole of it.
 */
#include "diag.h"
#include "exidx_walk.h"
#include "rows.h"

#define OFFSET_MAX 0x10000000 /* no frame is larger; one instruction adds at most four times this */

/* The unwinding instructions of a function, most significant byte of each word first (EHABI 9.3). */
struct program {
    const struct image *image;
    uint32_t address; /* of the word that has the next byte */
    uint32_t word;
    unsigned bytes_left; /* in word */
    uint32_t words_left; /* behind it */
    bool failed;
};

/* vsp as BASE + OFFSET, and where each place was popped from, relative to BASE. */
struct vsp {
    unsigned base;
    int32_t offset;
    bool any_popped;
    struct bobbin_rule rule;
};

static uint32_t word_at(struct program *program, uint32_t address)
{
    uint32_t word;

    if (!image_read_number(program->image, address, 4, &word))
        program->failed = true;
    return word;
}

static uint32_t next_byte(struct program *program)
{
    if (program->bytes_left == 0 && program->words_left > 0) {
        program->address += 4;
        program->word = word_at(program, program->address);
        program->words_left--;
        program->bytes_left = 4;
    }
    if (program->bytes_left == 0)
        return 0xb0; /* what is missing at the end is "finish" */
    program->bytes_left--;
    return program->word >> 8 * program->bytes_left & 0xff;
}

/* EHABI 10.3, 0xb2: vsp += 0x204 + (uleb128 << 2) */
static int32_t next_uleb(struct program *program)
{
    uint32_t value = 0;
    uint32_t byte;
    unsigned shift = 0;

    do {
        byte = next_byte(program);
        if (shift > 21)
            program->failed = true;
        else
            value |= (byte & 0x7f) << shift;
        shift += 7;
    } while ((byte & 0x80) && !program->failed);
    return (int32_t)value;
}

static void pop_place(struct vsp *vsp, unsigned place)
{
    rule_set(&vsp->rule, place, BOBBIN_SLOT, vsp->offset);
    vsp->any_popped = true;
}

/* Pops the core registers of MASK, bit n for rn. Popping sp moves to another stack: not a frame. */
static bool pop_core(struct vsp *vsp, uint32_t mask)
{
    for (unsigned number = 0; number < 16; number++) {
        if (!(mask >> number & 1))
            continue;
        if (number == BOBBIN_SP)
            return false;
        if (number >= 4 && number <= 11)
            pop_place(vsp, BOBBIN_PLACE_R4 + number - 4);
        if (number >= BOBBIN_LR)
            pop_place(vsp, BOBBIN_PLACE_RA);
        vsp->offset += 4;
    }
    return true;
}

static bool pop_vfp(struct vsp *vsp, unsigned first, unsigned count, int32_t pad)
{
    for (unsigned number = first; number < first + count; number++, vsp->offset += 8)
        if (number >= 8 && number <= 15)
            pop_place(vsp, BOBBIN_PLACE_D8 + number - 8);
    vsp->offset += pad;
    return true;
}

/* EHABI 10.3, instructions 0xb1 to 0xbf. */
static bool run_b(struct program *program, struct vsp *vsp, uint32_t byte)
{
    uint32_t operand;

    switch (byte) {
    case 0xb1:
        operand = next_byte(program);
        return operand != 0 && operand <= 15 && pop_core(vsp, operand);
    case 0xb2:
        vsp->offset += 0x204 + (next_uleb(program) << 2);
        return !program->failed;
    case 0xb3:
        operand = next_byte(program);
        return pop_vfp(vsp, operand >> 4, (operand & 15) + 1, 4);
    case 0xb4: /* return address authentication code */
        vsp->offset += 4;
        return true;
    default:
        return byte >= 0xb8 && pop_vfp(vsp, 8, (byte & 7) + 1, 4);
    }
}

/* EHABI 10.3; false for "refuse to unwind", spare codes and what has no equation. */
static bool run_one(struct program *program, struct vsp *vsp, uint32_t byte)
{
    uint32_t operand;

    if (byte < 0x80) {
        int32_t words = (int32_t)(byte & 0x3f) + 1;
        vsp->offset += byte & 0x40 ? -4 * words : 4 * words;
        return true;
    }
    if (byte < 0x90) {
        operand = (byte & 15) << 8 | next_byte(program);
        return operand != 0 && pop_core(vsp, operand << 4);
    }
    if (byte < 0xa0) {
        vsp->base = byte & 15;
        vsp->offset = 0;
        return vsp->base != BOBBIN_SP && vsp->base != BOBBIN_PC && !vsp->any_popped;
    }
    if (byte < 0xb0)
        return pop_core(vsp, ((2u << (byte & 7)) - 1) << 4 | (byte & 8) << 11);
    if (byte < 0xc0)
        return run_b(program, vsp, byte);
    if (byte == 0xc8 || byte == 0xc9) {
        operand = next_byte(program);
        return pop_vfp(vsp, (operand >> 4) + (byte == 0xc8 ? 16 : 0), (operand & 15) + 1, 0);
    }
    return byte >= 0xd0 && byte < 0xd8 && pop_vfp(vsp, 8, (byte & 7) + 1, 0);
}

static bool run(struct program *program, struct bobbin_rule *rule)
{
    struct vsp vsp = {.base = BOBBIN_SP, .rule = rule_of_form(BOBBIN_FORM_FRAME)};
    uint32_t byte;

    while ((byte = next_byte(program)) != 0xb0)
        if (!run_one(program, &vsp, byte) || program->failed || vsp.offset > OFFSET_MAX ||
            vsp.offset < -OFFSET_MAX)
            return false;
    for (unsigned place = 0; place < BOBBIN_PLACES; place++)
        if (vsp.rule.place_kind[place] == BOBBIN_SLOT)
            vsp.rule.place_value[place] -= vsp.offset;
    vsp.rule.cfa_register = (uint8_t)vsp.base;
    vsp.rule.cfa_offset = vsp.offset;
    *rule = vsp.rule;
    return !program->failed && rule_is_sane(rule);
}

/* Points PROGRAM at the instructions in .ARM.extab at ADDRESS (EHABI 7.2, 7.3, 9.3). */
static void open_extab(struct program *program, uint32_t address)
{
    program->address = address;
    program->word = word_at(program, address);
    if (!(program->word >> 31)) { /* generic: the personality's data starts with a count */
        program->address = address + 4;
        program->word = word_at(program, program->address);
        program->words_left = program->word >> 24;
        program->bytes_left = 3;
    } else if (program->word >> 24 == 0x80) {
        program->bytes_left = 3;
    } else if (program->word >> 24 == 0x81 || program->word >> 24 == 0x82) {
        program->words_left = program->word >> 16 & 0xff;
        program->bytes_left = 2;
    } else {
        program->failed = true;
    }
}

static bool rule_of_entry(const struct image *image, const struct exidx_entry *entry,
                          struct bobbin_rule *rule)
{
    struct program program = {.image = image, .address = entry->address, .word = entry->word};
    uint32_t extab;

    if (exidx_entry_in_extab(entry, &extab))
        open_extab(&program, extab);
    else if (entry->word >> 24 == 0x80)
        program.bytes_left = 3;
    else
        return false;
    return !program.failed && run(&program, rule);
}

int exidx_rows(struct rows *rows, const struct image *image)
{
    struct exidx_walk walk = {.image = image};
    const struct exidx_entry *entry = &walk.entry;
    struct bobbin_rule rule;

    while (exidx_walk_next(&walk))
        if (entry->end > entry->start && rule_of_entry(image, entry, &rule))
            rows_add(rows, entry->start, entry->end, &rule, ROW_EXIDX);
    return STATUS_GOOD;
}
