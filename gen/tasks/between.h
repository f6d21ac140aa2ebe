/* SPDX-License-Identifier: MIT */
/*
 * Finds code between contexts: it has saved or given up the context that it came from, and each of
 * its paths ends in the code of a resume rule. So everything that could come back is stored, and a
 * trace that begins there is complete. The code becomes a root where it has no other rule, if it
 *
 * - has saved the context that it came from; or
 * - has begun to restore a task; or
 * - is an idle loop: several contexts lead there, or none, or interrupts may be enabled.
 */
#ifndef GEN_TASKS_BETWEEN_H
#define GEN_TASKS_BETWEEN_H

#include "exceptions/entry_code.h"
#include "tasks/tasks.h"

/* An instruction of code that may be between contexts. */
struct between_node {
    struct bank_instruction in;
    uint32_t owner; /* the function or vector whose context led here; 0: code of a rule alone */
    /* The next instructions; NULL: one that is not known. Filled once all nodes are there. */
    struct between_node *next[2];
    uint8_t nexts_count;
    bool idle;    /* it is reached from several owners, without a context, or unmasked */
    bool resumed; /* it comes after the resume point of a proved rule */
    bool saved;   /* in all states before it, the context is saved or given up */
    bool follows; /* comes after another instruction of the code */
    bool exposed; /* reached before the context is saved */
    bool good;    /* no path leaves but through a proved rule */
    bool ends;    /* some path leaves through a proved rule */
};

struct between {
    struct between_node *node;
    size_t count, capacity;
};

/* Adds CODE, whose states are in terms of BASES. IS_RULE: it is the code of a resume rule. */
void between_add(struct between *between, const struct entry_code *code,
                 const struct bank_bases *bases, bool is_rule);

/*
 * Adds to TASKS, whose rules are complete, the code that is between contexts and has no rule.
 * RULE_CODE, of RULE_COUNT elements, is the code of the rules.
 */
void between_find(struct between *between, struct tasks *tasks, const struct reference *reference,
                  const struct crossings *crossings, const struct task_code *rule_code,
                  size_t rule_count);
void between_free(struct between *between);

#endif
