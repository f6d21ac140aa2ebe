/* SPDX-License-Identifier: MIT */
/*
 * The proof of a table: the core, reading it, is run at every instruction of the image, interrupted
 * there and, at calls, returned to; its answer must be true in what the reference knows of the
 * frame.
 */
#ifndef GEN_PROOF_H
#define GEN_PROOF_H

#include "prove/verdict.h"
#include "reference/reference.h"

/*
 * instructions = exact + unreachable + unknown + wrong. Padding that nobody reaches is no
 * instruction.
 */
struct proof {
    uint64_t instructions;
    uint64_t verdicts[VERDICTS];
    uint64_t explicit_rows; /* exact, by a row of the table's own */
    /* calls that the reference knows a way to, and what it is there to be returned to: */
    uint64_t returns;
    uint64_t returned[VERDICTS];
    uint64_t lost;           /* exact, and the rule says of a register that nobody has it */
    bool ranges_differ;      /* the table takes other addresses for code than the image has */
    struct finding *finding; /* ascending by address */
    size_t findings_count, findings_capacity;
};

/*
 * Proves TABLE, which READER reads if it is in another format (core_env). Registers that such a
 * format does not describe are not checked: an instruction is exact there if pc, sp and the
 * described registers are.
 */
void proof_run(struct proof *proof, const struct reference *reference,
               const struct bobbin_table *table, const struct bobbin_foreign *reader);
void proof_free(struct proof *proof);

/* INSTRUCTIONS as a share of all that were proved. */
double proof_percent(const struct proof *proof, uint64_t instructions);

/*
 * STATUS_PROBLEMS, after a line on stderr, when less than REQUIRED percent is exact or unreachable,
 * or too much is unreachable for that to mean anything.
 */
int proof_require(const struct proof *proof, const struct image *image, double required);

/* Distinct addresses of function symbols with a size. */
uint64_t proof_functions(const struct image *image);

#endif
