/* SPDX-License-Identifier: MIT */
#include "cli/verb.h"

#include "cli/help.h"
#include "util/diag.h"

const struct verb *const verbs[] = {
    &verb_embed, &verb_table,  &verb_check,  &verb_show,  &verb_size,    &verb_decode,
    &verb_run,   &verb_triage, &verb_unwind, &verb_tasks, &verb_profile, NULL,
};

int verb_execute(const struct verb *verb, int argc, char **argv)
{
    struct options options;
    int status = options_parse(&options, verb, argc, argv);

    if (status == OPTIONS_HELP) {
        help_verb(stdout, verb);
        status = STATUS_GOOD;
    } else if (status == STATUS_GOOD) {
        status = verb->run(&options);
    }
    options_free(&options);
    return status;
}
