/* SPDX-License-Identifier: MIT */
/* Decodes instructions on modes and banked registers, in ARM and Thumb state (ARM ARM B9.3). */
#include "exceptions/bank_effect.h"

#include "core/format/crossing_format.h"
#include "insn/exception_return.h"
#include <bobbin/cross.h>

static uint32_t field(uint32_t code, unsigned lowest, unsigned width)
{
    return code >> lowest & ((1u << width) - 1);
}

static bool matches(uint32_t code, uint32_t mask, uint32_t value)
{
    return (code & mask) == value;
}

/* ---- fields that ARM and Thumb encodings share ----------------------------------------------- */

enum { MODE_BITS_WIDTH = 4, MODE_UPPER_BIT = 0x10 };

static struct bank_effect to_mode(uint32_t mode)
{
    return (struct bank_effect){.kind = BANK_EFFECT_MODE, .number = (int32_t)(mode & 15)};
}

/* CPSIE #mode. */
static struct bank_effect enable(uint32_t code, bool changes_mode)
{
    return (struct bank_effect){.kind = BANK_EFFECT_ENABLE,
                                .number = changes_mode ? (int32_t)(code & 15) : -1};
}

/* The register of user or FIQ mode with the number SYSM % 8 of banked MRS and MSR. */
static uint8_t user_place(uint32_t sysm)
{
    bool fiq = sysm >= 8;
    uint32_t number = sysm % 8;

    if (number < 5)
        return (uint8_t)((fiq ? BANK_EFFECT_FIQ_R : BANK_EFFECT_USER_R) + number);
    return (uint8_t)((number == 5 ? CROSSING_BANK_SP : CROSSING_BANK_LR) +
                     (fiq ? BOBBIN_BANK_FIQ : BOBBIN_BANK_USR));
}

/* The place that banked MRS and MSR name (ARM ARM B9.2.3); 0xff if there is none. */
static uint8_t banked_place(uint32_t sysm, bool spsr)
{
    static const uint8_t bank[] = {
        BOBBIN_BANK_IRQ, BOBBIN_BANK_SVC, BOBBIN_BANK_ABT, BOBBIN_BANK_UND, 0xff, 0xff,
        BOBBIN_BANK_MON, BOBBIN_BANK_HYP};
    uint8_t named = sysm >= 16 ? bank[(sysm - 16) / 2] : BOBBIN_BANK_FIQ;

    if (named == 0xff || sysm % 8 == 7)
        return sysm >= 16 && named != 0xff
                   ? (uint8_t)((spsr ? CROSSING_BANK_SPSR : CROSSING_BANK_SP) + named)
                   : 0xff;
    if (spsr)
        return (uint8_t)(CROSSING_BANK_SPSR + named);
    if (sysm < 16)
        return user_place(sysm);
    return (uint8_t)((sysm % 2 ? CROSSING_BANK_SP : CROSSING_BANK_LR) + named);
}

static struct bank_effect banked(uint32_t sysm, bool spsr, bool write, uint32_t number)
{
    struct bank_effect effect = {.place = banked_place(sysm, spsr)};

    effect.kind = write ? BANK_EFFECT_WRITE_PLACE : BANK_EFFECT_READ_PLACE;
    effect.rn = effect.rd = (uint8_t)number;
    return effect;
}

/*
 * Whether CODE, the encoding in ARM state without the condition, is MRC or MCR of a thread ID
 * register (ARM ARM A8.8.98, A8.8.107). Sets EFFECT.
 */
static bool is_thread_id(uint32_t code, struct bank_effect *effect)
{
    uint32_t number = field(code, 5, 3) - 2, rt = field(code, 12, 4);

    if (!matches(code, 0x0fef0f1f, 0x0e0d0f10) || number > 2)
        return false;
    effect->kind = field(code, 20, 1) ? BANK_EFFECT_READ_PLACE : BANK_EFFECT_WRITE_PLACE;
    effect->place = (uint8_t)(BANK_EFFECT_THREAD_ID + number);
    effect->rn = effect->rd = (uint8_t)rt;
    return true;
}

/* The lowest word of a block of two, from its register on, and what is added to the register. */
static void set_block(struct bank_effect *effect, bool up, bool before, bool writeback,
                      int32_t bytes)
{
    effect->number = (up ? 0 : -bytes) + (before == up ? 4 : 0);
    effect->writeback = writeback ? (up ? bytes : -bytes) : 0;
}

