/* SPDX-License-Identifier: MIT */
#include "findings.h"

const char *const finding_texts[FINDINGS] = {
    [FINDING_SIZE] = "the size differs from the disassembler's",
    [FINDING_FLOW] = "control flow differs from the disassembler's",
    [FINDING_CONDITION] = "the condition differs from the disassembler's",
    [FINDING_SP] = "only the decoder or only the disassembler moves sp",
    [FINDING_FRAME] = "the decoder misses a use of sp or a saved register",
    [FINDING_REGISTER] = "a register changed unexpectedly",
    [FINDING_VALUE] = "a value differs from the decoder's",
    [FINDING_ADDRESS] = "the accessed memory differs from the decoder's",
    [FINDING_NEXT] = "another instruction followed",
    [FINDING_SP_MOVED] = "sp moved unexpectedly",
};

#define ANY (~0u)
#define DISASSEMBLER                                                                               \
    (1u << FINDING_FLOW | 1u << FINDING_CONDITION | 1u << FINDING_SP | 1u << FINDING_FRAME)
#define EMULATOR    (ANY & ~DISASSEMBLER)
#define IS(finding) (1u << FINDING_##finding)

static uint32_t field(uint32_t bits, uint32_t shift)
{
    return bits >> shift & 15;
}

static bool loads_its_base(uint32_t bits)
{
    return field(bits, 12) == field(bits, 16) || field(bits, 8) == field(bits, 16);
}

static bool second_is_sp_or_pc(uint32_t bits)
{
    return (field(bits, 12) | 2) == 15 || (field(bits, 8) | 2) == 15;
}

/* Excludes TBB and TBH (ARM ARM A6.3.6). */
static bool loads_sp_or_pc(uint32_t bits)
{
    return second_is_sp_or_pc(bits) && (bits & 0x012000e0);
}

/* ARM ARM A5.3, A5.2.8 */
static bool writes_base(uint32_t bits)
{
    return !(bits >> 24 & 1) || (bits >> 21 & 1);
}

/* TST, TEQ, CMN, CMP */
static bool is_no_comparison(uint32_t bits)
{
    uint32_t operation = field(bits, 21);

    return !(bits >> 20 & 1) ||
           (operation != 0 && operation != 4 && operation != 8 && operation != 13);
}

/* BFC has no such fields. Compilers use it to align sp. */
static bool has_sp_or_pc(uint32_t bits)
{
    if ((bits & 0x0fe00070) == 0x07c00010)
        return false;
    return second_is_sp_or_pc(bits) || (field(bits, 0) | 2) == 15 || (field(bits, 16) | 2) == 15;
}

/* ARM ARM A5.2.12: BX, BXJ, BLX and ERET have other values in bits 6 to 4. */
static bool is_arithmetic(uint32_t bits)
{
    uint32_t operation = bits >> 4 & 7;

    return has_sp_or_pc(bits) &&
           ((bits & 0x80) || operation == 0 || operation == 4 || operation == 5);
}

/* ThumbExpandImm (ARM ARM A6.3.2) */
static bool is_repeated(uint32_t bits)
{
    return !(bits & 1u << 26) && !(bits & 0x4000) && (bits & 0x3000);
}

static bool is_not_word(uint32_t bits)
{
    return (bits >> 21 & 3) != 2;
}

static bool is_not_vfp(uint32_t bits)
{
    return (bits & 0xe00) != 0xa00;
}

