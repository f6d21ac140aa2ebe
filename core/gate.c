/* SPDX-License-Identifier: MIT */
#include "gate.h"

#include "bytes.h"

enum bobbin_stop gate_read(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                           enum bobbin_space space, uint32_t address, uint32_t size_bytes,
                           uint32_t *out)
{
    const struct bobbin_window *window = &env->window[space];
    uint32_t offset = address - window->start;
    const uint8_t *at = (const uint8_t *)window->bytes + offset;
    uint8_t bytes[4];

    if (offset >= window->size_bytes || (offset & (size_bytes - 1))) {
        at = bytes;
        cursor->stop_value = address;
        if (env->reads_max && cursor->reads >= env->reads_max) {
            cursor->stop = BOBBIN_STOP_BUDGET;
            return BOBBIN_STOP_BUDGET;
        }
        cursor->reads++;
        if (!env->read(env->context, space, address, bytes, size_bytes))
            return BOBBIN_STOP_UNREADABLE;
    }
    *out = bytes_u16(at);
    if (size_bytes == 4)
        *out |= bytes_u16(at + 2) << 16;
    return BOBBIN_STOP_NONE;
}
