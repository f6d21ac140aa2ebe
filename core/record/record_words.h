/* SPDX-License-Identifier: MIT */
/* The words and phrases of report lines, which a record stores as one byte each. */
#ifndef BOBBIN_RECORD_WORDS_H
#define BOBBIN_RECORD_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#define RECORD_NO_WORD 0xffffffffu

/* Word NUMBER, from 0; NULL if there is no such word. */
const char *record_word(uint32_t number);

/* The number of the word that is the LENGTH characters at TEXT, or RECORD_NO_WORD. */
uint32_t record_word_find(const char *text, uint32_t length);

/* True if no space comes after WORD: it ends in '=', or is "r" or "d", before a register number. */
bool record_word_joins(const char *word);

/* Phrase NUMBER of texts, from 0; NULL if there is no such phrase. */
const char *record_phrase(uint32_t number);

/* The number of the first phrase with which the LENGTH characters at TEXT start, or
   RECORD_NO_WORD. Writes its length to PHRASE_LENGTH. */
uint32_t record_phrase_find(const char *text, uint32_t length, uint32_t *phrase_length);

/* RECORD_CLASS_... of lines whose first word has this NUMBER. */
uint32_t record_word_class(uint32_t number);

#endif
