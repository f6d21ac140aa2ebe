/* SPDX-License-Identifier: MIT */
#include "shape_exempt.h"

#include <stddef.h>

#define SP BOBBIN_SP

/*
 * The bits by which core/unwind/shape.c recognises instructions on sp: 27..16, the low 12 bits of a
 * first halfword.
 */
static uint32_t key_of(const struct told *it)
{
    return it->word >> 16 & 0xfff;
}

/*
 * True if the instruction has the shape of WORD, which core/unwind/shape.c does not distinguish
 * from it.
 */
static bool is_as(const struct told *it, uint32_t word, uint32_t thumb)
{
    struct shape shape = {0};

    shape_of_word(&shape, word, thumb);
    return shape.kind == it->shape.kind && shape.registers == it->shape.registers &&
           shape.bytes == it->shape.bytes;
}

static bool is_kind(const struct told *it, enum shape_kind one, enum shape_kind other)
{
    return it->shape.kind == one || it->shape.kind == other;
}

static bool is_transfer(const struct told *it)
{
    return is_kind(it, SHAPE_POP, SHAPE_PUSH);
}

/* ---- instructions with a shape --------------------------------------------------------------- */

static bool is_list_of_nothing(const struct told *it)
{
    return is_kind(it, SHAPE_POP, SHAPE_PUSH) && !it->shape.registers && !it->shape.bytes;
}

static bool is_load_of_sp(const struct told *it)
{
    return it->shape.kind == SHAPE_POP && (it->shape.registers & BOBBIN_VALID_R(SP)) &&
           it->op.kind == CODE_STOP;
}

static bool is_indexed_otherwise(const struct told *it)
{
    uint32_t how = it->word >> 16 == 0xf85d ? 0xb00 : 0xd00;

    return is_wide(it) && (it->word >> 16 == 0xf85d || it->word >> 16 == 0xf84d) &&
           (it->word & 0xf00) != how && is_as(it, (it->word & ~0xf00u) | how, it->thumb);
}

/* LDRD and STRD with base sp and writeback; in Thumb state by their first halfword. */
static bool is_pair(const struct told *it)
{
    uint32_t first = it->word >> 16;

    if (it->thumb)
        return first == 0xe8fd || first == 0xe96d;
    return (it->word & 0xd0) == 0xd0 && (key_of(it) == 0x0cd || key_of(it) == 0x16d);
}

static bool is_not_of_d0_to_d15(const struct told *it)
{
    uint32_t count = (it->word & 0xff) / 2;

    return is_kind(it, SHAPE_PUSH_DOUBLES, SHAPE_POP_DOUBLES) &&
           ((it->word & 0xf00) != 0xb00 || !count || count > 16);
}

static bool is_add_to_pc(const struct told *it)
{
    return it->shape.kind == SHAPE_FRAME && it->shape.registers == BOBBIN_PC;
}

static bool is_exclusive(const struct told *it)
{
    return is_wide(it) && it->word >> 20 == 0xe8d && it->shape.kind == SHAPE_HOLDS &&
           (it->word & 0xe0);
}

/*
 * First halfwords that have bits 11..0 in common with a known one: in Thumb state f8 and f9 instead
 * of e8 and e9, the reverse, and all of fc and fd.
 */
static bool is_other_with_that_key(const struct told *it)
{
    static const uint16_t others[] = {
        0xf8bd, /* LDRH */
        0xf92d, /* VLD1 to VLD4 */
        0xe85d, /* LDREX */
        0xe84d, /* STREX */
        0xfd2d, /* STC2, LDC2 */
        0xfcbd,
    };

    if (!is_wide(it) || (it->op.kind != CODE_OTHER && it->op.kind != CODE_STOP))
        return false;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (it->word >> 16 == others[i])
            return is_as(it, it->word ^ 0x10000000, it->thumb);
    return false;
}

/* LDM and STM of user registers (bit 22), which have the bits of Thumb LDR, STR, LDRD and STRD. */
static bool is_of_user_mode(const struct told *it)
{
    return !it->thumb && (it->word & 0x0e400000) == 0x08400000 && is_transfer(it) &&
           is_as(it, it->word | 0xf0000000, BOBBIN_CPSR_T);
}

/* Instructions without a condition: NEON, coprocessors, PLD, changes of state. */
static bool has_no_condition(const struct told *it)
{
    return !it->thumb && it->word >> 28 == 15 && it->op.kind != CODE_CALL &&
           is_as(it, it->word ^ 0x10000000, 0);
}

static bool is_status(const struct told *it)
{
    return !it->thumb && (it->word & 0x0ff00000) == 0x01200000 && (it->word & 0xd0) != 0x10 &&
           it->shape.kind == (it->word & 0x20 ? SHAPE_HOLDS : SHAPE_LEAVE);
}

