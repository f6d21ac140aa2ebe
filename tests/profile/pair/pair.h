/* SPDX-License-Identifier: MIT */
/* Shared by C and assembly. */
#ifndef PAIR_H
#define PAIR_H

#define PAIR_STACK_BYTES 4096

/*
 * The first processor sets pair_go to this when memory is initialised. RAM does not start with it.
 */
#define PAIR_GO 0x6f672121

#endif
