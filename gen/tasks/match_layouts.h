/* SPDX-License-Identifier: MIT */
/*
 * Matches resume rules with save records. A rule is proved only if, for each layout, some code
 * saves each register where the rule says, and no code that saves to the same control block and can
 * meet the tests of the layout saves a register elsewhere.
 *
 * A handle that is the saved pointer itself belongs to no block. Other code may save other layouts
 * and give their pointers to other restoring code, so only the first half is required. If the
 * function that restores saves too, only its own code counts.
 */
#ifndef GEN_TASKS_MATCH_LAYOUTS_H
#define GEN_TASKS_MATCH_LAYOUTS_H

#include "tasks/save_records.h"
#include "tasks/task_rule.h"

/* Sets saved_by of each layout of RULE; or reason and culprit, if RULE is not proved. */
void match_layouts(struct task_rule *rule, const struct save_records *records);

/* What a save record says of a rule. */
enum match {
    MATCH_NONE,     /* the record is of another control block, or meets the tests of no layout */
    MATCH_AGREES,   /* the rule restores what the record has saved */
    MATCH_DISAGREES /* some register of the record is elsewhere */
};

/*
 * Compares RECORD, which its own code leads to the point of RULE, with all layouts whose tests
 * RECORD can meet. Sets in *BROKEN the bits of the places (BOBBIN_PLACE_R4 + n) that one of them
 * does not restore.
 */
enum match match_record(const struct task_rule *rule, const struct save_record *record,
                        uint32_t *broken);

#endif
