/* SPDX-License-Identifier: MIT */
/* Compares words by edit distance and keeps the most similar one. */
#include "util/suggestion.h"

#include <stdio.h>
#include <string.h>

/*
 * Maximum length of a word. Longer words get no suggestion, because users copy long C++ names
 * instead of typing them.
 */
#define LENGTH_MAX 100

/* The maximum number of edits between two similar words. */
static unsigned limit_for(size_t length)
{
    return length < 3 ? 1 : length < 6 ? 2 : 3;
}

static unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/*
 * The number of edits that turn A into B. An edit inserts, deletes or replaces one character, or
 * swaps two neighbours ("optimal string alignment distance").
 */
static unsigned edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned rows[3][LENGTH_MAX + 1]; /* row i % 3: from the first i characters of A */

    for (unsigned j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (unsigned i = 1; i <= a_length; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *above = rows[(i - 1) % 3];
        row[0] = i;
        for (unsigned j = 1; j <= b_length; j++) {
            row[j] = min(above[j], row[j - 1]) + 1;
            row[j] = min(row[j], above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = min(row[j], rows[(i - 2) % 3][j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

void suggestion_begin(struct suggestion *suggestion, const char *wanted)
{
    *suggestion = (struct suggestion){wanted, NULL, limit_for(strlen(wanted)) + 1};
}

void suggestion_consider(struct suggestion *suggestion, const char *candidate)
{
    size_t wanted_length = strlen(suggestion->wanted);
    size_t length = strlen(candidate);
    size_t difference = length > wanted_length ? length - wanted_length : wanted_length - length;
    unsigned distance;

    if (length > LENGTH_MAX || wanted_length > LENGTH_MAX || difference >= suggestion->distance)
        return;
    distance = edit_distance(suggestion->wanted, wanted_length, candidate, length);
    /*
     * Skips a word that needs as many edits as WANTED has characters: it has nothing in common with
     * WANTED.
     */
    if (distance >= suggestion->distance || distance >= wanted_length)
        return;
    suggestion->best = candidate;
    suggestion->distance = distance;
}

const char *suggestion_text(const struct suggestion *suggestion, const char *otherwise,
                            char text[SUGGESTION_TEXT_BYTES])
{
    if (!suggestion->best)
        return otherwise;
    snprintf(text, SUGGESTION_TEXT_BYTES, "; did you mean '%s'?", suggestion->best);
    return text;
}
