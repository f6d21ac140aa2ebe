/* SPDX-License-Identifier: MIT */
/*
 * The layout of struct bobbin_context and the values of enum bobbin_cause, for assembly.
 * exception.c checks them against the C headers at compile time.
 */
#ifndef BOBBIN_CONTEXT_OFFSETS_H
#define BOBBIN_CONTEXT_OFFSETS_H

/* Offsets in bytes; r0 is at 0. */
#define CONTEXT_SP      52
#define CONTEXT_LR      56
#define CONTEXT_PC      60
#define CONTEXT_CPSR    64
#define CONTEXT_VALID   68
#define CONTEXT_CAUSE   72
#define CONTEXT_STATUS  76
#define CONTEXT_ADDRESS 80
#define CONTEXT_TEXT    84
#define CONTEXT_D       88
#define CONTEXT_BYTES   152 /* a multiple of 8, to keep sp aligned */

/* Minimum size of the crash stack: the context, then BOBBIN_FAULT_STACK_BYTES for C. */
#define CRASH_STACK_BYTES_MIN (CONTEXT_BYTES + 1024)

/* Minimum room on it for a report without a trace. With less, the report uses bobbin_spare_stack,
   which also has the state of the image, at its other end. */
#define CRASH_STACK_BYTES_SHORT 640
#define SPARE_STACK_BYTES       704

/* Bits of valid. */
#define CONTEXT_VALID_CORE 0x0001ffff /* r0-r15, cpsr */
#define CONTEXT_VALID_D    0xff000000 /* d8-d15 */
#define CONTEXT_SHORT      0x00020000 /* the stack has no room for a trace */

#define REPORT_STATE_BITS 7 /* of bobbin_report_state */

/* enum bobbin_cause. */
#define CAUSE_USER            0
#define CAUSE_UNDEFINED       1
#define CAUSE_PREFETCH_ABORT  2
#define CAUSE_DATA_ABORT      3
#define CAUSE_NULL_CALL       4
#define CAUSE_ASSERT          5
#define CAUSE_ABORT           6
#define CAUSE_STACK_PROTECTOR 7

#endif
