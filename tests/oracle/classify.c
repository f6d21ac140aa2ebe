/* SPDX-License-Identifier: MIT */
#include "classify.h"

static uint32_t half(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8;
}

static uint32_t sign_extended(uint32_t value, unsigned bits)
{
    uint32_t sign = 1u << (bits - 1);

    return (value ^ sign) - sign;
}

/* ---- ARM ------------------------------------------------------------------------------------- */

static uint32_t arm_target(uint32_t word, uint32_t address)
{
    return address + 8 + (sign_extended(word & 0xffffff, 24) << 2);
}

/* A5.7: condition field 15. */
static struct classification arm_unconditional(uint32_t word, uint32_t address)
{
    if ((word & 0xfe000000) == 0xfa000000) /* BLX: bit 24 is the halfword */
        return (struct classification){.flow = STEP_CALL,
                                       .target = arm_target(word, address) + (word >> 23 & 2)};
    if ((word & 0xfe50ffff) == 0xf8100a00) /* RFE */
        return (struct classification){.flow = STEP_EXCEPTION_RETURN};
    return (struct classification){.banked = (word & 0xfe50ffe0) == 0xf8400500, /* SRS */
                                   .vfp = (word & 0xfe000000) == 0xf2000000 ||
                                          (word & 0xff000000) == 0xf4000000 ||
                                          (word & 0xfc000e00) == 0xfc000a00};
}

/* A5.2 with pc as the destination. Multiplications and extra loads cannot have that. */
static enum flow arm_data_processing(uint32_t word)
{
    bool sets_flags = word >> 20 & 1;
    bool compares = (word >> 23 & 3) == 2;

    if ((word & 0x02000090) == 0x00000090 || compares)
        return STEP_NEXT;
    return sets_flags ? STEP_EXCEPTION_RETURN : STEP_JUMP;
}

static enum flow arm_flow(uint32_t word)
{
    if ((word & 0x0e000000) == 0x0a000000)
        return word >> 24 & 1 ? STEP_CALL : STEP_BRANCH;
    if ((word & 0x0ffffff0) == 0x012fff30)
        return STEP_CALL_REGISTER;
    if ((word & 0x0ffffff0) == 0x012fff10 || (word & 0x0ffffff0) == 0x012fff20)
        return STEP_JUMP;
    if ((word & 0x0fffffff) == 0x0160006e) /* ERET */
        return STEP_EXCEPTION_RETURN;
    if ((word & 0x0e108000) == 0x08108000) /* LDM with pc; with bit 22 also CPSR */
        return word >> 22 & 1 ? STEP_EXCEPTION_RETURN : STEP_JUMP;
    if ((word & 0x0c50f000) == 0x0410f000 && (word & 0x02000010) != 0x02000010)
        return STEP_JUMP; /* LDR */
    if ((word & 0x0c00f000) == 0x0000f000)
        return arm_data_processing(word);
    return STEP_NEXT;
}

/* MOVW, MOVT, MOV (register), LDR (immediate, literal) of sp; ADD and SUB, for large frames. */
static bool arm_replaces_sp(uint32_t word)
{
    return (word >> 12 & 15) == 13 &&
           ((word & 0x0d6f0000) == 0x004d0000 || (word & 0x0dff0000) == 0x008d0000 ||
            (word & 0x0fb00000) == 0x03000000 || (word & 0x0fef0ff0) == 0x01a00000 ||
            (word & 0x0e500000) == 0x04100000);
}

static struct classification classify_arm(uint32_t word, uint32_t address)
{
    struct classification result = {.flow = STEP_NEXT};

    if (word >> 28 == 15)
        return arm_unconditional(word, address);
    result.flow = (uint8_t)arm_flow(word);
    result.vfp = (word & 0x0c000e00) == 0x0c000a00 && (word & 0x0f000000) != 0x0f000000;
    result.replaces_sp = arm_replaces_sp(word);
    result.system = (word & 0x0f100f10) == 0x0e000f10;
    result.banked = (word & 0x0e708000) == 0x08500000 || (word & 0x0f9000f0) == 0x01000000 ||
                    (word & 0x0fb00000) == 0x03200000;
    if (result.flow == STEP_CALL)
        result.target = arm_target(word, address);
    return result;
}

