/* SPDX-License-Identifier: MIT */
#include "flow.h"

static void flow_round(uint32_t round)
{
    flow_goto(round);
    flow_dense(round);
    flow_sparse(round);
    flow_recurse(round);
    flow_call(round);
    flow_leave(round);
}

const struct program program = {"flow", flow_round, 12};
