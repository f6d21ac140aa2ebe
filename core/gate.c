/* SPDX-License-Identifier: MIT */
#include "gate.h"

#include "bytes.h"

enum bobbin_stop gate_read(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                           enum gate_what what, uint32_t address)
{
    enum bobbin_space space = (enum bobbin_space)(what & 1);
    uint32_t size_bytes = what & ~1u;
    const struct bobbin_window *window = &env->window[space];
    uint32_t offset = address - window->start;

    if (offset < window->size_bytes && !(offset & (size_bytes - 1))) {
        const uint8_t *at = (const uint8_t *)window->bytes + offset;
        cursor->stop_value = size_bytes == 2 ? bytes_half(at) : bytes_word(at);
        return BOBBIN_STOP_NONE;
    }
    cursor->stop_value = address;
    if (env->reads_max && cursor->reads >= env->reads_max) {
        cursor->stop = BOBBIN_STOP_BUDGET;
        return BOBBIN_STOP_BUDGET;
    }
    cursor->reads++;
    cursor->stop_value = 0;
    if (env->read(env->context, space, address, &cursor->stop_value, size_bytes))
        return BOBBIN_STOP_NONE;
    cursor->stop_value = address;
    return BOBBIN_STOP_UNREADABLE;
}

const uint8_t *gate_code(const struct bobbin_env *env, uint32_t address, uint32_t size_bytes)
{
    return gate_window(&env->window[BOBBIN_SPACE_CODE], address, size_bytes);
}
