/* SPDX-License-Identifier: MIT */
/* Where blocks of the control-flow graph begin, and which of them nobody called. */
#ifndef GEN_LEADERS_H
#define GEN_LEADERS_H

#include "analysis.h"

/* Sets leader, taken, label, jumped and forced of all nodes. */
void leaders_find(struct analysis *analysis, const struct row_list *believed);

#endif
