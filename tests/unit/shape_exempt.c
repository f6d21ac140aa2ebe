/* SPDX-License-Identifier: MIT */
#include "shape_exempt.h"

#include <stddef.h>

#define SP BOBBIN_SP

static bool is_list_of_nothing(const struct told *it)
{
    return (kind_of(it) == SHAPE_PUSH || kind_of(it) == SHAPE_POP) && !shape_registers(it->shape);
}

static bool is_load_of_sp(const struct told *it)
{
    return kind_of(it) == SHAPE_POP && (shape_registers(it->shape) & BOBBIN_VALID_R(SP));
}

static bool is_indexed_otherwise(const struct told *it)
{
    uint32_t how = it->word & 0xf00;

    return is_wide(it) && ((it->word >> 16 == 0xf85d && how != 0xb00) ||
                           (it->word >> 16 == 0xf84d && how != 0xd00));
}

static bool is_pair_turned_round(const struct told *it)
{
    uint32_t first = it->word >> 16;

    return is_wide(it) && (first == 0xe8fd || first == 0xe96d || first == 0xe9cd) &&
           (it->word >> 12 & 15) >= (it->word >> 8 & 15);
}

static bool is_pair_from_pc(const struct told *it)
{
    return !it->thumb && (it->word & 0x0e40f0d0) == 0x0040f0d0;
}

static bool is_not_of_d0_to_d15(const struct told *it)
{
    bool doubles = kind_of(it) == SHAPE_PUSH_DOUBLES || kind_of(it) == SHAPE_POP_DOUBLES;
    uint32_t count = (it->word & 0xff) / 2;

    return doubles && ((it->word & 0xf00) != 0xb00 || !count || count > 16);
}

static bool is_add_to_pc(const struct told *it)
{
    return (kind_of(it) == SHAPE_FRAME || kind_of(it) == SHAPE_MOVE) &&
           shape_registers(it->shape) == BOBBIN_VALID_R(BOBBIN_PC);
}

static bool is_of_no_frame_pointer(const struct told *it)
{
    return it->thumb && !is_wide(it) && it->op.kind == CODE_ADD && it->op.target < 7;
}

static bool is_below_sp(const struct told *it)
{
    bool subtracts = it->thumb ? it->word & 0x00800000 : (it->word & 0x01e00000) == 0x00400000;

    return it->op.kind == CODE_ADD && it->op.base == SP && it->op.target != SP && subtracts;
}

static bool is_move_with_flags(const struct told *it)
{
    return !it->thumb && (it->word & 0x0fff0ff0) == 0x01b00000;
}

static bool is_list_in_place(const struct told *it)
{
    return it->op.kind == CODE_STORE && !it->op.writeback && (it->word & 0x0e400000) == 0x08000000;
}

/* Written back, or downward: 0 bytes either way. */
static bool is_indexed_by_nothing(const struct told *it)
{
    bool is_str = it->thumb && it->word >> 16 == 0xf84d;
    uint32_t how = is_str ? it->word & 0x700 : it->word & 0x01a00000;

    return it->op.kind == CODE_STORE && !it->op.writeback && !it->op.offset &&
           how != (is_str ? 0x600 : 0x01800000) && !is_list_in_place(it);
}

static bool is_unprivileged(const struct told *it)
{
    if (it->thumb)
        return it->word >> 16 == 0xf84d && (it->word & 0xf00) == 0xe00;
    return (it->word & 0x01200000) == 0x00200000 && !(it->word & 0x08000000);
}

static bool is_undefined_jump(const struct told *it)
{
    return !it->thumb && (it->word & 0x0f9000d0) == 0x01000010 &&
           (it->word & 0x006fff00) != 0x002fff00;
}

static bool is_exclusive(const struct told *it)
{
    return is_wide(it) && it->word >> 20 == 0xe8d && kind_of(it) == SHAPE_HOLDS;
}

static bool is_status(const struct told *it)
{
    return !it->thumb && (it->word & 0x0fff0000) == 0x012f0000 && (it->word & 0xffd0) != 0xff10;
}

static bool is_shift(const struct told *it)
{
    return !it->thumb && (it->word & 0x0fff0000) == 0x01a00000 && (it->word & 0xff0);
}

static bool is_long_branch(const struct told *it)
{
    return is_wide(it) && kind_of(it) == SHAPE_BRANCH && it->op.kind == CODE_BRANCH &&
           (it->op.offset < 4 - (1 << 22) || it->op.offset > 1 << 22);
}

static const struct exemption {
    const char *why;
    bool has_shape;
    bool (*is)(const struct told *it);
} exemptions[] = {
    {"a list of nothing is UNPREDICTABLE", true, is_list_of_nothing},
    {"no compiler loads sp", true, is_load_of_sp},
    {"LDR and STR write sp back as POP and PUSH only", true, is_indexed_otherwise},
    {"the order of a pair does not matter: what is saved where says the body rule", true,
     is_pair_turned_round},
    {"pairs from an odd register are UNPREDICTABLE", true, is_pair_from_pc},
    {"singles, other coprocessors, lists of nothing or too much", true, is_not_of_d0_to_d15},
    {"comparisons, jumps: no rule is on pc", true, is_add_to_pc},
    {"LDREX and its like as TBB", true, is_exclusive},
    {"MSR and its like as BX and BLX", true, is_status},
    {"shifts as moves", true, is_shift},
    {"branches by more than 4 MiB: no target is in the same function", true, is_long_branch},
    {"r0 to r6 are no frame pointers", false, is_of_no_frame_pointer},
    {"no frame pointer is below sp", true, is_below_sp},
    {"MOVS is for data", false, is_move_with_flags},
    {"no compiler saves by STM without moving sp", false, is_list_in_place},
    {"no compiler moves sp by nothing, or has [sp, #-0]", false, is_indexed_by_nothing},
    {"BX and BLX have 12 bits set; else they are UNPREDICTABLE or undefined", false,
     is_undefined_jump},
    {"LDRT, STRT", false, is_unprivileged},
};
enum { EXEMPTIONS = sizeof(exemptions) / sizeof(exemptions[0]) };

static uint32_t seen[EXEMPTIONS];

bool shape_is_exempt(const struct told *it)
{
    bool found = false;

    for (uint32_t i = 0; i < EXEMPTIONS; i++)
        if (exemptions[i].has_shape == (kind_of(it) != SHAPE_NONE) && exemptions[i].is(it)) {
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
