/* SPDX-License-Identifier: MIT */
#include "quick.h"

#include "bytes.h"
#include "cache.h"
#include "lookup.h"

#define RETURN_IN_SLOT (1u << FORMAT_RULE_MASK_BITS) /* of a halfword rule */
#define KNOWN_ALWAYS   (BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_CPSR)

void quick_find(const struct bobbin_env *env, uint32_t lookup_address, struct table_answer *answer)
{
    if (cache_find(env, lookup_address, answer))
        return;
    table_find(env, lookup_address, answer);
    cache_keep(env, lookup_address, answer);
}

/* The registers of MASK, bit 0 for r4, from the slots below AT, the highest first; false below LOW. */
static bool restore(struct bobbin_cursor *cursor, uint32_t mask, const uint8_t *at,
                    const uint8_t *low)
{
    while (mask) {
        uint32_t i = 31u - (uint32_t)__builtin_clz(mask);
        if (at == low)
            return false;
        at -= 4;
        cursor->r[4 + i] = bytes_word(at);
        mask ^= 1u << i;
    }
    return true;
}

bool quick_step(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    const struct bobbin_window *window = &env->window[BOBBIN_SPACE_STACK];
    const struct bobbin_table *table = &env->tables[cursor->table];
    uint32_t offset = cursor->r[BOBBIN_SP] - window->start;
    const uint8_t *low = (const uint8_t *)window->bytes + offset;
    struct table_answer next;
    uint32_t rule, size, return_address;

    if (cursor->rule_stop != BOBBIN_STOP_NONE || cursor->rule - 1u >= table->shorts_count ||
        !(cursor->valid & BOBBIN_VALID_R(BOBBIN_SP)))
        return false;
    rule = bytes_u16(table->shorts + 2 * (cursor->rule - 1u));
    size = 4 * (rule >> FORMAT_SHORT_LAYOUT_BITS);
    if (!(rule & RETURN_IN_SLOT) || size == 0 || (offset & 3) || offset >= window->size_bytes ||
        window->size_bytes - offset < size)
        return false;
    return_address = bytes_word(low + size - 4);
    quick_find(env, (return_address & ~1u) - 1, &next);
    if ((return_address & 3) == 2 || next.found != BOBBIN_STOP_NONE ||
        !restore(cursor, rule & (RETURN_IN_SLOT - 1), low + size - 4, low))
        return false;
    cursor->valid = (cursor->valid & (0xffu << 4 | 0xffu << 24)) |
                    (rule & (RETURN_IN_SLOT - 1)) << 4 | KNOWN_ALWAYS;
    cursor->r[BOBBIN_SP] += size;
    cursor->r[BOBBIN_PC] = return_address & ~1u;
    cursor->cpsr = (cursor->cpsr & ~BOBBIN_CPSR_T) | (return_address & 1 ? BOBBIN_CPSR_T : 0);
    cursor->trust = cursor->rule_trust;
    cursor->kind = BOBBIN_KIND_CALL;
    cursor->register_steps = 0;
    lookup_note(cursor, &next);
    return true;
}
