/* SPDX-License-Identifier: MIT */
/* bobbin check: the resume rules of a table. */
#ifndef GEN_CLI_CHECK_TASKS_H
#define GEN_CLI_CHECK_TASKS_H

#include "reference/reference.h"
#include <bobbin/bobbin.h>

/*
 * Proves the resume rules in OPENED, a table of the image of REFERENCE. If IS_TEXT is set, prints
 * how many there are. Does nothing if OPENED has none. Returns STATUS_PROBLEMS, after a message, if
 * one is wrong.
 */
int check_tasks(const struct reference *reference, const struct bobbin_table *opened, bool is_text);

#endif
