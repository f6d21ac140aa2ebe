/* SPDX-License-Identifier: MIT */
#include "path.h"

#include "bytes.h"
#include "gate.h"

void path_begin(struct path *path, const struct reading *reading, uint32_t at, uint32_t steps_max)
{
    path->reading = reading;
    path->at = at & ~1u; /* odd by a mistake of the table */
    path->left = steps_max;
    path->stack = 0;
    path->sp = 0;
    path->frame_at = 0;
    path->it_left = 0;
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

/*
 * Whether one of 32 bits is passed over: no branch, no load of pc alone, and it moves neither sp nor r7, which GCC has for a frame pointer,
 * where those are in what compilers make.
 */
static inline bool is_plain_wide(uint32_t first, uint32_t second)
{
    uint32_t base = first & 15;

    if ((first & 0xf800) == 0xf000) {
        if ((second & 0x8000) || base == 7)
            return false;
    } else if (!(first & 0x200) && second >> 12 == BOBBIN_PC) {
        return false;
    }
    return base != BOBBIN_SP && bytes_field(second, 8, 4) != BOBBIN_SP;
}

/* Whether one of 16 bits at which one looks is passed over: ADD and MOV of any registers, but neither from sp nor to sp or pc. */
static inline bool is_plain_high(uint32_t first)
{
    return (first & 0xfd00) == 0x4400 && (first & 0x85) != 0x85 && (first & 0x78) != 0x68;
}

/* The same of an ARM instruction: it moves data, and neither sp nor pc. */
static bool is_plain(uint32_t word)
{
    uint32_t target = word >> 12 & 15;

    return !(word & 1u << 27) && word >> 28 != 15 && (word >> 16 & 15) != BOBBIN_SP &&
           target != BOBBIN_SP && target != BOBBIN_PC && (word & 15) != BOBBIN_SP;
}

/* OP, at which PATH->left were left, has the condition that ITSTATE gives it, if it does (ARM ARM A2.5.2). */
static void take_turn(const struct path *path, struct code_op *op)
{
    uint32_t turn = path->it_left - path->left - 1; /* 0: behind the IT */

    if (turn < 4 && ((uint32_t)path->it << turn & 15))
        op->condition = (uint8_t)(((path->it & 0xe0u) | ((uint32_t)path->it << turn & 0x10)) >> 4);
}

/* IT, a hint, or a conditional branch, at which LEFT were left: whether it is passed over. */
static bool passes_flow(struct path *path, uint32_t first, uint32_t left)
{
    if (first >> 8 != 0xbf)
        return path_passes(path);
    if (code_is_it(first)) {
        path->it = (uint8_t)first;
        path->it_left = left;
    }
    return true;
}

/* SIZE_BYTES of code at AT. */
static inline enum bobbin_stop fetch(const struct path *path, uint32_t at, uint32_t size_bytes,
                                     uint32_t *out)
{
    const struct reading *reading = path->reading;

    return gate_read(reading->cursor, reading->env, BOBBIN_SPACE_CODE, at, size_bytes, out);
}

/* The Thumb instruction at PATH->at, as it lies in memory, to OUT. */
static __attribute__((noinline)) enum bobbin_stop fetch_one(const struct path *path, uint32_t *out)
{
    enum bobbin_stop stop = fetch(path, path->at, 2, out);

    if (stop == BOBBIN_STOP_NONE && code_is_wide(*out)) {
        uint32_t first = *out;
        stop = fetch(path, path->at + 2, 2, out);
        *out = *out << 16 | first;
    }
    return stop;
}

/*
 * Goes behind the next Thumb instruction that is not passed over, or to where but LAST are left: that instruction, or 0. They stand
 * at BYTES.
 */
static __attribute__((noinline)) uint32_t pass(struct path *path, const uint8_t *bytes,
                                               uint32_t last)
{
    const uint8_t *from = bytes;
    uint32_t left = path->left;
    uint32_t word = 0;

    do {
        uint32_t first = bytes_half(bytes), second = 0;
        enum sight sight = sight_of(first);
        left--;
        bytes += 2;
        if (sight == PLAIN)
            continue;
        if (sight == WIDE) {
            second = bytes_half(bytes);
            bytes += 2;
            if (is_plain_wide(first, second))
                continue;
        } else if (sight == FLOW ? passes_flow(path, first, left) : is_plain_high(first)) {
            continue;
        }
        word = first << 16 | second;
        break;
    } while (left != last);
    path->left = left;
    path->at += (uint32_t)(bytes - from);
    return word;
}

/* The same at PATH->at: by itself where it cannot be told at once that all that are left can be read. */
static inline enum bobbin_stop fetch_thumb(struct path *path, uint32_t *word)
{
    const struct bobbin_window *code = &path->reading->env->window[BOBBIN_SPACE_CODE];
    uint32_t offset = path->at - code->start;
    enum bobbin_stop stop;

    if (offset < code->size_bytes && code->size_bytes - offset >= 4 * path->left) {
        *word = pass(path, (const uint8_t *)code->bytes + offset, 0);
        return BOBBIN_STOP_NONE;
    }
    stop = fetch_one(path, word);
    if (stop == BOBBIN_STOP_NONE)
        *word = pass(path, (const uint8_t *)word, path->left - 1);
    return stop;
}

static inline enum bobbin_stop fetch_arm(struct path *path, uint32_t *word)
{
    enum bobbin_stop stop = fetch(path, path->at, 4, word);

    if (stop != BOBBIN_STOP_NONE)
        return stop;
    path->left--;
    path->at += 4;
    if (is_plain(*word))
        *word = 0;
    return stop;
}

enum bobbin_stop path_fetch(struct path *path, struct code_op *op)
{
    uint32_t state = path->reading->cursor->cpsr & BOBBIN_CPSR_T;
    uint32_t word;

    op->condition = CODE_ALWAYS;
    op->kind = CODE_END;
    if (path->left) {
        enum bobbin_stop stop = state ? fetch_thumb(path, &word) : fetch_arm(path, &word);
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        if (word) {
            code_decode(word, op, state);
            take_turn(path, op);
        } else if (path->left) {
            op->kind = CODE_OTHER;
        }
    }
    return BOBBIN_STOP_NONE;
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
        if (op->target != path->frame) {
            path->frame = op->target;
            path->frame_at = 0;
            path->frame_moved = true;
        }
        path->frame_at = code_sum(path->frame_at, op->offset);
    }
    return true;
}
