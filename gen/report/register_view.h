/* SPDX-License-Identifier: MIT */
/* Shows the registers of a report, with what is at the addresses that they contain. */
#ifndef GEN_REPORT_REGISTER_VIEW_H
#define GEN_REPORT_REGISTER_VIEW_H

#include "report/address_text.h"
#include "util/json.h"

/* Registers of a thread, or of code that an exception interrupted. */
struct register_set {
    const uint32_t *r; /* r0-r15 */
    uint32_t cpsr;
    const uint64_t *d; /* d8-d15; NULL: unknown */
    uint32_t valid;    /* BOBBIN_VALID_... */
};

/* Prints a line for each register that is known, and one for each run of equal d registers. */
void register_view_print(const struct register_set *set, const struct address_names *names,
                         FILE *out, bool colour);

/* Prints the fault registers of the report, in the same columns. */
void register_view_print_status(const struct address_names *names, FILE *out, bool colour);

/*
 * "SVC mode, Thumb, flags nZCv, IRQ masked" in TEXT, of ADDRESS_TEXT_BYTES (ARM ARM B1.3.3).
 * Returns TEXT.
 */
const char *register_cpsr_text(uint32_t cpsr, char text[ADDRESS_TEXT_BYTES]);

/* Writes the field KEY: an object with the text of each register that is known and has a text. */
void register_view_json(const char *key, const struct register_set *set,
                        const struct address_names *names, struct json *json);

#endif
