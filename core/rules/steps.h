/* SPDX-License-Identifier: MIT */
/*
 * Inside core: converts struct bobbin_rule to the steps of a long rule (table_format.h). For
 * writers of tables and for readers of other formats.
 */
#ifndef BOBBIN_STEPS_H
#define BOBBIN_STEPS_H

#include <bobbin/rule.h>

/* Maximum number of steps: the cfa, the return address, r4-r11, both halves of d8-d15. */
#define STEPS_MAX (1 + 1 + 8 + 16)

struct steps {
    uint32_t word; /* compact rule before the steps; the caller adds the count */
    uint32_t count;
    uint32_t step[STEPS_MAX];
};

/*
 * Converts RULE, of form FRAME or DEREF. Only the places of the mask PLACES count (bits
 * BOBBIN_PLACE_...). Lost places yield no steps: see steps_lost.
 */
void steps_of_rule(struct steps *steps, const struct bobbin_rule *rule, uint32_t places);

/*
 * The places of the mask PLACES that are lost in RULE, as bits of valid, without the return
 * address.
 */
uint32_t steps_lost(const struct bobbin_rule *rule, uint32_t places);

#endif
