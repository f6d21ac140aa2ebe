/* SPDX-License-Identifier: MIT */
/* C++ names as their source has them. */
#ifndef GEN_DEMANGLE_H
#define GEN_DEMANGLE_H

/* What NAME means by the Itanium C++ ABI, or NAME itself when it is no such name. To be freed. */
char *demangle(const char *name);

#endif
