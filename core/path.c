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
}

/* ARM ARM A2.5.2 */
static void advance_it(struct path *path, struct code_op *op)
{
    if (path->it) {
        op->condition = (uint8_t)(path->it >> 4);
        path->it = (uint8_t)(path->it & 7 ? (path->it & 0xe0) | (path->it << 1 & 0x1f) : 0);
    }
    if (op->kind == CODE_IT)
        path->it = (uint8_t)op->offset;
}

/* Whether an instruction of 16 bits does not matter, by its first byte: bit n of byte i is 8 i + n. */
static bool is_plain_narrow(uint32_t half)
{
    static const uint8_t plain[32] = {
        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x7f, 0x2f, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xff, 0xff, 0xff, 0xff, 0x0f, 0x0f, 0xff, 0x7f, 0xc4, 0x45, 0xff, 0xff, 0x00, 0x80,
    };

    return plain[half >> 11] >> (half >> 8 & 7) & 1;
}

/* The same of an ARM instruction: it moves data, and neither sp nor pc. */
static bool is_plain(uint32_t word)
{
    uint32_t target = word >> 12 & 15;

    return !(word & 1u << 27) && word >> 28 != 15 && (word >> 16 & 15) != BOBBIN_SP &&
           target != BOBBIN_SP && target != BOBBIN_PC && (word & 15) != BOBBIN_SP;
}

/* Fetches a Thumb instruction from the window, passing over those that do not matter. False: there is none in it. */
static bool fetch_near(struct path *path, uint32_t *out)
{
    const struct bobbin_window *code = &path->reading->env->window[BOBBIN_SPACE_CODE];
    uint32_t offset = path->at - code->start;
    uint32_t count = (path->until - path->at) / 2;
    const uint8_t *from, *at;
    uint32_t first = 0;

    if (offset >= code->size_bytes || count > PATH_ENDLESS)
        return false;
    if (count > (code->size_bytes - offset) / 2)
        count = (code->size_bytes - offset) / 2;
    if (count > path->left)
        count = path->left;
    from = (const uint8_t *)code->bytes + offset;
    for (at = from; count; count--, at += 2) {
        first = bytes_half(at);
        if (path->it || !is_plain_narrow(first))
            break;
    }
    path->at += (uint32_t)(at - from);
    path->left -= (uint32_t)(at - from) / 2;
    if (count < 1u + code_is_wide(first))
        return false;
    *out = first << 16;
    path->at += 2;
    path->left--;
    if (code_is_wide(first)) {
        *out |= bytes_half(at + 2);
        path->at += 2;
    }
    return true;
}

/* SIZE_BYTES of code at PATH->at, behind which it steps. */
static enum bobbin_stop fetch(struct path *path, uint32_t size_bytes, uint32_t *out)
{
    uint32_t address = path->at;

    path->at += size_bytes;
    return gate_read(path->reading->cursor, path->reading->env, BOBBIN_SPACE_CODE, address,
                     size_bytes, out);
}

static enum bobbin_stop fetch_thumb(struct path *path, uint32_t *out)
{
    enum bobbin_stop stop = fetch(path, 2, out);
    uint32_t second = 0;

    if (stop == BOBBIN_STOP_NONE && code_is_wide(*out))
        stop = fetch(path, 2, &second);
    *out = *out << 16 | second;
    return stop;
}

/* The same from anywhere. False: there is none, and *STOP may say why. */
static bool fetch_far(struct path *path, bool thumb, uint32_t *out, enum bobbin_stop *stop)
{
    bool plain;

    do {
        if ((int32_t)(path->until - path->at) <= 0 || !path->left)
            return false;
        path->left--;
        *stop = thumb ? fetch_thumb(path, out) : fetch(path, 4, out);
        if (*stop != BOBBIN_STOP_NONE)
            return false;
        plain = thumb ? !code_is_wide(*out >> 16) && is_plain_narrow(*out >> 16) : is_plain(*out);
    } while (plain && !path->it);
    return true;
}

enum bobbin_stop path_fetch(struct path *path, struct code_op *op)
{
    bool thumb = path->reading->cursor->cpsr & BOBBIN_CPSR_T;
    enum bobbin_stop stop = BOBBIN_STOP_NONE;
    uint32_t word;

    op->kind = CODE_END;
    op->condition = CODE_ALWAYS;
    if ((thumb && fetch_near(path, &word)) || fetch_far(path, thumb, &word, &stop)) {
        code_decode(word, op, thumb);
        advance_it(path, op);
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
