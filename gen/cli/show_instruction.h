/* SPDX-License-Identifier: MIT */
/* One instruction as `bobbin show` prints it: with its rule, and with the answer of the core. */
#ifndef GEN_CLI_SHOW_INSTRUCTION_H
#define GEN_CLI_SHOW_INSTRUCTION_H

#include "insn/disassembler.h"
#include "rows/row_list.h"
#include "util/json.h"
#include <bobbin/bobbin.h>

struct show_view {
    const struct image *image;
    const struct row_list *list;
    struct bobbin_table opened;
    struct bobbin_env env;
    struct disassembler disassembler;
    struct json *json; /* NULL: text */
};

/* Prints a line of text for INSTRUCTION. */
void show_instruction_print(struct show_view *view, const struct image_instruction *instruction);

/* Writes a JSON object for INSTRUCTION. SYMBOL: the function's name, or NULL. */
void show_instruction_write(struct show_view *view, const struct image_instruction *instruction,
                            const char *symbol);

#endif
