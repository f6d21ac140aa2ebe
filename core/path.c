/* SPDX-License-Identifier: MIT */
#include "path.h"

#include "bytes.h"
#include "gate.h"

void path_begin(struct path *path, const struct reading *reading, uint32_t at, uint32_t until,
                uint32_t steps_max)
{
    path->reading = reading;
    path->at = at & ~1u; /* odd by a mistake of the table */
    path->until = until;
    path->left = steps_max;
    path->stack = 0;
    path->sp = 0;
    path->frame_at = 0;
    path->base = BOBBIN_SP;
    path->frame = BOBBIN_SP;
    path->frame_moved = false;
    path->it = 0;
    path->straight = false;
    path->passed = false;
}

/* What an instruction of Thumb is at first sight, by its first byte. */
enum sight {
    PLAIN, /* it does not matter */
    LOOK,
    FLOW, /* a conditional branch, IT or a hint */
    WIDE, /* it has 32 bits */
};

static inline enum sight sight_of(uint32_t first)
{
    static const uint32_t sights[16] = {
        /* two bits each, by the upper half of the byte */
        0x00000000, 0x00000000, 0x00000000, 0x40004000, 0x00005100, 0x00000000,
        0x00000000, 0x00000000, 0x00000000, 0x55005500, 0x40000000, 0x85880589,
        0x00000000, 0x1aaaaaaa, 0xffff5555, 0xffffffff,
    };

    return sights[first >> 12] >> (first >> 7 & 30) & 3;
}

/* Whether one of 32 bits is passed over: no branch, and neither sp, pc nor r7, which GCC has for a frame pointer, where those are in what compilers make. */
static inline bool is_plain_wide(uint32_t first, uint32_t second)
{
    uint32_t base = first & 15;

    return !((first & 0xf800) == 0xf000 && (second & 0x8000)) && base != BOBBIN_SP && base != 7 &&
           second >> 12 != BOBBIN_PC && bytes_field(second, 8, 4) != BOBBIN_SP;
}

/* The same of an ARM instruction: it moves data, and neither sp nor pc. */
static bool is_plain(uint32_t word)
{
    uint32_t target = word >> 12 & 15;

    return !(word & 1u << 27) && word >> 28 != 15 && (word >> 16 & 15) != BOBBIN_SP &&
           target != BOBBIN_SP && target != BOBBIN_PC && (word & 15) != BOBBIN_SP;
}

/* The next ITSTATE (ARM ARM A2.5.2). */
static inline uint8_t advance_it(uint32_t it)
{
    return (uint8_t)(it & 7 ? (it & 0xe0) | (it << 1 & 0x1f) : 0);
}

/* IT, a hint, or a conditional branch: whether it is passed over. */
static bool passes_flow(struct path *path, uint32_t first)
{
    if (first >> 8 != 0xbf)
        return path_passes(path);
    if (first & 15)
        path->it = (uint8_t)first;
    else if (path->it)
        path->it = advance_it(path->it);
    return true;
}

/* Whether the instruction FIRST, SECOND is passed over. */
static inline __attribute__((always_inline)) bool passes(struct path *path, uint32_t first,
                                                         enum sight sight, uint32_t second)
{
    if (sight == FLOW)
        return passes_flow(path, first);
    if (sight == LOOK || (sight == WIDE && !is_plain_wide(first, second)))
        return false;
    if (path->it)
        path->it = advance_it(path->it);
    return true;
}

/* SIZE_BYTES of code at AT. */
static enum bobbin_stop fetch(const struct path *path, uint32_t at, uint32_t size_bytes,
                              uint32_t *out)
{
    const struct reading *reading = path->reading;

    return gate_read(reading->cursor, reading->env, BOBBIN_SPACE_CODE, at, size_bytes, out);
}

/* Fetches the Thumb instruction at PATH->at, and steps behind it. */
static inline enum bobbin_stop fetch_thumb(struct path *path, uint32_t *word, bool *passed)
{
    const struct bobbin_window *code = &path->reading->env->window[BOBBIN_SPACE_CODE];
    uint32_t at = path->at;
    uint32_t offset = at - code->start;
    enum bobbin_stop stop = BOBBIN_STOP_NONE;
    uint32_t first, second = 0;
    enum sight sight;

    if (offset < code->size_bytes) {
        first = bytes_half((const uint8_t *)code->bytes + offset);
    } else {
        *word = 0;
        stop = fetch(path, at, 2, word);
        first = *word;
    }
    at += 2;
    offset += 2;
    sight = sight_of(first);
    if (sight == WIDE && stop == BOBBIN_STOP_NONE) {
        if (offset < code->size_bytes) {
            second = bytes_half((const uint8_t *)code->bytes + offset);
        } else {
            stop = fetch(path, at, 2, word);
            second = *word;
        }
        at += 2;
    }
    path->at = at;
    *passed = passes(path, first, sight, second);
    *word = first << 16 | second;
    return stop;
}

enum bobbin_stop path_fetch(struct path *path, struct code_op *op)
{
    bool thumb = path->reading->cursor->cpsr & BOBBIN_CPSR_T;
    enum bobbin_stop stop = BOBBIN_STOP_NONE;
    bool passed = true;
    uint32_t word = 0;

    op->kind = CODE_END;
    op->condition = CODE_ALWAYS;
    do {
        if ((int32_t)(path->until - path->at) <= 0 || !path->left)
            return stop;
        path->left--;
        if (thumb) {
            stop = fetch_thumb(path, &word, &passed);
        } else {
            stop = fetch(path, path->at, 4, &word);
            path->at += 4;
            passed = is_plain(word);
        }
        if (stop != BOBBIN_STOP_NONE)
            return stop;
    } while (passed);
    code_decode(word, op, thumb);
    if (path->it) {
        op->condition = path->it >> 4;
        path->it = advance_it(path->it);
    }
    return stop;
}

/* sp becomes r[base] + offset. What was loaded before would stand at offsets from another register. */
static bool set_sp(struct path *path, const struct code_op *op)
{
    path->sp = op->offset;
    if (op->base == path->frame)
        path->sp = code_sum(path->sp, path->frame_at);
    if (op->base != path->frame || path->frame_moved)
        path->base = op->base;
    return path->stack == 0;
}

bool path_add(struct path *path, const struct code_op *op)
{
    if (op->target == BOBBIN_SP) {
        if (op->base != BOBBIN_SP)
            return set_sp(path, op);
        path->sp = code_sum(path->sp, op->offset);
    } else if (op->base == BOBBIN_SP) {
        path->frame = op->target;
        path->frame_at = code_sum(path->sp, op->offset);
        path->frame_moved = false;
    } else if (op->base == op->target) {
        if (op->target != path->frame)
            path->frame_at = 0;
        path->frame_moved = op->target != path->frame || path->frame_moved;
        path->frame = op->target;
        path->frame_at = code_sum(path->frame_at, op->offset);
    }
    return true;
}
