/* SPDX-License-Identifier: MIT */
/* Inside outcome*.c: what the decoders of both states share. */
#ifndef ORACLE_OUTCOME_PARTS_H
#define ORACLE_OUTCOME_PARTS_H

#include "outcome.h"

/* The instruction whose effect is computed. */
struct step {
    struct guest *guest;
    const struct registers *before;
    uint32_t address;
    uint32_t word; /* Thumb: the first halfword in the upper half */
    struct outcome outcome;
};

/* LDM, STM, PUSH, POP, RFE. */
struct list {
    uint32_t base, mask;
    bool up;  /* IA and IB; else DA and DB */
    bool gap; /* IB and DB: the lowest (highest) word is not at base */
    bool writes_back, loads;
};

/* The opcodes of ARM data processing (A5.2.1). */
enum operation {
    OPERATION_AND,
    OPERATION_EOR,
    OPERATION_SUB,
    OPERATION_RSB,
    OPERATION_ADD,
    OPERATION_ORR = 12,
    OPERATION_MOV,
    OPERATION_BIC,
    OPERATION_MVN,
    OPERATION_UNKNOWN,
};

static inline uint32_t field(uint32_t word, unsigned shift, unsigned bits)
{
    return word >> shift & ((1u << bits) - 1);
}

/* The lowest BITS bits of VALUE as a signed number, modulo 2^32. */
static inline uint32_t sign_extended(uint32_t value, unsigned bits)
{
    uint32_t sign = 1u << (bits - 1);

    return ((value & (2 * sign - 1)) ^ sign) - sign;
}

/* Register NUMBER becomes VALUE, or becomes unknown if !IS_KNOWN. pc is ignored. */
void step_set(struct step *step, uint32_t number, bool is_known, uint32_t value);

/* Continues at ADDRESS, in the state that bit 0 says. */
void step_branch(struct step *step, uint32_t address);

/*
 * Register NUMBER becomes the word at ADDRESS; pc: continues there. r0-r7 become unknown instead:
 * they can be read after every exception, and a read of a device may change the device.
 */
void step_load(struct step *step, uint32_t number, uint32_t address);

void step_list(struct step *step, const struct list *list);

/* LDR and STR of one or two registers (COUNT; 0: narrower ones) at BASE + OFFSET. */
void step_transfer(struct step *step, uint32_t base, uint32_t offset, uint32_t number,
                   unsigned count);

/* RFE: pc and cpsr become the two words at ADDRESS. */
void step_return(struct step *step, uint32_t address);

/* The bits MASK of cpsr become VALUE; mode and masks, never flags and state. */
void step_control(struct step *step, uint32_t mask, uint32_t value);

/* Whether CONDITION (A8.3) holds with the flags of CPSR. */
bool step_condition_holds(uint32_t condition, uint32_t cpsr);

/* Shifts VALUE as A8.4.1 says for the immediate COUNT. False if that needs the carry. */
bool step_shift(uint32_t type, uint32_t count, uint32_t *value);

/* Register NUMBER, also pc, becomes LEFT OPERATION RIGHT; unknown if !IS_KNOWN. */
void step_operate(struct step *step, uint32_t number, enum operation operation, bool is_known,
                  uint32_t left, uint32_t right);

/* Coprocessors, with VFP and Advanced SIMD (A5.6, A7.6): the same bits in both states. */
bool step_coprocessor(struct step *step);

/* The registers of a banked MRS or MSR (B9.2.3): NUMBER and MODE of OUT. */
void banked_name(struct banked *out, uint32_t sysm, bool is_spsr);

/* False if the instruction is not decoded. The condition holds. */
bool outcome_arm(struct step *step);
bool outcome_thumb16(struct step *step);
bool outcome_thumb32(struct step *step);

struct banked banked_arm(const struct step *step);
struct banked banked_thumb32(const struct step *step);

#endif
