/* SPDX-License-Identifier: MIT */
#include "gate.h"

#include "bytes.h"

/* A halfword or word of the window of SPACE; false when it is not there. Little-endian, as the target is. */
static bool look(const struct bobbin_window *window, uint32_t address, uint32_t size_bytes,
                 uint32_t *out)
{
    uint32_t offset = address - window->start;
    const uint8_t *at = (const uint8_t *)window->bytes + offset;

    if (offset >= window->size_bytes || window->size_bytes - offset < size_bytes ||
        (offset & (size_bytes - 1)))
        return false;
    *out = size_bytes == 2 ? bytes_u16(at) : bytes_word(at);
    return true;
}

enum bobbin_stop gate_read(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                           enum bobbin_space space, uint32_t address, uint32_t size_bytes,
                           uint32_t *out)
{
    uint8_t bytes[4];

    if (look(&env->window[space], address, size_bytes, out))
        return BOBBIN_STOP_NONE;
    if (env->reads_max && cursor->reads >= env->reads_max) {
        cursor->stop = BOBBIN_STOP_BUDGET;
        cursor->stop_value = address;
        return BOBBIN_STOP_BUDGET;
    }
    cursor->reads++;
    if (!env->read(env->context, space, address, bytes, size_bytes))
        return BOBBIN_STOP_UNREADABLE;
    *out = size_bytes == 2 ? bytes_u16(bytes) : bytes_u32(bytes);
    return BOBBIN_STOP_NONE;
}