static struct bank_effect srs(uint32_t mode, bool up, bool before, bool writeback)
{
    struct bank_effect effect = {.kind = BANK_EFFECT_SRS, .mode = mode & 15};

    set_block(&effect, up, before, writeback, 8);
    return effect;
}

static struct bank_effect call(uint8_t bank)
{
    return (struct bank_effect){.kind = BANK_EFFECT_CALL, .mode = bank};
}

static struct bank_effect returns(uint32_t rn, uint32_t number)
{
    return (struct bank_effect){
        .kind = BANK_EFFECT_RETURN, .rn = (uint8_t)rn, .number = (int32_t)number};
}

static struct bank_effect with_number(enum bank_effect_kind kind, uint32_t rn, uint32_t number)
{
    return (struct bank_effect){
        .kind = (uint8_t)kind, .rn = (uint8_t)rn, .number = (int32_t)number};
}

static struct bank_effect eor(uint32_t rd, uint32_t rn, uint32_t number)
{
    struct bank_effect effect = with_number(BANK_EFFECT_EOR, rn, number);

    effect.rd = (uint8_t)rd;
    return effect;
}

static struct bank_effect write_psr(bool spsr, uint32_t rn, uint32_t fields)
{
    struct bank_effect effect = {.rn = (uint8_t)rn, .number = (int32_t)fields};

    if (spsr)
        effect.kind = BANK_EFFECT_WRITE_SPSR;
    else if (fields & BANK_FIELD_C)
        effect.kind = BANK_EFFECT_WRITE_CPSR;
    return effect;
}

static struct bank_effect read_spsr(uint32_t rd)
{
    return (struct bank_effect){.kind = BANK_EFFECT_READ_SPSR, .rd = (uint8_t)rd};
}

/* ---- ARM state ------------------------------------------------------------------------------- */

/* ARMExpandImm (ARM ARM A5.2.4). */
static uint32_t arm_immediate(uint32_t code)
{
    uint32_t value = field(code, 0, 8);
    uint32_t turn = 2 * field(code, 8, 4);

    return turn ? value >> turn | value << (32 - turn) : value;
}

static struct bank_effect arm_unconditional(uint32_t code)
{
    if (matches(code, 0xfff1fe20, 0xf1000000) && field(code, 18, 2) == 2)
        return enable(code, field(code, 17, 1));
    if (matches(code, 0xfff1fe20, 0xf1000000) && field(code, 17, 1))
        return to_mode(code);
    if (matches(code, 0xfe5fffe0, 0xf84d0500))
        return srs(code, field(code, 23, 1), field(code, 24, 1), field(code, 21, 1));
    return (struct bank_effect){.kind = BANK_EFFECT_NONE};
}

static struct bank_effect arm_status(uint32_t code)
{
    bool spsr = field(code, 22, 1);

    if (matches(code, 0x0fff0fff, 0x014f0000))
        return read_spsr(field(code, 12, 4));
    if (matches(code, 0x0fb00eff, 0x01000200))
        return banked(field(code, 8, 1) << 4 | field(code, 16, 4), spsr, false, field(code, 12, 4));
    if (matches(code, 0x0fb0fef0, 0x0120f200))
        return banked(field(code, 8, 1) << 4 | field(code, 16, 4), spsr, true, field(code, 0, 4));
    if (matches(code, 0x0fb0fff0, 0x0120f000))
        return write_psr(spsr, field(code, 0, 4), field(code, 16, 4));
    if (!matches(code, 0x0fb0f000, 0x0320f000) || !field(code, 16, 4))
        return (struct bank_effect){.kind = BANK_EFFECT_NONE};
    if (spsr)
        return write_psr(true, BANK_EFFECT_NO_CORE, BANK_FIELDS_ALL);
    if (!field(code, 16, 1))
        return (struct bank_effect){.kind = BANK_EFFECT_NONE};
    return field(code, 7, 1) || field(code, 8, 4) ? to_mode(arm_immediate(code))
                                                  : enable(code, true);
}

/* STM and LDM with ^ (ARM ARM B9.3.5, B9.3.6, B9.3.17). */
static struct bank_effect arm_user(uint32_t code)
{
    struct bank_effect effect = {.rn = (uint8_t)field(code, 16, 4), .list = (uint16_t)code};
    int32_t bytes = 4 * __builtin_popcount(code & 0xffff);

