/* SPDX-License-Identifier: MIT */
/* Control flow of every kind. Each part is in one file and checks itself. */
#ifndef FLOW_H
#define FLOW_H

#include "program.h"

void flow_goto(uint32_t round);    /* an interpreter with computed gotos */
void flow_dense(uint32_t round);   /* switches that become tables */
void flow_sparse(uint32_t round);  /* switches that become comparisons; comparisons of strings */
void flow_recurse(uint32_t round); /* recursion of one function and of two */
void flow_call(uint32_t round);    /* callbacks, tables of functions */
void flow_leave(uint32_t round);   /* early and conditional returns, cold parts */

#endif
