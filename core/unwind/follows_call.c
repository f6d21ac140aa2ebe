/* SPDX-License-Identifier: MIT */
/* For crash reports: checks that a call comes before a return address. */
#include "gate.h"
#include "reading.h"

/*
 * A call by hand has an instruction that sets lr, and a jump after it. Both must be in the last
 * 12 bytes before the return address.
 */
enum { HALFWORDS = 6, WORDS = 3 };

/* ---- Thumb: AT has two halfwords of code; an instruction starts at AT[0] --------------------- */

/* ARM ARM A8.8.25 BL, BLX (immediate), T1 and T2 */
static bool is_wide_call(const uint32_t *at)
{
    return (at[0] & 0xf800) == 0xf000 && ((at[1] & 0xd000) == 0xd000 || (at[1] & 0xd001) == 0xc000);
}

/* ARM ARM A8.8.26 BLX (register), T1 */
static bool is_narrow_call(uint32_t half)
{
    return (half & 0xff87) == 0x4780;
}

/* LDR of register NUMBER (ARM ARM A8.8.62 to A8.8.66), 32-bit encodings. */
static bool is_wide_load(const uint32_t *at, uint32_t number)
{
    return (at[0] & 0xff70) == 0xf850 && at[1] >> 12 == number;
}

/* MOV and ADD of registers; LDR; ADR, MOVW, MOVT and other plain immediates (ARM ARM A6.3.3). */
static bool sets_lr_thumb(const uint32_t *at)
{
    return (at[0] & 0xfd87) == 0x4486 || is_wide_load(at, BOBBIN_LR) ||
           ((at[0] & 0xfa00) == 0xf200 && (at[1] & 0x8f00) == 0x0e00);
}

/* B, BX, MOV to pc and LDR to pc. */
static bool is_jump_thumb(const uint32_t *at)
{
    return (at[0] & 0xf800) == 0xe000 || (at[0] & 0xff87) == 0x4700 || (at[0] & 0xff87) == 0x4687 ||
           is_wide_load(at, BOBBIN_PC) ||
           ((at[0] & 0xf800) == 0xf000 && (at[1] & 0xd000) == 0x9000);
}

/* ---- ARM ------------------------------------------------------------------------------------- */

/* ARM ARM A8.8.25 BL, BLX (immediate), A1 and A2; A8.8.26 BLX (register), A1 */
static bool is_call_arm(uint32_t word)
{
    return word >> 28 == 15
               ? (word & 0xfe000000) == 0xfa000000
               : (word & 0x0f000000) == 0x0b000000 || (word & 0x0ffffff0) == 0x012fff30;
}

static bool is_load_arm(uint32_t word, uint32_t number)
{
    return (word & 0x0c500000) == 0x04100000 && (word >> 12 & 15) == number;
}

/* Data processing without multiplications and stores (ARM ARM A5.2), or LDR. */
static bool sets_lr_arm(uint32_t word)
{
    return is_load_arm(word, BOBBIN_LR) ||
           ((word & 0x0c00f000) == 0x0000e000 && (word & 0x02000090) != 0x90);
}

/* B, BX, MOV to pc and LDR to pc. */
static bool is_jump_arm(uint32_t word)
{
    return (word & 0x0f000000) == 0x0a000000 || (word & 0x0ffffff0) == 0x012fff10 ||
           (word & 0x0ffffff0) == 0x01a0f000 || is_load_arm(word, BOBBIN_PC);
}

/* MOV lr, pc: gives the address after the next instruction. */
static bool is_copy_of_pc(uint32_t word)
{
    return (word & 0x0fffffff) == 0x01a0e00f;
}

/* ---- both ------------------------------------------------------------------------------------ */

/*
 * Reads COUNT pieces of code before RETURN_ADDRESS into CODE, the last one first. A piece that
 * cannot be read becomes 0, and so do all pieces before it; no check here counts a 0. Returns false
 * if nothing can be read.
 */
static bool read_code(struct bobbin_cursor *cursor, uint32_t return_address, enum gate_what what,
                      uint32_t *code, uint32_t count)
{
    uint32_t size_bytes = what & ~1u;
    uint32_t left = count;
    bool any;

    while (left && gate_read(cursor, what, return_address - (count - left + 1) * size_bytes,
                             &code[left - 1]) == BOBBIN_STOP_NONE)
        left--;
    any = left < count;
    while (left)
        code[--left] = 0;
    return any;
}

/*
 * Whether no call can come back to the return address of CURSOR, by its rule: lr still has the
 * return address of its own function there, as at the first instruction of a function. A call would
 * have changed lr. Also if the return address is outside all code.
 */
static bool keeps_lr(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    enum bobbin_stop stop;

    cursor->kind = BOBBIN_KIND_INTERRUPTED;
    stop = reading_take(cursor, reading_begin(cursor, env, KNOWN_LATER));
    cursor->kind = BOBBIN_KIND_CALL;
    return stop == BOBBIN_STOP_PC_OUTSIDE ||
           (stop == BOBBIN_STOP_NONE && !(cursor->reading.word & FORMAT_RULE_RA) &&
            !cursor->reading.steps_count);
}

/* What the code before a return address is. */
enum call { NO_CALL, CALL, JUMP_WITH_LR };

static enum call call_thumb(struct bobbin_cursor *cursor, uint32_t return_address)
{
    uint32_t code[HALFWORDS + 1];
    bool has_lr = false;

    code[HALFWORDS] = 0;
    if (!read_code(cursor, return_address, GATE_CODE_HALF, code, HALFWORDS) ||
        is_narrow_call(code[HALFWORDS - 1]) || is_wide_call(code + HALFWORDS - 2))
        return CALL;
    for (uint32_t i = 0; i < HALFWORDS; i++) {
        if (has_lr && is_jump_thumb(code + i))
            return JUMP_WITH_LR;
        has_lr = has_lr || sets_lr_thumb(code + i);
    }
    return NO_CALL;
}

static enum call call_arm(struct bobbin_cursor *cursor, uint32_t return_address)
{
    uint32_t code[WORDS];
    bool has_lr = false;

    if (return_address & 2)
        return NO_CALL;
    if (!read_code(cursor, return_address, GATE_CODE_WORD, code, WORDS) ||
        is_call_arm(code[WORDS - 1]) ||
        (is_copy_of_pc(code[WORDS - 2]) && is_jump_arm(code[WORDS - 1])))
        return CALL;
    for (uint32_t i = 0; i < WORDS; i++) {
        if (has_lr && is_jump_arm(code[i]))
            return JUMP_WITH_LR;
        has_lr = has_lr || sets_lr_arm(code[i]);
    }
    return NO_CALL;
}

bool bobbin_follows_call(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    uint32_t pc = cursor->r[BOBBIN_PC];
    enum call call;

    if (cursor->kind != BOBBIN_KIND_CALL)
        return true;
    cursor->reading.env = env;
    call = cursor->cpsr & BOBBIN_CPSR_T ? call_thumb(cursor, pc) : call_arm(cursor, pc);
    if (call == CALL || (call == JUMP_WITH_LR && !keeps_lr(cursor, env)))
        return true;
    cursor->stop = BOBBIN_STOP_NO_CALL;
    cursor->stop_value = pc;
    return false;
}
