/* SPDX-License-Identifier: MIT */
/* Control flow of every kind. Each part is one file and checks itself. */
#ifndef FLOW_H
#define FLOW_H

#include "program.h"

void flow_goto(uint32_t round);    /* an interpreter by computed gotos */
void flow_dense(uint32_t round);   /* switches that become tables */
void flow_sparse(uint32_t round);  /* switches that become comparisons; of strings */
void flow_recurse(uint32_t round); /* recursion, on one and on two functions */
void flow_call(uint32_t round);    /* callbacks, tables of functions */
void flow_leave(uint32_t round);   /* early and conditional returns, cold parts */

#endif