const struct exemption exemptions[] = {
    {"mov pc, pc: a constant to the analysis", true, 0xffff0000, 0x46ff0000, IS(FLOW), NULL},
    {"HVC: the library gives it a condition", false, 0x0ff000f0, 0x01400070, IS(CONDITION), NULL},
    {"MSR to a banked register: the library misses its condition", false, 0x0fb00ff0, 0x01200200,
     IS(CONDITION), NULL},
    {"STM and LDM of user registers: always STOP", false, 0x0e400000, 0x08400000, IS(FLOW), NULL},
    {"SRS: STOP like RFE, which has a similar encoding", true, 0xfe500000, 0xe8000000, IS(FLOW),
     NULL},
    {"FLDMX, FSTMX: obsolete, with an unused word after the registers", false, 0x0e000f01,
     0x0c000b01, IS(VALUE) | IS(ADDRESS), NULL},
    {"FLDMX, FSTMX: obsolete, with an unused word after the registers", true, 0xee000f01,
     0xec000b01, IS(VALUE) | IS(ADDRESS), NULL},
    {"LDREX to pc, STREX with its status in sp: UNPREDICTABLE", true, 0xffe00000, 0xe8400000, ANY,
     NULL},
    {"writeback to pc: UNPREDICTABLE", true, 0xfa2f0000, 0xe82f0000, ANY, NULL},
    {"writeback to pc, multiplications to pc: UNPREDICTABLE", false, 0x0e0f0090, 0x000f0090, ANY,
     writes_base},
    {"writeback to pc: UNPREDICTABLE", false, 0x0c0f0000, 0x040f0000, ANY, writes_base},
    {"writeback to pc: UNPREDICTABLE", false, 0x0e2f0000, 0x082f0000, ANY, NULL},
    {"writeback to pc: UNPREDICTABLE", false, 0x0e2f0000, 0x0c2f0000, ANY, NULL},
    {"exclusives and SWP with sp or pc: UNPREDICTABLE", false, 0x0f0000f0, 0x01000090, ANY,
     has_sp_or_pc},
    {"VLDM and VSTM with an empty list: UNPREDICTABLE", true, 0xee000eff, 0xec000a00,
     IS(SP) | IS(SP_MOVED), NULL},
    {"MRC and VMOV to sp: UNPREDICTABLE", true, 0xef10f010, 0xee10d010, IS(SP) | IS(SP_MOVED),
     NULL},
    {"MRC and VMOV to sp: UNPREDICTABLE", false, 0x0f10f010, 0x0e10d010, IS(SP) | IS(SP_MOVED),
     NULL},
    {"LDRD that loads its base and writes it back: UNPREDICTABLE", true, 0xfe700000, 0xe8700000,
     EMULATOR, loads_its_base},
    {"LDRD and exclusives to sp or pc: UNPREDICTABLE", true, 0xfe500000, 0xe8500000, ANY,
     loads_sp_or_pc},
    {"exclusive stores with their status in sp or pc: UNPREDICTABLE", true, 0xfff0000d, 0xe8c0000d,
     ANY, NULL},
    {"data processing to pc, except comparisons: UNPREDICTABLE", true, 0xfe000f00, 0xea000f00, ANY,
     is_no_comparison},
    {"data processing to pc, except comparisons: UNPREDICTABLE", true, 0xfa008f00, 0xf0000f00, ANY,
     is_no_comparison},
    {"other data processing to pc: UNPREDICTABLE", true, 0xfa008f00, 0xf2000f00, ANY, NULL},
    {"shifts, extensions, multiplications with sp or pc: UNPREDICTABLE", true, 0xfe000000,
     0xfa000000, ANY, has_sp_or_pc},
    {"extensions, media operations with sp or pc: UNPREDICTABLE", false, 0x0e000010, 0x06000010,
     ANY, has_sp_or_pc},
    {"multiplications with sp or pc: UNPREDICTABLE", false, 0x0f0000f0, 0x00000090, ANY,
     has_sp_or_pc},
    {"PKH: the library does not know that sp and pc are only read", true, 0xffe0000d, 0xeac0000d,
     IS(SP) | IS(FLOW), NULL},
    {"transfers with coprocessors other than VFP", true, 0xee000000, 0xec000000, ANY, is_not_vfp},
    {"transfers with coprocessors other than VFP", false, 0x0e000000, 0x0c000000, ANY, is_not_vfp},
    {"SSAT and USAT: the library does not know that sp and pc are only read", true, 0xfb5d8000,
     0xf30d0000, IS(SP) | IS(FLOW), NULL},
    {"VMOV of an element to pc: UNPREDICTABLE", true, 0xef10ff10, 0xee10fb10, ANY, NULL},
    {"VMOV of an element to pc: UNPREDICTABLE", false, 0x0f10ff10, 0x0e10fb10, ANY, NULL},
    {"MOVW and MOVT to pc: UNPREDICTABLE", false, 0x0fb0f000, 0x0300f000, ANY, NULL},
    {"BFC and BFI to pc: UNPREDICTABLE", false, 0x0fe0f070, 0x07c0f010, ANY, NULL},
    {"BLX to an address that is no multiple of 4: undefined", true, 0xf800d001, 0xf000c001, ANY,
     NULL},
    {"byte or halfword accesses with writeback to sp: not used by compilers", true, 0xfe8f0900,
     0xf80d0900, IS(SP) | IS(SP_MOVED), is_not_word},
    {"byte or halfword accesses with writeback to sp: not used by compilers", false, 0x0e0d0090,
     0x000d0090, IS(SP) | IS(SP_MOVED), writes_base},
    {"byte accesses with writeback to sp: not used by compilers", false, 0x0c4f0000, 0x044d0000,
     IS(SP) | IS(SP_MOVED), writes_base},
    {"writeback of sp plus a register: not used by compilers", false, 0x0e0f0010, 0x060d0000,
     IS(SP) | IS(SP_MOVED), writes_base},
    {"loads of a byte or halfword to sp or pc: UNPREDICTABLE", true, 0xfe00d000, 0xf800d000,
     IS(SP) | IS(SP_MOVED) | IS(FLOW) | IS(NEXT), is_not_word},
    {"LDRT and STRT of sp or pc: UNPREDICTABLE", false, 0x0d20d000, 0x0420d000, IS(FLOW) | IS(SP),
     NULL},
    {"LDRD of lr and pc: UNPREDICTABLE", false, 0x0e10e0f0, 0x0000e0d0, ANY, NULL},
    {"LDRT to sp or pc: UNPREDICTABLE", true, 0xfff0df00, 0xf850de00, ANY, NULL},
    {"LDC2, STC2, MCRR2, MRRC2 with sp or pc: not used by compilers", true, 0xfe0d0000, 0xfc0d0000,
     IS(SP) | IS(FLOW), NULL},
    {"LDC2, STC2, MCRR2, MRRC2 with sp or pc: not used by compilers", false, 0xfe0d0000, 0xfc0d0000,
     IS(SP) | IS(FLOW), NULL},
    {"multiplications of halfwords, saturations, MRS with sp or pc: UNPREDICTABLE", false,
     0x0f900000, 0x01000000, ANY, is_arithmetic},
    {"loads of a byte, halfword or two words to sp or pc: UNPREDICTABLE", false, 0x0e00d090,
     0x0000d090, IS(SP) | IS(SP_MOVED) | IS(FLOW) | IS(NEXT), NULL},
    {"LDRD of r12 and sp: UNPREDICTABLE", false, 0x0e10f0f0, 0x0000c0d0, IS(SP) | IS(SP_MOVED),
     NULL},
    {"comparisons with sp or pc in the target field: UNPREDICTABLE", false, 0x0d90d000, 0x0110d000,
     IS(FLOW) | IS(SP), NULL},
    {"STMDA and LDMDA: STOP, not used by compilers on a stack", false, 0x0f800000, 0x08000000,
     IS(FLOW) | IS(SP), NULL},
    {"STMIB and LDMIB with writeback: STOP, not used by compilers on a stack", false, 0x0fa00000,
     0x09a00000, IS(FLOW) | IS(SP), NULL},
    {"ADD and SUB of a repeated byte: OTHER, or STOP for sp; no frame has that size", true,
     0xfb008000, 0xf1000000, IS(FRAME), is_repeated},
    {"moves of sp by 0 that are not modelled: STOP", true, 0xfe2f00ff, 0xe82d0000, IS(FLOW), NULL},
    {"s0-s31: the decoder does not name them", true, 0xee000f00, 0xec000a00, IS(FRAME), NULL},
    {"s0-s31: the decoder does not name them", false, 0x0e000f00, 0x0c000a00, IS(FRAME), NULL},
    {"mov pc, pc: a constant to the analysis", false, 0x0fffffff, 0x01a0f00f, IS(FLOW), NULL},
    {"MCRR, MRRC and VMOV of sp or pc: UNPREDICTABLE", true, 0xefe00000, 0xec400000, ANY, NULL},
    {"MCRR, MRRC and VMOV of sp or pc: UNPREDICTABLE", false, 0x0fe00000, 0x0c400000, ANY, NULL},
    {"NEON elements with base sp: not used by compilers; pc: UNPREDICTABLE", true, 0xff1d0000,
     0xf90d0000, ANY, NULL},
    {"NEON elements with base sp: not used by compilers; pc: UNPREDICTABLE", false, 0xff1d0000,
     0xf40d0000, ANY, NULL},
    {"mov.w from sp: assemblers write the 16-bit form", true, 0xffff70ff, 0xea4f000d, IS(FRAME),
     NULL},
    {"stores with base pc: undefined", true, 0xff1f0000, 0xf80f0000, ANY, NULL},
    {"ADD, SUB and MOV of a constant to pc: STOP, not used by compilers", false, 0x0e10f000,
     0x0200f000, IS(FLOW), NULL},
};

const unsigned exemptions_count = sizeof(exemptions) / sizeof(exemptions[0]);

unsigned exemption_of(const struct word *word, enum finding finding)
{
    uint32_t bits = word_bits(word);
    unsigned i;

    for (i = 0; i < exemptions_count; i++) {
        const struct exemption *exemption = &exemptions[i];
        if (exemption->thumb == word->thumb && (bits & exemption->mask) == exemption->value &&
            (exemption->findings >> finding & 1) && (!exemption->holds || exemption->holds(bits)))
            break;
    }
    return i;
}
