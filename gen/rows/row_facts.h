/* SPDX-License-Identifier: MIT */
/*
 * The facts from the user that hold for an image: those of the command line, and those that `bobbin
 * embed` stored in the image. For the stage reference, and for `bobbin embed`.
 *
 * The image stores them in the section .bobbin.options, which is not loaded. The section is text,
 * and has an option without its hyphens in each line:
 *
 *     root=0x00008034
 *     vectors=0x00000000
 *     comes-back=0x00008120
 *     fixed-register=r9
 *     resume=0x00008150
 *     context=0x00008190:r4-r11@0,pc@32,sp=36
 *
 * `bobbin embed` writes the addresses that symbols and patterns mean, so strip does no harm. A
 * source file may have lines of this section too, with symbols. Then nobody needs the option.
 */
#ifndef GEN_ROWS_ROW_FACTS_H
#define GEN_ROWS_ROW_FACTS_H

#include "rows/named_code.h"
#include "rows/rows.h"
#include "rows/stated_vectors.h"
#include "util/buffer.h"

#define ROW_FACTS_SECTION ".bobbin.options"

/* Where the registers of a task are that the function at FUNCTION restores. */
struct stated_context {
    uint32_t function;
    char *layout; /* tasks/stated_rules.h */
};

struct stated_contexts {
    struct stated_context *context;
    size_t count, capacity;
};

struct row_facts {
    struct code_addresses roots;
    struct stated_vectors vectors;
    struct code_addresses comes_back; /* functions */
    struct code_addresses resume;     /* functions whose restoring code is right */
    struct stated_contexts contexts;
    uint32_t given_up; /* as in struct row_options */
};

/*
 * Makes FACTS of OPTIONS. Where OPTIONS has none of a kind, such as no root, FACTS has those that
 * IMAGE stores. A note says if OPTIONS replaces other stored ones. Returns STATUS_...; the caller
 * frees FACTS in every case.
 */
int row_facts_find(struct row_facts *facts, const struct image *image,
                   const struct row_options *options);
void row_facts_free(struct row_facts *facts);

/* Appends the lines for the section to OUT. Without facts there are none. */
void row_facts_write(const struct row_facts *facts, struct buffer *out);

/*
 * Adds to GIVEN_UP the places that TEXT names: one of r4-r11 and d8-d15, or a range "d8-d15".
 * Returns false if TEXT is anything else.
 */
bool row_facts_read_registers(uint32_t *given_up, const char *text);

/* Writes the names of the given-up registers to NAMES, "r9"; returns their number. */
size_t row_facts_registers(uint32_t given_up, char names[BOBBIN_PLACES][4]);

#endif
