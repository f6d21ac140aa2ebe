/* SPDX-License-Identifier: MIT */
/* What `bobbin help`, `bobbin help VERB` and `bobbin help formats` print. */
#ifndef GEN_HELP_H
#define GEN_HELP_H

#include <stdio.h>

#include "cli/verb.h"

/* All verbs. */
void help_overview(FILE *out);
/* The few verbs that a new user needs first. */
void help_short(FILE *out);
void help_verb(FILE *out, const struct verb *verb);
/* The arguments of --format=. */
void help_formats(FILE *out);

/*
 * Prints TEXT from COLUMN on, broken into lines of at most 80 columns. The other lines start at
 * INDENT. '\n' breaks the line too. Ends the last line.
 */
void help_wrap(FILE *out, const char *text, unsigned column, unsigned indent);
/* A line "  WORD  TEXT"; TEXT starts at column HELP_TEXT_COLUMN. */
void help_item(FILE *out, const char *word, const char *text);

#define HELP_TEXT_COLUMN 24

#endif
