/* SPDX-License-Identifier: MIT */
/*
 * A mutant: the table of an image with one thing changed that a careless generator might get wrong, behind
 * checksums that are right. Which thing follows from the mutant's number.
 */
#ifndef MUTANTS_MUTANT_H
#define MUTANTS_MUTANT_H

#include "elf/image.h"
#include "fuzz.h"
#include "layout.h"
#include "parts.h"
#include <bobbin/bobbin.h>

struct mutant {
    const struct image *image;
    struct bobbin_table table; /* the good one, opened */
    struct bobbin_env env;     /* the same, to be asked */
    struct fuzz_source random;
    struct parts parts;
    struct layout layout; /* of the parts */
    struct buffer bytes;  /* the table */
    char text[1024];      /* what was changed */
};

/* Changes MUTANT's parts or bytes and says so in its text. False: nothing was found that could be
   changed in this way; then nothing is. */
typedef bool change(struct mutant *mutant);

/*
 * An entry's length by one instruction, its rule's number, how its code is read; a row's bounds, its rule's number, the
 * row itself: mutate_entries.c.
 */
change change_entry_end, change_entry_rule, change_entry_how, change_row_bounds, change_row_rule,
    change_row_dropped;

/*
 * How INDEX leads to a page or a block; where an entry starts, or its length, and its number, as they are written:
 * mutate_index.c.
 */
change change_index_word, change_index_count, change_entry_start, change_entry_number;

/* A rule in one respect, wherever it is or in one place: mutate_rules.c. */
change change_cfa_offset, change_cfa_register, change_slot_moved, change_slots_exchanged,
    change_slot_dropped, change_slot_added, change_register_lost, change_return_address,
    change_into_root, change_into_flags, change_explicit;

/* Rules as they are written: any field, fields of those that are rare: mutate_words.c. */
change change_rule_bits, change_rule_field, change_root, change_lost, change_long_rule, change_step,
    change_flags;

/* Bytes as they are: mutate_bytes.c. */
change change_byte, change_range, change_header;

/* How many rules the table has, which is still the good one, numbers from 0 on; the halfword or word of one. */
uint32_t mutant_rules(const struct mutant *mutant);
uint32_t mutant_known(const struct mutant *mutant, uint32_t number);

/* Makes MUTANT, which is still the good table, mutant NUMBER and returns the kind of the change. Numbers go
   round the kinds; a kind that finds nothing to change in this table leaves it to the next. */
const char *mutant_change(struct mutant *mutant, uint32_t number);

/* Any entry. */
struct layout_entry *mutant_pick_entry(struct mutant *mutant);

void mutant_say(struct mutant *mutant, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
