/* SPDX-License-Identifier: MIT */
/*
 * Banked registers of a processor that waits, for traces that cross exceptions. Only the processor
 * itself can read them. Without port/cross none is kept.
 */
#ifndef BOBBIN_BANK_VALUES_H
#define BOBBIN_BANK_VALUES_H

#include <bobbin/port.h>

/* r8-r12, sp and lr of User mode; these and SPSR of FIQ mode; sp, lr and SPSR of IRQ, Supervisor,
   Abort and Undefined mode. */
#define BANK_VALUES_COUNT 27

struct bobbin_bank_values {
    uint32_t valid; /* bit N: value[N] is known */
    uint32_t value[BANK_VALUES_COUNT];
};

/* What the entry code of a fault stored, before complete_exception replaced it. */
struct bobbin_entry_values {
    uint32_t mode; /* that the fault entered; 0: there was no fault */
    uint32_t sp, r8[5];
};

/*
 * Keeps the values of this processor in VALUES. CONTEXT: of the code that waits. If an exception
 * entered the current mode after that code ran, lr and SPSR of the mode are lost.
 */
void bobbin_bank_values_keep(struct bobbin_bank_values *values,
                             const struct bobbin_context *context,
                             const struct bobbin_entry_values *entry);

/* Like bobbin_port_cross_bank. */
bool bobbin_bank_values_get(const struct bobbin_bank_values *values, uint32_t mode, uint32_t number,
                            uint32_t *out);

#endif