    if (matches(code, 0x0e700000, 0x08400000))
        effect.kind = BANK_EFFECT_STORE_USER;
    else if (matches(code, 0x0e700000, 0x08500000))
        effect.kind = BANK_EFFECT_LOAD_USER;
    set_block(&effect, field(code, 23, 1), field(code, 24, 1), false, bytes);
    return effect;
}

/* Data processing with S and pc as destination (ARM ARM B9.3.20). */
static struct bank_effect arm_data_return(uint32_t code)
{
    uint32_t operation = field(code, 21, 4);
    bool immediate = field(code, 25, 1);

    if (operation == 2 && immediate)
        return returns(field(code, 16, 4), arm_immediate(code));
    if (operation == 13 && !immediate && field(code, 4, 8) == 0)
        return returns(field(code, 0, 4), 0);
    return (struct bank_effect){.kind = BANK_EFFECT_RETURN_OTHER};
}

/* VMRS, whose ARM encoding is CODE but for the condition. */
static bool is_vmrs(uint32_t code, struct bank_effect *effect)
{
    if (!matches(code, 0x0ff00fff, 0x0ef00a10) || field(code, 12, 4) == BOBBIN_PC)
        return false;
    *effect =
        (struct bank_effect){.kind = BANK_EFFECT_READ_SYSTEM, .rd = (uint8_t)field(code, 12, 4)};
    return true;
}

static struct bank_effect arm_effect(uint32_t code)
{
    struct bank_effect effect;

    if (code >> 28 == 15)
        return arm_unconditional(code);
    effect = arm_status(code);
    if (effect.kind != BANK_EFFECT_NONE)
        return effect;
    if (is_thread_id(code, &effect) || is_vmrs(code, &effect))
        return effect;
    if (matches(code, 0x0e400000, 0x08400000))
        return arm_user(code);
    if (matches(code, 0x0f000000, 0x0f000000))
        return call(BOBBIN_BANK_SVC);
    if (matches(code, 0x0ffffff0, 0x01600070))
        return call(BOBBIN_BANK_MON);
    if (matches(code, 0x0ff000f0, 0x01400070))
        return call(BOBBIN_BANK_HYP);
    if (matches(code, 0x0ff0f000, 0x03100000))
        return with_number(BANK_EFFECT_TEST_BITS, field(code, 16, 4), arm_immediate(code));
    if (matches(code, 0x0ff0f000, 0x03500000))
        return with_number(BANK_EFFECT_COMPARE, field(code, 16, 4), arm_immediate(code));
    if (matches(code, 0x0fe00000, 0x02200000))
        return eor(field(code, 12, 4), field(code, 16, 4), arm_immediate(code));
    if (matches(code, 0x0fe00010, 0) || matches(code, 0x0fa00010, 0x01800000))
        effect.kind = BANK_EFFECT_LOGICAL;
    return effect;
}

/* ---- Thumb state ----------------------------------------------------------------------------- */

static struct bank_effect thumb_status(uint32_t first, uint32_t second)
{
    bool spsr = field(first, 4, 1);

    if (first == 0xf3ff && matches(second, 0xf0ff, 0x8000))
        return read_spsr(field(second, 8, 4));
    if (matches(first, 0xffe0, 0xf3e0) && matches(second, 0xf0ef, 0x8020))
        return banked(field(second, 4, 1) << 4 | field(first, 0, 4), spsr, false,
                      field(second, 8, 4));
    if (matches(first, 0xffe0, 0xf380) && matches(second, 0xf0ef, 0x8020))
        return banked(field(second, 4, 1) << 4 | field(second, 8, 4), spsr, true,
                      field(first, 0, 4));
    if (matches(first, 0xffe0, 0xf380) && matches(second, 0xf0ff, 0x8000))
        return write_psr(spsr, field(first, 0, 4), field(second, 8, 4));
    return (struct bank_effect){.kind = BANK_EFFECT_NONE};
}

/* A modified immediate constant (ARM ARM A6.3.2). */
static uint32_t thumb_immediate(uint32_t first, uint32_t second)
{
    uint32_t shape = field(first, 10, 1) << 3 | field(second, 12, 3), byte = field(second, 0, 8);
    uint32_t rotation = shape << 1 | byte >> 7, rotated = byte | 0x80;

    if (shape >= 4)
        return rotated >> rotation | rotated << (32 - rotation);
    return byte * (shape == 0   ? 1u
                   : shape == 1 ? 0x00010001u
                   : shape == 2 ? 0x01000100u
                                : 0x01010101u);
}

