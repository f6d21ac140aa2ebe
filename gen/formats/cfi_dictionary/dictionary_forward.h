/* SPDX-License-Identifier: MIT */
/* Moving the pc forward out of a prologue: what has not been pushed yet is where it was. */
#ifndef GEN_CFI_FORWARD_H
#define GEN_CFI_FORWARD_H

#include "core/foreign/foreign.h"

/*
 * RULE holds behind the prologue: it becomes the rule for the pc of TABLE's cursor, if the
 * instructions there store what RULE has in slots, or make room below it. NONE, or why the code
 * cannot be read.
 */
enum bobbin_stop cfi_move_forward(const struct foreign_table *table, struct bobbin_rule *rule);

#endif
