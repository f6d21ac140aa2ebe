/* SPDX-License-Identifier: MIT */
/* Composes spans to groups. */
#ifndef GEN_GROUPS_GROUPS_COMPOSE_H
#define GEN_GROUPS_GROUPS_COMPOSE_H

#include "formats/groups/groups_types.h"

/*
 * Composes the groups of SPANS. Adds a record for the end after the last group and before each gap.
 * TAIL_MAX is the maximum length of a tail in halfwords (core/foreign/groups.h).
 */
void groups_compose(struct groups_list *list, const struct spans *spans, uint32_t tail_max);

#endif
