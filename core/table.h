/* SPDX-License-Identifier: MIT */
/* Inside core: from an address to the number of its rule. */
#ifndef BOBBIN_TABLE_H
#define BOBBIN_TABLE_H

#include "bobbin.h"

/* What the tables say of an address. */
struct table_answer {
    uint8_t found; /* enum bobbin_stop: NONE, PC_OUTSIDE (in no table), NO_RULE, CORRUPT */
    uint8_t table; /* index in env->tables */
    uint8_t trust; /* enum bobbin_trust, with NONE */
    uint16_t rule; /* with NONE */
};

void table_find(const struct bobbin_env *env, uint32_t lookup_address, struct table_answer *answer);

#endif
