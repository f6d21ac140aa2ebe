/* SPDX-License-Identifier: MIT */
/* The banked registers of traces that cross exceptions. */
#ifndef BOBBIN_TRACE_BANK_H
#define BOBBIN_TRACE_BANK_H

#include <stdbool.h>
#include <stdint.h>

/* For bobbin_env.read_bank; CONTEXT is ignored. Those of this processor; with port/processors,
   those of the processor that is traced. */
bool bobbin_trace_bank(void *context, uint32_t mode, uint32_t number, uint32_t *out);

#endif
