/* SPDX-License-Identifier: MIT */
/*
 * Proves a table: runs the core with it at every instruction of the image, interrupted there and,
 * for calls, at the return address. Each answer must agree with the reference.
 */
#ifndef GEN_PROVE_PROOF_H
#define GEN_PROVE_PROOF_H

#include "exceptions/exceptions.h"
#include "prove/verdict.h"
#include "reference/reference.h"

/*
 * instructions = exact + unreachable + unknown + wrong. Padding that no path reaches is not
 * counted.
 */
struct proof {
    uint64_t instructions;
    uint64_t verdicts[VERDICTS];
    /* unreachable and unknown instructions whose rule is the compiler's, without proof */
    uint64_t cfi_only;
    uint64_t explicit_rows; /* exact instructions whose rule the table stores explicitly */
    /* reached calls, and the verdicts at their return addresses */
    uint64_t returns;
    uint64_t returned[VERDICTS];
    /* instructions of exception entry code; 0 if the table has no rules of it */
    uint64_t entry_code;
    uint64_t entry_verdicts[VERDICTS];
    uint64_t lost;           /* exact, but the rule marks a register of the caller as lost */
    bool ranges_differ;      /* the code ranges of the table differ from those of the image */
    struct finding *finding; /* ascending by address */
    size_t findings_count, findings_capacity;
};

/*
 * Proves TABLE. EXCEPTIONS: the rules of exception entry code, if TABLE has any; they are proved
 * too, and entry code without a rule is unknown. NULL: TABLE has none, and no rule is right there.
 * If TABLE is in another format, READER reads it (see core_env). Registers that this
 * format does not describe are not checked: an instruction is exact if pc, sp and the described
 * registers are right.
 */
void proof_run(struct proof *proof, const struct reference *reference,
               const struct exceptions *exceptions, const struct bobbin_table *table,
               const struct bobbin_foreign *reader);

/*
 * The same for the table that the image contains. If the image has no mapping symbols, it may have
 * had them when the table was made. Then a rule that the image neither shows nor refutes is
 * unknown, not wrong.
 */
void proof_run_embedded(struct proof *proof, const struct reference *reference,
                        const struct exceptions *exceptions, const struct bobbin_table *table,
                        const struct bobbin_foreign *reader);
void proof_free(struct proof *proof);

/* INSTRUCTIONS as a percentage of all proved instructions. */
double proof_percent(const struct proof *proof, uint64_t instructions);

/* The number of distinct addresses of function symbols that have a size. */
uint64_t proof_functions(const struct image *image);

#endif
