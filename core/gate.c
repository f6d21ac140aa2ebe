/* SPDX-License-Identifier: MIT */
#include "gate.h"

#include "bytes.h"

enum bobbin_stop gate_read(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                           enum bobbin_space space, uint32_t address, uint32_t size_bytes,
                           uint32_t *out)
{
    uint8_t bytes[4];

    if (env->reads_max && cursor->reads >= env->reads_max) {
        cursor->stop = BOBBIN_STOP_BUDGET;
        cursor->stop_value = address;
        return BOBBIN_STOP_BUDGET;
    }
    cursor->reads++;
    if (!env->read(env->context, space, address, bytes, size_bytes)) {
        cursor->stop_value = address;
        return BOBBIN_STOP_UNREADABLE;
    }
    *out = size_bytes == 2 ? bytes_u16(bytes) : bytes_u32(bytes);
    return BOBBIN_STOP_NONE;
}
