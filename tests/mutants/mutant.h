/* SPDX-License-Identifier: MIT */
/*
 * A mutant: the table of an image with one change that a careless generator might make. Its
 * checksums are correct. The mutant's number selects the change.
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
    struct bobbin_table table; /* the good table, opened */
    struct bobbin_env env;     /* an environment with the good table */
    struct fuzz_source random;
    struct parts parts;
    struct layout layout; /* the layout of PARTS */
    struct buffer bytes;  /* the mutant's table */
    char text[1024];      /* describes the change */
};

/*
 * Changes MUTANT's parts or bytes and describes the change in its text. Returns false, without any
 * change, if it found nothing to change.
 */
typedef bool change(struct mutant *mutant);

/*
 * mutate_entries.c: an entry's length by one instruction, its rule number, how its code is read; a
 * row's bounds, its rule number, the row itself.
 */
change change_entry_end, change_entry_rule, change_entry_how, change_row_bounds, change_row_rule,
    change_row_dropped;

/*
 * mutate_index.c: how INDEX leads to a page or block; the encoded start or length of an entry, and
 * its encoded rule number.
 */
change change_index_word, change_index_count, change_entry_start, change_entry_number;

/* mutate_rules.c: one aspect of a rule, everywhere or for one entry. */
change change_cfa_offset, change_cfa_register, change_slot_moved, change_slots_exchanged,
    change_slot_dropped, change_slot_added, change_register_lost, change_return_address,
    change_into_root, change_into_flags, change_explicit;

/* mutate_words.c: encoded rules: any field, and fields of rare rules. */
change change_rule_bits, change_rule_field, change_root, change_lost, change_long_rule, change_step,
    change_flags;

/* mutate_bytes.c: raw bytes. */
change change_byte, change_range, change_header;

/*
 * The number of rules in the still unchanged table; their numbers start at 0. The halfword or word
 * of a rule.
 */
uint32_t mutant_rules(const struct mutant *mutant);
uint32_t mutant_known(const struct mutant *mutant, uint32_t number);

/*
 * Turns the unchanged MUTANT into mutant NUMBER and returns the kind of the change. NUMBER modulo
 * the number of kinds selects the kind; if that kind finds nothing to change, the next one is used.
 */
const char *mutant_change(struct mutant *mutant, uint32_t number);

/* A random entry. */
struct layout_entry *mutant_pick_entry(struct mutant *mutant);

void mutant_say(struct mutant *mutant, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
