/* SPDX-License-Identifier: MIT */
/*
 * The analysis of exception entry code: from each exception vector to the exception return, which
 * locations hold the registers of the interrupted code. It gives a rule (rows/crossings.h) for each
 * instruction, or the reason why there is none. The stages table and prove read the result.
 *
 * This is an abstract interpretation of its own, over bank states (bank_state.h). It uses of the
 * analysis only the vectors and, for calls, which functions return and what they restore.
 */
#ifndef GEN_EXCEPTIONS_EXCEPTIONS_H
#define GEN_EXCEPTIONS_EXCEPTIONS_H

#include "exceptions/bank_alternatives.h"
#include "reference/reference.h"
#include "rows/crossings.h"

struct entry_code; /* entry_code.h */
struct entry_switches;

struct exceptions {
    struct bank_bases bases;
    struct entry_code *code;
    struct crossings crossings;
};

/*
 * Analyses the entry code of the image of REFERENCE, which must outlive EXCEPTIONS. Returns
 * STATUS_...; the caller frees EXCEPTIONS in every case. An image without vectors has no crossings.
 */
int exceptions_find(struct exceptions *exceptions, const struct reference *reference);

/*
 * Follows the entry code of the image of REFERENCE. Returns STATUS_...; the caller frees CODE in
 * every case. SWITCHES: functions that are followed like parts of their callers; then several nodes
 * may have the same address.
 */
int exceptions_follow(struct entry_code *code, struct bank_bases *bases,
                      const struct reference *reference, const struct entry_switches *switches);

void exceptions_free(struct exceptions *exceptions);

/* An instruction of entry code. */
struct entry_point {
    struct image_instruction at;
    const struct bank_alternatives *before;
    /*
     * NULL, or the states of the frame while a call at this instruction runs: for BL and BLX as
     * when it has returned, so r0-r3, r12 and lr are BANK_OTHER; for SVC and SMC as before, but
     * the lr and SPSR that the exception destroys are BANK_OTHER. The core finds such a frame by
     * its return address.
     */
    const struct bank_alternatives *after;
    bool is_supervisor;              /* SVC, SMC or HVC */
    const struct crossing *crossing; /* the rule here; NULL: the ordinary rows have one */
    const struct crossing *returned; /* the rule for the return address; most often CROSSING */
};

/* Calls VISIT for each instruction of entry code, in ascending order of address. */
typedef void exceptions_visitor(void *context, const struct entry_point *point);
void exceptions_visit(const struct exceptions *exceptions, exceptions_visitor *visit,
                      void *context);

#endif
