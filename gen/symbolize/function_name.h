/* SPDX-License-Identifier: MIT */
/* Names of functions for signatures: the same in each build (SIGNATURE.md). */
#ifndef GEN_SYMBOLIZE_FUNCTION_NAME_H
#define GEN_SYMBOLIZE_FUNCTION_NAME_H

#include <stdbool.h>

/* Size of the longest name, with its NUL. */
#define FUNCTION_NAME_BYTES 80

/*
 * Writes the plain form of NAME, a linker symbol or a name from debug information, and returns
 * TEXT: without what compilers append (".constprop.0"), and for C++ demangled, without parameters,
 * template arguments and return type. A longer name ends with "~" and a hash of the rest. TEXT is
 * "" if nothing of NAME is left, for example because NAME starts with a dot.
 */
const char *function_name_plain(const char *name, char text[FUNCTION_NAME_BYTES]);

/*
 * Whether the plain NAME says nothing about a crash: functions of the C and C++ libraries, those
 * that make the report (abort, assert, bobbin_...), and code that linkers and compilers insert.
 */
bool function_name_is_plumbing(const char *name);

#endif
