/* SPDX-License-Identifier: MIT */
/* What a record counts. <bobbin/record.h> of port has the functions for firmware. */
#ifndef BOBBIN_RECORD_COUNTERS_H
#define BOBBIN_RECORD_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Counts since the memory of the record was first used: since power-on in RAM. */
struct bobbin_record_counters {
    uint32_t boots;               /* calls of bobbin_record_boot; 0: the sink does not count them */
    uint32_t crashes;             /* reports */
    uint32_t crashes_since_alive; /* reports since the last call of bobbin_record_alive */
    uint32_t crash_boots; /* how many boots before this one, one after the other, had a report */
};

#ifdef __cplusplus
}
#endif

#endif
