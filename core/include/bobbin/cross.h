/* SPDX-License-Identifier: MIT */
/*
 * Traces that cross exceptions: from a frame of an exception handler to the code that the exception
 * interrupted, and on to its callers. Firmware that does not reference bobbin_cross links nothing
 * of this.
 *
 *     struct bobbin_banks banks;
 *     struct bobbin_env env = {.read = my_read, .read_bank = my_read_bank,
 *                              .foreign = &bobbin_cross, .tables = &table, .tables_count = 1};
 *
 *     bobbin_begin_across(&cursor, &env, &banks, registers, cpsr);
 *     for (uint32_t before = 0; bobbin_step(&cursor, &env); before = banks.crossings)
 *         if (banks.crossings != before)
 *             // CURSOR is at the code that exception banks.vector interrupted
 *
 * The guarantees of bobbin.h hold here too. Architecture facts are from the ARM ARM (DDI 0406C):
 * modes and banked registers B1.3, exception entry B1.8.3, exception return B1.8.3 and B9.3.
 */
#ifndef BOBBIN_CROSS_H
#define BOBBIN_CROSS_H

#include <bobbin/bobbin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Banks: the sets of sp, lr and SPSR of the modes. System mode uses the bank of user mode. */
enum bobbin_bank {
    BOBBIN_BANK_USR,
    BOBBIN_BANK_FIQ,
    BOBBIN_BANK_IRQ,
    BOBBIN_BANK_SVC,
    BOBBIN_BANK_MON,
    BOBBIN_BANK_ABT,
    BOBBIN_BANK_HYP, /* its lr is ELR_hyp; lr in HYP mode is that of user mode */
    BOBBIN_BANK_UND,
    BOBBIN_BANKS,
};

/* Exceptions, by the position of their vector (ARM ARM B1.8.1). */
enum bobbin_vector {
    BOBBIN_VECTOR_NONE,
    BOBBIN_VECTOR_UNDEFINED,
    BOBBIN_VECTOR_CALL, /* SVC; in a vector table of monitor or HYP mode SMC or HVC */
    BOBBIN_VECTOR_PREFETCH_ABORT,
    BOBBIN_VECTOR_DATA_ABORT,
    BOBBIN_VECTOR_HYP_TRAP,
    BOBBIN_VECTOR_IRQ,
    BOBBIN_VECTOR_FIQ,
    BOBBIN_VECTORS,
};

/* Maximum number of exceptions that one trace crosses; then it ends with NO_PROGRESS. */
#define BOBBIN_CROSSINGS_MAX 16

/* What a trace knows of a banked register. The core calls env->read_bank for UNREAD ones only. */
enum bobbin_banked { BOBBIN_BANKED_UNREAD, BOBBIN_BANKED_KNOWN, BOBBIN_BANKED_LOST };

/* Index in bobbin_banks.state, for bank 0..7, and for r8-r12 of the other set. */
#define BOBBIN_BANKED_R(number)  ((number)-8) /* number 8..12 */
#define BOBBIN_BANKED_SP(bank)   (5 + (bank))
#define BOBBIN_BANKED_LR(bank)   (13 + (bank))
#define BOBBIN_BANKED_SPSR(bank) (21 + (bank))

/* The same as bits of sets of banked registers. */
#define BOBBIN_BANKS_R(number)  (1u << BOBBIN_BANKED_R(number))
#define BOBBIN_BANKS_SP(bank)   (1u << BOBBIN_BANKED_SP(bank))
#define BOBBIN_BANKS_LR(bank)   (1u << BOBBIN_BANKED_LR(bank))
#define BOBBIN_BANKS_SPSR(bank) (1u << BOBBIN_BANKED_SPSR(bank))

/*
 * The banked registers of a trace. The caller provides the memory: 156 bytes. An UNREAD register is
 * read with env->read_bank when it is needed. sp and lr of the current mode are in the cursor; here
 * they mean nothing.
 */
struct bobbin_banks {
    uint32_t crossings; /* how many exceptions the trace has crossed: a step that crosses adds 1 */
    uint32_t vector;    /* enum bobbin_vector: the exception that the last crossing crossed */
    uint8_t state[29];  /* enum bobbin_banked, by BOBBIN_BANKED_... */
    uint8_t internal[3];
    uint32_t r8[5]; /* the set of r8-r12 that is not in cursor->r: that of FIQ mode or the other */
    uint32_t sp[BOBBIN_BANKS], lr[BOBBIN_BANKS], spsr[BOBBIN_BANKS];
};

/*
 * Starts a trace like bobbin_begin. BANKS must exist as long as CURSOR. If you know banked
 * registers, for example from a core file, store them in BANKS afterwards and mark them as KNOWN;
 * mark those as LOST that nobody knows. An exception overwrites lr and SPSR of the mode that it
 * enters: a fault handler marks those of its own mode as LOST.
 */
void bobbin_begin_across(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                         struct bobbin_banks *banks, const uint32_t r[16], uint32_t cpsr);

/* Sets the state of the registers REGISTERS, BOBBIN_BANKS_..., to STATE. */
static inline void bobbin_banks_mark(struct bobbin_banks *banks, uint32_t registers,
                                     enum bobbin_banked state)
{
    for (uint32_t i = 0; i < sizeof(banks->state); i++)
        if (registers >> i & 1)
            banks->state[i] = (uint8_t)state;
}

/*
 * For bobbin_env.foreign: crosses exceptions by the rules that the table has for the entry code of
 * handlers. CURSOR must have been started with bobbin_begin_across.
 *
 * After a crossing the frame has the registers of the interrupted code. Its kind is INTERRUPTED, or
 * CALL if the exception was an SVC, SMC or HVC: then pc is the address after that instruction, and
 * r0-r3 and r12 are known too. cursor->cpsr is the interrupted cpsr. A trace ends with LOST if sp,
 * pc or cpsr of the interrupted code is unknown (stop_value: a place number of
 * core/format/crossing_format.h), with WORLD_BOUNDARY if the interrupted code ran in another
 * TrustZone world, and with NO_RULE if the table has no rule for the handler's instruction.
 *
 * Maximum calls of env->read in a step that crosses, if no window has the memory: 17 for each word
 * of the handler's program, with a damaged table 4095 * 17. Maximum calls of env->read_bank: 9.
 */
extern const struct bobbin_foreign bobbin_cross;

/* "IRQ", "data abort", ...; "?" for an unknown value, never NULL. */
const char *bobbin_vector_name(uint32_t vector);

/* "SVC", "IRQ", ... for the mode bits of CPSR; "?" for a number that is no mode. */
const char *bobbin_mode_name(uint32_t cpsr);

#ifdef __cplusplus
}
#endif

#endif
