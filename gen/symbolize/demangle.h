/* SPDX-License-Identifier: MIT */
/* Converts C++ names from linker symbols to their form in the source. */
#ifndef GEN_SYMBOLIZE_DEMANGLE_H
#define GEN_SYMBOLIZE_DEMANGLE_H

/*
 * Returns the demangled NAME (Itanium C++ ABI), or a copy of NAME if it is not mangled. malloc'ed.
 */
char *demangle(const char *name);

#endif
