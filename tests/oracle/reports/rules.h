/* SPDX-License-Identifier: MIT */
/* Macros for compact rules (core/format/table_format.h). */
#ifndef REPORTS_RULES_H
#define REPORTS_RULES_H

#include "core/unwind/known.h"

#define COMPACT(register, cfa_words, mask, flags)                                                  \
    (FORMAT_RULE_WORD | ((uint32_t)(register) ^ BOBBIN_SP) << FORMAT_RULE_REGISTER_SHIFT |         \
     (uint32_t)(mask) << FORMAT_RULE_MASK_SHIFT | (uint32_t)(cfa_words) | (flags))
#define DOUBLES(count) ((uint32_t)(count) << FORMAT_RULE_VFP_SHIFT)
#define HOME(words)    ((uint32_t)(words) << FORMAT_RULE_HOME_SHIFT)
#define SAVED_RA       FORMAT_RULE_RA
#define SPLIT          FORMAT_RULE_SPLIT

/* The compact word for the long rule whose first word has this NUMBER. */
#define LONG(number) (FORMAT_RULE_LONG | (uint32_t)(number) << FORMAT_LONG_SHIFT)

#endif
