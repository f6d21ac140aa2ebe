/* SPDX-License-Identifier: MIT */
#include "rows/crossing_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/format/crossing_format.h"
#include "util/text_writer.h"
#include <bobbin/bobbin.h>
#include <bobbin/cross.h>

enum { BASE_MAX = 80 };

struct writer {
    struct text_writer out;
    char base[BASE_MAX]; /* what BASE is, without the number that is added to it */
    int32_t plus;        /* that number */
    bool sets_pc, sets_psr;
};

/* Adds "; " unless nothing comes before. */
static void add_separator(struct writer *writer)
{
    const struct text_writer *out = &writer->out;
    char last = out->used ? out->text[out->used - 1] : '(';

    if (last != '(' && last != ' ')
        text_add(&writer->out, "; ");
}

/* ---- places ---------------------------------------------------------------------------------- */

static const char *const banks[] = {"usr", "fiq", "irq", "svc", "mon", "abt", "hyp", "und"};

static const char *place_name(unsigned place, char *name, size_t size)
{
    static const char *const kinds[] = {"sp", "lr", "spsr"};

    if (place >= CROSSING_BANK_SP && place < CROSSING_PLACES)
        snprintf(name, size, "%s_%s", kinds[(place - CROSSING_BANK_SP) / BOBBIN_BANKS],
                 banks[CROSSING_BANK_OF(place)]);
    else if (place >= CROSSING_OTHER && place < CROSSING_OTHER + 5)
        snprintf(name, size, "other r%u", place - CROSSING_OTHER + 8);
    else if (place == CROSSING_PC || place == CROSSING_PSR)
        snprintf(name, size, "%s", place == CROSSING_PC ? "pc" : "psr");
    else if (place == BOBBIN_SP || place == BOBBIN_LR)
        snprintf(name, size, "%s", place == BOBBIN_SP ? "sp" : "lr");
    else
        snprintf(name, size, "r%u", place);
    return name;
}

static void add_place(struct writer *writer, unsigned place)
{
    char name[20];

    text_add(&writer->out, "%s", place_name(place, name, sizeof(name)));
}

/* The registers of MASK: "r0-r3, r12, pc". */
static void add_mask(struct writer *writer, uint32_t mask)
{
    const char *between = "";

    for (unsigned first = 0; first < 16; first++) {
        unsigned last = first;
        if (!(mask >> first & 1))
            continue;
        while (last < 12 && (mask >> (last + 1) & 1))
            last++;
        text_add(&writer->out, "%s", between);
        add_place(writer, first);
        if (last > first) {
            text_add(&writer->out, "-");
            add_place(writer, last);
        }
        first = last;
        between = ", ";
    }
}

/* ---- operands -------------------------------------------------------------------------------- */

/* BASE + VALUE, in ADDRESS. */
static const char *address_name(const struct writer *writer, int32_t value, char *address,
                                size_t size)
{
    int32_t number = writer->plus + value;

    if (number)
        snprintf(address, size, "%s %c %d", writer->base, number < 0 ? '-' : '+',
                 number < 0 ? -number : number);
    else
        snprintf(address, size, "%s", writer->base);
    return address;
}

