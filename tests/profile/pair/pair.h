/* SPDX-License-Identifier: MIT */
/* For C and assembly. */
#ifndef PAIR_H
#define PAIR_H

#define PAIR_STACK_BYTES 4096

/* What pair_go is when the first processor has made memory ready; no value that RAM happens to begin with. */
#define PAIR_GO 0x6f672121

#endif