/* ---- Thumb ----------------------------------------------------------------------------------- */

static enum flow thumb16_flow(uint32_t code)
{
    if (((code & 0xf000) == 0xd000 && (code & 0x0e00) != 0x0e00) || (code & 0xf800) == 0xe000 ||
        (code & 0xf500) == 0xb100) /* B, B, CBZ and CBNZ */
        return STEP_BRANCH;
    if ((code & 0xff87) == 0x4780)
        return STEP_CALL_REGISTER;
    if ((code & 0xff87) == 0x4700 || (code & 0xff00) == 0xbd00 || /* BX, POP */
        (code & 0xff87) == 0x4687 || (code & 0xff87) == 0x4487)   /* MOV pc, ADD pc */
        return STEP_JUMP;
    return STEP_NEXT;
}

/* A6.3.4: branches, and other instructions with the same encoding prefix. */
static enum flow thumb_branch_flow(uint32_t first, uint32_t second)
{
    if ((second & 0xc000) == 0xc000)
        return STEP_CALL;
    if ((second & 0xd000) == 0x9000 || (first & 0x0380) != 0x0380)
        return STEP_BRANCH;
    if (first == 0xf3de && (second & 0xff00) == 0x8f00) /* SUBS pc, lr; ERET */
        return STEP_EXCEPTION_RETURN;
    if ((first & 0xfff0) == 0xf3c0) /* BXJ */
        return STEP_JUMP;
    return STEP_NEXT;
}

static enum flow thumb32_flow(uint32_t first, uint32_t second)
{
    if ((first & 0xf800) == 0xf000 && (second & 0x8000))
        return thumb_branch_flow(first, second);
    if (((first & 0xffd0) == 0xe890 || (first & 0xffd0) == 0xe910) && (second & 0x8000))
        return STEP_JUMP; /* LDM, POP */
    if ((first & 0xff70) == 0xf850 && (second & 0xf000) == 0xf000)
        return STEP_JUMP; /* LDR */
    if ((first & 0xffd0) == 0xe810 || (first & 0xffd0) == 0xe990)
        return second == 0xc000 ? STEP_EXCEPTION_RETURN : STEP_NEXT; /* RFE */
    if ((first & 0xfff0) == 0xe8d0 && (second & 0xffe0) == 0xf000)
        return STEP_BRANCH; /* TBB, TBH */
    return STEP_NEXT;
}

/* BL and BLX (A8.8.25): the sign bit is XORed into J1 and J2. */
static uint32_t thumb_target(uint32_t first, uint32_t second, uint32_t address)
{
    uint32_t sign = first >> 10 & 1;
    uint32_t i1 = (second >> 13 & 1) == sign;
    uint32_t i2 = (second >> 11 & 1) == sign;
    uint32_t offset =
        sign << 24 | i1 << 23 | i2 << 22 | (first & 0x3ff) << 12 | (second & 0x7ff) << 1;
    bool to_arm = !(second & 0x1000);

    return (to_arm ? (address + 4) & ~3u : address + 4) + sign_extended(offset, 25);
}

static struct classification classify_thumb32(uint32_t first, uint32_t second, uint32_t address)
{
    struct classification result = {.flow = (uint8_t)thumb32_flow(first, second)};

    result.vfp = (first & 0xec00) == 0xec00 || (first & 0xff00) == 0xf900;
    /* ADD and SUB (register) of sp: large frames. LDR (immediate) of sp */
    result.replaces_sp = (((first & 0xff5f) == 0xeb0d) && (second & 0x0f00) == 0x0d00) ||
                         ((first & 0xff70) == 0xf850 && second >> 12 == 13) ||
                         ((first & 0xfb5f) == 0xf10d && (second & 0x0f00) == 0x0d00);
    result.system = (first & 0xff10) == 0xee00 && (second & 0x0f10) == 0x0f10;
    result.banked =
        (first & 0xff80) == 0xf380 || ((first & 0xfe50) == 0xe800 && (second & 0xffe0) == 0xc000);
    if (result.flow == STEP_CALL)
        result.target = thumb_target(first, second, address);
    return result;
}

