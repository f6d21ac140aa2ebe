/* SPDX-License-Identifier: MIT */
/* Inside core: what is known of a frame, in one word. */
#ifndef BOBBIN_KNOWN_H
#define BOBBIN_KNOWN_H

#include "../format/bytes.h"
#include "../format/table_format.h"
#include <bobbin/bobbin.h>

/*
 * What is known of a frame: KNOWN_LATER, it is to be asked when it is stepped from; less than KNOWN_RUN, the reason why
 * the trace ends there (enum bobbin_stop); else a word of RULES (format.h), compact or a run. Of a call a cursor and its
 * cache keep what the first range of the first table says; of all else LATER.
 */
#define KNOWN_LATER 0u
#define KNOWN_RUN   (1u << FORMAT_RUN_CFA_SHIFT)

/* One of these bits a word of RULES has: it is no run, or has some words. */
#define KNOWN_RULE (FORMAT_RULE_WORD | ((1u << FORMAT_RUN_CFA_BITS) - 1) << FORMAT_RUN_CFA_SHIFT)

static inline bool known_is_run(uint32_t known)
{
    return (int32_t)known >= (int32_t)KNOWN_RUN;
}

/* From sp to the end of its slots, which is the cfa where it has no home. */
static inline uint32_t known_run_bytes(uint32_t run)
{
    return 4 * bytes_field(run, FORMAT_RUN_CFA_SHIFT, FORMAT_RUN_CFA_BITS);
}

/*
 * How many registers it has, 0 to 8. FORMAT_RUN_REST, or what else a damaged table has: it has more than these, and
 * known_run_registers says how many.
 */
static inline uint32_t known_run_count(uint32_t run)
{
    return bytes_field(run, 0, FORMAT_RUN_COUNT_BITS);
}

static inline uint32_t known_run_registers(uint32_t run)
{
    uint32_t registers = bytes_field(run, FORMAT_RUN_REGISTERS_SHIFT, FORMAT_RUN_COUNT_BITS);

    return registers < 8 ? registers : 8;
}

/* Gap and doubles, as a compact word says them: from FORMAT_RULE_VFP_SHIFT on. */
static inline uint32_t known_run_doubles(uint32_t run)
{
    return bytes_field(run, FORMAT_RUN_VFP_SHIFT, FORMAT_RULE_VFP_BITS + 1);
}

#endif