/* The operand of STEP, whose next word is WORD. */
static const char *operand_name(const struct writer *writer, uint32_t step, uint32_t word,
                                char *operand, size_t size)
{
    int32_t value = (int32_t)step >> CROSSING_VALUE_SHIFT;
    char address[BASE_MAX + 20];

    switch (step >> CROSSING_KIND_SHIFT & 3) {
    case CROSSING_SLOT:
        snprintf(operand, size, "[%s]", address_name(writer, value, address, sizeof(address)));
        return operand;
    case CROSSING_WORD:
        snprintf(operand, size, "0x%08x", word);
        return operand;
    case CROSSING_REGISTER:
        return place_name((unsigned)value, operand, size);
    default:
        return address_name(writer, value, operand, size);
    }
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Appends TEXT to the name of BASE. A name that is too long becomes dots. */
static void append_to_base(struct writer *writer, const char *text)
{
    size_t used = strlen(writer->base), size = strlen(text) + 1;

    if (size <= sizeof(writer->base) - used)
        memcpy(writer->base + used, text, size);
    else
        memcpy(writer->base, "...", 4);
}

static void set_base(struct writer *writer, uint32_t step, const char *operand)
{
    if ((step >> CROSSING_KIND_SHIFT & 3) == CROSSING_NUMBER) {
        writer->plus += (int32_t)step >> CROSSING_VALUE_SHIFT;
        return;
    }
    writer->plus = 0;
    writer->base[0] = '\0';
    append_to_base(writer, operand);
}

/* BASE += OPERAND. The number stays apart, so that it can change. */
static void add_to_base(struct writer *writer, const char *operand)
{
    append_to_base(writer, " + ");
    append_to_base(writer, operand);
}

static void add_list(struct writer *writer, uint32_t step)
{
    uint32_t mask = step >> CROSSING_LIST_MASK_SHIFT & 0xffff;
    unsigned kind = step >> CROSSING_KIND_SHIFT & 3;
    char address[BASE_MAX + 20];

    if (kind == CROSSING_LIST_LOST)
        text_add(&writer->out, "lost: ");
    else
        writer->sets_pc |= mask >> CROSSING_PC & 1;
    add_mask(writer, mask);
    if (kind == CROSSING_LIST_LOST)
        return;
    text_add(&writer->out, " at %s",
             address_name(writer, 4 * ((int32_t)step >> CROSSING_LIST_OFFSET_SHIFT), address,
                          sizeof(address)));
}

static void add_check(struct writer *writer, uint32_t step)
{
    bool innermost = (step >> CROSSING_KIND_SHIFT & 3) == CROSSING_CHECK_INNERMOST;

    text_add(&writer->out, "%s", innermost ? "only for the innermost exception" : "no rule");
}

static void add_move(struct writer *writer, uint32_t step, const char *operand)
{
    unsigned place = step & ((1u << CROSSING_PLACE_BITS) - 1);
    unsigned kind = step >> CROSSING_KIND_SHIFT & 3;
    bool loses = kind == CROSSING_REGISTER && !writer->sets_pc &&
                 (int32_t)step >> CROSSING_VALUE_SHIFT == CROSSING_PC;

    writer->sets_pc |= place == CROSSING_PC;
    writer->sets_psr |= place == CROSSING_PSR;
    if (loses)
        text_add(&writer->out, "lost: ");
    add_place(writer, place);
    if (!loses)
        text_add(&writer->out, " = %s", operand);
}

/* After "pc": what is subtracted from it, and what kind of address it is. */
static void add_adjustments(struct writer *writer, uint32_t arm, uint32_t thumb, bool is_return)
{
    if (arm)
        text_add(&writer->out, " - %u", arm);
    if (thumb != arm)
        text_add(&writer->out, ", in Thumb state - %u", thumb);
    if (is_return)
        text_add(&writer->out, ", a return address");
}

static void add_end(struct writer *writer, uint32_t step)
{
    uint32_t value = step >> CROSSING_VALUE_SHIFT;
    uint32_t arm = value >> CROSSING_END_ARM_SHIFT & 15;
    uint32_t thumb = value >> CROSSING_END_THUMB_SHIFT & 15;
    bool is_return = value >> CROSSING_END_RETURN_SHIFT & 1;
    const char *bank = banks[value >> CROSSING_END_ENTERED_SHIFT & 7];

    if (!writer->sets_psr)
        text_add(&writer->out, "psr = spsr_%s", bank);
    if (writer->sets_pc && !arm && !thumb && !is_return)
        return;
    add_separator(writer);
    text_add(&writer->out, "pc");
    if (!writer->sets_pc)
        text_add(&writer->out, " = lr_%s", bank);
    add_adjustments(writer, arm, thumb, is_return);
}

static bool is_skip(unsigned place)
{
    return place == CROSSING_SKIP_ZERO || place == CROSSING_SKIP_ONE;
}

static void add_skip(struct writer *writer, uint32_t step, const char *operand)
{
    unsigned place = step & ((1u << CROSSING_PLACE_BITS) - 1);

    text_add(&writer->out, "if %s is not %u: (", operand, place - CROSSING_SKIP_ZERO);
}

/* Adds STEP, whose next word is WORD. */
static void add_step(struct writer *writer, uint32_t step, uint32_t word)
{
    unsigned place = step & ((1u << CROSSING_PLACE_BITS) - 1);
    char operand[BASE_MAX + 24];

    operand_name(writer, step, word, operand, sizeof(operand));
    if (place != CROSSING_BASE && place != CROSSING_BASE_PLUS &&
        (place != CROSSING_END || !writer->sets_psr))
        add_separator(writer);
    if (place == CROSSING_BASE)
        set_base(writer, step, operand);
    else if (place == CROSSING_BASE_PLUS)
        add_to_base(writer, operand);
    else if (is_skip(place))
        add_skip(writer, step, operand);
    else if (place == CROSSING_CHECK)
        add_check(writer, step);
    else if (place == CROSSING_LIST)
        add_list(writer, step);
    else if (place == CROSSING_END)
        add_end(writer, step);
    else
        add_move(writer, step, operand);
}

static bool has_word(uint32_t step)
{
    unsigned place = step & ((1u << CROSSING_PLACE_BITS) - 1);

    return (step >> CROSSING_KIND_SHIFT & 3) == CROSSING_WORD && place < CROSSING_CHECK;
}

/*
 * Adds the steps from index FIRST to END - 1 of WORD, at most up to an END. Returns whether there
 * was one.
 */
static bool add_steps(struct writer *writer, const uint32_t *word, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        uint32_t step = word[i];
        unsigned place = step & ((1u << CROSSING_PLACE_BITS) - 1);
        add_step(writer, step, i + 1 < end ? word[i + 1] : 0);
        i += has_word(step);
        if (is_skip(place)) {
            uint32_t skip = step >> CROSSING_SKIP_SHIFT & ((1u << CROSSING_SKIP_BITS) - 1);
            struct writer skipped = *writer;
            skip = skip < end - i ? skip : end - i - 1;
            text_add(&skipped.out, "%s",
                     add_steps(&skipped, word, i + 1, i + 1 + skip) ? ") else " : ") ");
            writer->out = skipped.out;
            i += skip;
        } else if (place == CROSSING_END) {
            return true;
        }
    }
    return false;
}

const char *crossing_text(const uint32_t *word, uint32_t count, char *text, size_t text_size)
{
    struct writer writer = {.out = text_begin(text, text_size), .base = "sp"};

    add_steps(&writer, word, 0, count);
    return text;
}
