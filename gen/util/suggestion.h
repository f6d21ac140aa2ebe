/* SPDX-License-Identifier: MIT */
/*
 * Writes "did you mean ...?" for a misspelt verb, option, format or symbol: finds the most similar
 * valid word.
 */
#ifndef GEN_UTIL_SUGGESTION_H
#define GEN_UTIL_SUGGESTION_H

struct suggestion {
    const char *wanted; /* the misspelt word */
    const char *best;   /* the most similar candidate so far; NULL: none is similar enough */
    unsigned distance;  /* edits between both */
};

/* WANTED and all candidates must outlive the suggestion. */
void suggestion_begin(struct suggestion *suggestion, const char *wanted);
/* Of equally similar candidates the first wins. */
void suggestion_consider(struct suggestion *suggestion, const char *candidate);

/*
 * Returns the end of a message: "; did you mean 'BEST'?", or OTHERWISE if no candidate is similar.
 */
#define SUGGESTION_TEXT_BYTES 160
const char *suggestion_text(const struct suggestion *suggestion, const char *otherwise,
                            char text[SUGGESTION_TEXT_BYTES]);

#endif
