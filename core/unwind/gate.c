/* SPDX-License-Identifier: MIT */
#include "gate.h"

enum bobbin_stop gate_read(struct bobbin_cursor *cursor, enum gate_what what, uint32_t address,
                           uint32_t *value)
{
    const struct bobbin_env *env = cursor->reading.env;
    enum bobbin_stop stop = BOBBIN_STOP_BUDGET;

    *value = 0; /* clears the high half, which a halfword read does not set */
    if (!env->reads_max || cursor->reads < env->reads_max) {
        cursor->reads++;
        if (env->read(env->context, (enum bobbin_space)(what & 1), address, value, what & ~1u))
            return BOBBIN_STOP_NONE;
        stop = BOBBIN_STOP_UNREADABLE;
    }
    cursor->stop_value = address;
    return stop;
}