static struct bank_effect thumb_wide(uint32_t first, uint32_t second)
{
    bool plain = !field(first, 10, 1) && !field(second, 12, 3);
    struct bank_effect effect = {.kind = BANK_EFFECT_NONE};

    if (matches(first, 0xf000, 0xe000) &&
        (is_thread_id(first << 16 | second, &effect) || is_vmrs(first << 16 | second, &effect)))
        return effect;

    if (first == 0xf3af && matches(second, 0xfe00, 0x8400))
        return enable(second, field(second, 8, 1));
    if (first == 0xf3af && matches(second, 0xf900, 0x8100))
        return to_mode(second);
    if (matches(first, 0xffdf, 0xe80d) && matches(second, 0xffe0, 0xc000))
        return srs(second, false, true, field(first, 5, 1));
    if (matches(first, 0xffdf, 0xe98d) && matches(second, 0xffe0, 0xc000))
        return srs(second, true, false, field(first, 5, 1));
    if (matches(first, 0xfff0, 0xf7f0) && second == 0x8000)
        return call(BOBBIN_BANK_MON);
    if (matches(first, 0xfff0, 0xf7e0) && matches(second, 0xf000, 0x8000))
        return call(BOBBIN_BANK_HYP);
    if (matches(first, 0xfbf0, 0xf010) && matches(second, 0x8f00, 0x0f00))
        return with_number(BANK_EFFECT_TEST_BITS, field(first, 0, 4),
                           thumb_immediate(first, second));
    if (matches(first, 0xfbf0, 0xf1b0) && matches(second, 0x8f00, 0x0f00) && plain)
        return with_number(BANK_EFFECT_COMPARE, field(first, 0, 4), field(second, 0, 8));
    if (matches(first, 0xfbe0, 0xf080) && plain)
        return eor(field(second, 8, 4), field(first, 0, 4), field(second, 0, 8));
    if (matches(first, 0xffc0, 0xea00) || matches(first, 0xffe0, 0xea40)) {
        effect.kind = BANK_EFFECT_LOGICAL;
        return effect;
    }
    return thumb_status(first, second);
}

static struct bank_effect thumb_effect(const struct image_instruction *at, uint32_t code)
{
    if (at->size_bytes == 4)
        return thumb_wide(code & 0xffff, code >> 16);
    if (matches(code, 0xfff8, 0xb660))
        return enable(code, false);
    if (matches(code, 0xff00, 0xdf00))
        return call(BOBBIN_BANK_SVC);
    if (matches(code, 0xf800, 0x2800))
        return with_number(BANK_EFFECT_COMPARE, field(code, 8, 3), field(code, 0, 8));
    if (matches(code, 0xffc0, 0x4000) || matches(code, 0xff40, 0x4300))
        return (struct bank_effect){.kind = BANK_EFFECT_LOGICAL};
    return (struct bank_effect){.kind = BANK_EFFECT_NONE};
}

/* ---- exception returns ----------------------------------------------------------------------- */

static struct bank_effect rfe(const struct image_instruction *at, uint32_t code)
{
    struct exception_block block = {0};

    exception_return_block(at, code, &block);
    return (struct bank_effect){.kind = BANK_EFFECT_RFE,
                                .rn = block.rn,
                                .number = block.offset,
                                .writeback = block.writeback};
}

/* LDM with pc and ^ (B9.3.5). */
static struct bank_effect load_return(uint32_t code)
{
    return (struct bank_effect){
        .kind = BANK_EFFECT_LOAD_RETURN, .rn = (uint8_t)field(code, 16, 4), .list = (uint16_t)code};
}

struct bank_effect bank_effect_read(const struct image_instruction *at, uint32_t code)
{
    switch (exception_return_of(at, code)) {
    case EXCEPTION_RETURN_RFE:
        return rfe(at, code);
    case EXCEPTION_RETURN_LDM:
        return load_return(code);
    case EXCEPTION_RETURN_ERET:
        return returns(BANK_EFFECT_ELR, 0);
    case EXCEPTION_RETURN_DATA:
        return at->thumb ? returns(BOBBIN_LR, field(code, 16, 8)) : arm_data_return(code);
    default:
        return at->thumb ? thumb_effect(at, code) : arm_effect(code);
    }
}
