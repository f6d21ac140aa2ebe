/* SPDX-License-Identifier: MIT */
/*
 * Inside core: any rule as the steps of a long one (format.h): for writers of tables, and for
 * readers of other formats.
 */
#ifndef BOBBIN_STEPS_H
#define BOBBIN_STEPS_H

#include <bobbin/rule.h>

/* The cfa, the return address, r4-r11, both halves of d8-d15. */
#define STEPS_MAX (1 + 1 + 8 + 16)

struct steps {
    uint32_t word; /* the compact word that they stand behind, without their count */
    uint32_t count;
    uint32_t step[STEPS_MAX];
};

/*
 * RULE, of form FRAME or DEREF, of whose places those of the mask PLACES are told, but not which
 * are lost.
 */
void steps_of_rule(struct steps *steps, const struct bobbin_rule *rule, uint32_t places);

/*
 * The places of the mask PLACES that RULE says are lost, but for the return address, as bits of
 * valid.
 */
uint32_t steps_lost(const struct bobbin_rule *rule, uint32_t places);

#endif
