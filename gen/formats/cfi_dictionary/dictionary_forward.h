/* SPDX-License-Identifier: MIT */
/*
 * Adapts a rule that holds after a prologue to a pc in the prologue: registers that have not been
 * pushed yet are unchanged.
 */
#ifndef GEN_CFI_DICTIONARY_DICTIONARY_FORWARD_H
#define GEN_CFI_DICTIONARY_DICTIONARY_FORWARD_H

#include "core/foreign/foreign.h"

/*
 * Changes RULE, which holds after the prologue, to the rule for the pc of TABLE's cursor. RULE
 * changes only if the instructions from the pc on store registers in slots of RULE, or allocate
 * stack below them. Returns BOBBIN_STOP_NONE, or why the code cannot be read.
 */
enum bobbin_stop cfi_move_forward(const struct foreign_table *table, struct bobbin_rule *rule);

#endif