struct classification classify(const uint8_t *bytes, uint32_t size_bytes, uint32_t address,
                               bool thumb)
{
    uint32_t first = half(bytes);

    if (!thumb)
        return classify_arm(first | half(bytes + 2) << 16, address);
    if (size_bytes == 2) /* MOV (register); IT, which is not a hint */
        return (struct classification){
            .flow = (uint8_t)thumb16_flow(first),
            .replaces_sp = (first & 0xff87) == 0x4685,
            .block = (first & 0xff00) == 0xbf00 && (first & 0xf) ? first & 0xff : 0};
    return classify_thumb32(first, half(bytes + 2), address);
}

/* ---- registers ------------------------------------------------------------------------------- */

/*
 * All fields in which 32-bit instructions name a register that they write, in ARM and Thumb state
 * (A5, A6.3). ARM LDRD writes two registers.
 */
static uint32_t written_by_fields(uint32_t word)
{
    uint32_t second = word >> 12 & 15;

    return 1u << (word >> 16 & 15) | 3u << second | 1u << (word >> 8 & 15) | 1u << (word & 15);
}

/* LDM, STM: the base and the list. */
static uint32_t written_by_list(uint32_t word)
{
    return 1u << (word >> 16 & 15) | (word & 0xffff);
}

static uint32_t arm_written(uint32_t word)
{
    bool is_service = (word & 0x0f000000) == 0x0f000000 || (word & 0x0f9000f0) == 0x01000070;

    if (is_service) /* SVC; HLT, BKPT, HVC, SMC */
        return WRITTEN_ALL;
    return (word & 0x0e000000) == 0x08000000 ? written_by_list(word) : written_by_fields(word);
}

static uint32_t thumb16_written(uint32_t code)
{
    uint32_t low = 1u << (code & 7);
    uint32_t high = 1u << (code >> 8 & 7);
    bool is_halt = (code & 0xff00) == 0xbe00 || (code & 0xffc0) == 0xba80;

    switch (code >> 12) {
    case 0x2: /* MOV, ADD, SUB (immediate) */
    case 0x3:
    case 0x9: /* LDR (SP) */
    case 0xa: /* ADR, ADD (SP) */
        return high;
    case 0x4: /* LDR (literal); data processing, ADD and MOV of any register */
        return (code & 0x0800 ? high : 1u << ((code & 7) | (code >> 4 & 8))) | low;
    case 0xb: /* PUSH, POP, ADD and SUB (SP); HLT, BKPT */
        return is_halt ? WRITTEN_ALL : 1u << BOBBIN_SP | (code & 0xff) | low;
    case 0xc: /* LDM, STM */
        return (code & 0xff) | high;
    case 0xd:
        return (code & 0xff00) == 0xdf00 ? WRITTEN_ALL : 0; /* SVC */
    default:
        return low;
    }
}

static uint32_t thumb32_written(uint32_t first, uint32_t second)
{
    uint32_t word = first << 16 | second;

    if ((word & 0xfff0f000) == 0xf7e08000 || (word & 0xfff0f000) == 0xf7f08000) /* HVC, SMC */
        return WRITTEN_ALL;
    return (word & 0xfe400000) == 0xe8000000 ? written_by_list(word) : written_by_fields(word);
}

uint32_t classify_written(const uint8_t *bytes, uint32_t size_bytes, bool thumb)
{
    if (!thumb)
        return arm_written(half(bytes) | half(bytes + 2) << 16);
    return size_bytes == 2 ? thumb16_written(half(bytes))
                           : thumb32_written(half(bytes), half(bytes + 2));
}