static bool is_no_plain_move(const struct told *it)
{
    return !it->thumb && (it->word & 0x0ff00000) == 0x01a00000 && (it->word & 0xf0ff0) &&
           is_as(it, it->word & ~0xf0ff0u, 0);
}

/* The distance is right except for its highest bits. */
static bool is_long_branch(const struct told *it)
{
    uint32_t distance = (uint32_t)it->op.offset - 4;

    return is_wide(it) && it->shape.kind == SHAPE_BRANCH && it->op.kind == CODE_BRANCH &&
           it->op.condition == CODE_ALWAYS &&
           (it->op.offset < 4 - (1 << 22) || it->op.offset > 1 << 22) &&
           !((distance ^ (it->shape.bytes - 4)) & 0x803fffff);
}

/* ---- instructions without a shape ------------------------------------------------------------ */

static bool is_of_no_frame_pointer(const struct told *it)
{
    return it->thumb && !is_wide(it) && it->op.kind == CODE_ADD && it->op.target < 7;
}

static bool is_moved(const struct told *it)
{
    return it->op.kind == CODE_ADD && it->op.target == it->op.base && it->op.target != SP;
}

static bool sets_flags(const struct told *it)
{
    uint32_t operation = it->word & 0x0ff00000;

    return !it->thumb && it->op.kind == CODE_ADD &&
           (operation == 0x01b00000 || operation == 0x02900000 || operation == 0x02500000);
}

static bool is_stored_in_place(const struct told *it)
{
    return it->op.kind == CODE_STORE && !it->op.writeback;
}

static bool is_unprivileged(const struct told *it)
{
    return !it->thumb && (it->word & 0x09200000) == 0x00200000 &&
           (it->op.kind == CODE_LOAD || it->op.kind == CODE_STORE);
}

static bool is_undefined_jump(const struct told *it)
{
    return !it->thumb && (it->word & 0x0ff000d0) == 0x01000010;
}

static bool is_call_to_thumb(const struct told *it)
{
    return !it->thumb && it->word >> 24 == 0xfa;
}

static const struct exemption {
    const char *why;
    bool has_shape;
    bool (*is)(const struct told *it);
} exemptions[] = {
    {"an empty list is UNPREDICTABLE", true, is_list_of_nothing},
    {"compilers never load sp from a list", true, is_load_of_sp},
    {"LDR and STR write sp back only as POP and PUSH", true, is_indexed_otherwise},
    {"singles, other coprocessors, empty or too long lists", true, is_not_of_d0_to_d15},
    {"comparisons and jumps: no rule has its cfa on pc", true, is_add_to_pc},
    {"exclusive accesses have the shape of TBB", true, is_exclusive},
    {"12 bits select accesses on sp: LDRH, exclusives, NEON, coprocessors", true,
     is_other_with_that_key},
    {"12 bits select accesses on sp: registers of user mode", true, is_of_user_mode},
    {"the condition is ignored, and instructions without one are rare", true, has_no_condition},
    {"MSR and some multiplications have the shape of BX or BLX", true, is_status},
    {"shifts and halfword accesses have the shape of moves", true, is_no_plain_move},
    {"a branch over more than 4 MiB leaves the function", true, is_long_branch},
    {"r0 to r6 are no frame pointers", false, is_of_no_frame_pointer},
    {"ADDS, SUBS and MOVS are for data", false, sets_flags},
    {"a row describes the move of a frame pointer", false, is_moved},
    {"a row describes a save that does not move sp", false, is_stored_in_place},
    {"a row describes LDRD and STRD that move sp", false, is_pair},
    {"BX and BLX without 12 bits set are UNPREDICTABLE or undefined", false, is_undefined_jump},
    {"LDRT and STRT; such LDRD and STRD are UNPREDICTABLE", false, is_unprivileged},
    {"BLX to a multiple of 4 has bit 24 like B", false, is_call_to_thumb},
};
enum { EXEMPTIONS = sizeof(exemptions) / sizeof(exemptions[0]) };

static uint32_t seen[EXEMPTIONS];

bool shape_is_exempt(const struct told *it)
{
    bool found = false;

    for (uint32_t i = 0; i < EXEMPTIONS; i++)
        if (exemptions[i].has_shape == (it->shape.kind != SHAPE_NONE) && exemptions[i].is(it)) {
            seen[i]++;
            found = true;
        }
    return found;
}

const char *shape_exemption_unseen(void)
{
    for (uint32_t i = 0; i < EXEMPTIONS; i++)
        if (!seen[i])
            return exemptions[i].why;
    return NULL;
}
