/* SPDX-License-Identifier: MIT */
/* Inside core: what the tables say of an address. */
#ifndef BOBBIN_FIND_H
#define BOBBIN_FIND_H

#include "bobbin.h"

struct table_answer {
    uint8_t found;       /* enum bobbin_stop: NONE, PC_OUTSIDE (in no table), NO_RULE, CORRUPT */
    uint8_t table;       /* index in env->tables */
    uint8_t trust;       /* enum bobbin_trust, of RULE */
    uint8_t how;         /* FORMAT_HOW_...: how the code is read; 0: RULE is the rule */
    uint16_t rule;       /* number; FORMAT_RULE_CODE: none in the table */
    uint32_t start, end; /* of the stretch of code that is read, as it is in memory */
};

/* Reads range NUMBER of TABLE, which has that many. */
void table_range(const struct bobbin_table *table, uint32_t number, struct bobbin_range *range);

void table_find(const struct bobbin_env *env, uint32_t lookup_address, struct table_answer *answer);

#endif
