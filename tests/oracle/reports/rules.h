/* SPDX-License-Identifier: MIT */
/* Compact rules as they are written down here (format.h). */
#ifndef REPORTS_RULES_H
#define REPORTS_RULES_H

#include "known.h"

#define COMPACT(register, cfa_words, mask, flags)                                                  \
    (((uint32_t)(register) ^ BOBBIN_SP) << FORMAT_RULE_REGISTER_SHIFT | (mask) |                   \
     (uint32_t)(cfa_words) << FORMAT_RULE_CFA_SHIFT | (flags))
#define DOUBLES(count) ((uint32_t)(count) << FORMAT_RULE_VFP_SHIFT)
#define HOME(words)    ((uint32_t)(words) << FORMAT_RULE_HOME_SHIFT)
#define SAVED_RA       FORMAT_RULE_RA
#define SPLIT          FORMAT_RULE_SPLIT

#endif
