/* SPDX-License-Identifier: MIT */
#include "gate.h"

enum bobbin_stop gate_read(struct bobbin_cursor *cursor, enum gate_what what, uint32_t address)
{
    const struct bobbin_env *env = cursor->reading.env;

    cursor->stop_value = address;
    if (env->reads_max && cursor->reads >= env->reads_max)
        return BOBBIN_STOP_BUDGET;
    cursor->reads++;
    cursor->stop_value = 0;
    if (env->read(env->context, (enum bobbin_space)(what & 1), address, &cursor->stop_value,
                  what & ~1u))
        return BOBBIN_STOP_NONE;
    cursor->stop_value = address;
    return BOBBIN_STOP_UNREADABLE;
}
