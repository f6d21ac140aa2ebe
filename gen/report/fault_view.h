/* SPDX-License-Identifier: MIT */
/* Shows the instruction at which the code of a report crashed, with the values that it used. */
#ifndef GEN_REPORT_FAULT_VIEW_H
#define GEN_REPORT_FAULT_VIEW_H

#include "insn/memory_access.h"
#include "report/address_text.h"
#include "util/json.h"

enum fault_kind {
    FAULT_UNKNOWN, /* nothing is known of an instruction */
    FAULT_AT_PC,   /* the instruction at pc caused the exception */
    FAULT_AT_CALL, /* the call before lr went to the pc, which cannot be executed */
    FAULT_NEAR_PC, /* an asynchronous abort: an earlier instruction caused it */
};

enum fault_agreement {
    FAULT_NOT_COMPARED,
    FAULT_AGREES,
    FAULT_DISAGREES,
};

struct fault {
    enum fault_kind kind;
    uint32_t pc; /* of the instruction */
    struct memory_access access;
    /* whether the fault address register (dfar) has an address that the instruction accesses */
    enum fault_agreement agreement;
    uint32_t dfar;
};

/*
 * Finds the instruction, in the code of the image. If the code called a pointer that is no code,
 * that is the call, but only if the register of the call has that pointer.
 */
void fault_find(struct fault *fault, const struct address_names *names);

/* Prints the instruction and its access; nothing if FAULT is unknown. */
void fault_view_print(const struct fault *fault, const struct address_names *names, FILE *out,
                      bool colour);

/*
 * Writes the field "instruction": pc, text, relation ("caused", "called", "later"), used,
 * access, address, size, address_text, dfar_agrees. Nothing if FAULT is unknown.
 */
void fault_view_json(const struct fault *fault, const struct address_names *names,
                     struct json *json);

#endif
