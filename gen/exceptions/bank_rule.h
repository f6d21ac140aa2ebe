/* SPDX-License-Identifier: MIT */
/*
 * Rules: the program that finds the registers of the interrupted code in a bank state. It undoes
 * the newest change first, so that the programs of neighbouring instructions have the same last
 * words.
 */
#ifndef GEN_EXCEPTIONS_BANK_RULE_H
#define GEN_EXCEPTIONS_BANK_RULE_H

#include "exceptions/bank_alternatives.h"
#include "exceptions/bank_program.h"

/*
 * Makes PROGRAM, which is right in each state of ALTERNATIVES (at least one). If their modes
 * differ, it is for CROSSING_MODE_ANY. Returns NULL, or why there is none: static text.
 */
const char *bank_rule_find(const struct bank_bases *bases,
                           const struct bank_alternatives *alternatives,
                           struct bank_program *program);

#endif
