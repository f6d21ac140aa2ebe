/* SPDX-License-Identifier: MIT */
/*
 * The rules by which gdb unwinds the code of an image: those of call frame information. For code
 * without it gdb analyses the prologue, and the rules of the table stand for what it finds.
 */
#ifndef GEN_DEBUGGER_RULES_H
#define GEN_DEBUGGER_RULES_H

#include "report/stack_words.h"
#include "rows/rows.h"
#include "symbolize/image_list.h"

struct debugger_rules {
    struct rows rows;
    uint8_t *table_bytes;
    struct bobbin_table table;
    struct bobbin_env env;
    struct stack_rules rules; /* for stack_words_add */
};

/* Finds the rules of NAMED, which must outlive RULES. STATUS_...; free RULES in every case. */
int debugger_rules_open(struct debugger_rules *rules, struct named_image *named);
void debugger_rules_close(struct debugger_rules *rules);

#endif
