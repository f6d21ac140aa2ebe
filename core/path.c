/* SPDX-License-Identifier: MIT */
#include "path.h"

#include "bytes.h"
#include "find.h"

void path_begin(struct path *path)
{
    path->stack = 0;
    path->sp = 0;
    path->frame_at = 0;
    path->base = BOBBIN_SP;
    path->frame = BOBBIN_SP;
    path->frame_moved = false;
}

/* Whether an instruction of Thumb does not matter, by its first byte. */
static inline bool is_plain_narrow(uint32_t first)
{
    static const uint32_t others[8] = {
        /* a bit for each that may, the highest for the lowest byte */
        0x00000000, 0x00000101, 0x0b000000, 0x00000000,
        0x00000f0f, 0x0001dc5d, 0x0000fffe, 0xffffffff,
    };

    return (int32_t)(others[first >> 13] << (first >> 8 & 31)) >= 0;
}

/*
 * Whether one of 32 bits is passed over: no branch, no load of pc alone, and it moves neither sp nor r7, which GCC has for a frame pointer,
 * where those are in what compilers make; or a conditional branch.
 */
static inline bool passes_wide(struct path_scan *scan, uint32_t first, uint32_t second)
{
    uint32_t base = first & 15;
    uint32_t target = second & 0x0f00;

    if ((first & 0xf800) == 0xf000) {
        if (second & 0x8000)
            return !(second & 0x5000) && (~first & 0x380) && path_passes(scan);
        if (base == 7 && target == 0x0700)
            return false;
    } else if (!(first & 0x200) && second >> 12 == BOBBIN_PC) {
        return false;
    }
    return base != BOBBIN_SP && target != BOBBIN_SP << 8;
}

/* Whether one of 16 bits at which one looks is passed over: ADD and MOV of any registers, but neither from sp nor to sp or pc. */
static inline bool is_plain_high(uint32_t first)
{
    return (first & 0xfd00) == 0x4400 && (first & 0x85) != 0x85 && (first & 0x78) != 0x68;
}

/* The same of an ARM instruction: it moves data, and among r0 to r11. */
static bool is_plain(uint32_t word)
{
    uint32_t both = word & word >> 1; /* bit 2 of a field: it is 12 to 15 */

    return !(word & 1u << 27) && word >> 28 != 15 && !(both & (1u << 18 | 1u << 14 | 1u << 2));
}

/* Whether one of 16 bits that may matter is passed over, behind which LEFT are left: IT, a hint, a conditional branch, or a move. */
static inline bool passes_narrow(struct path_scan *scan, uint32_t first, uint32_t left)
{
    switch (first >> 12) {
    case 0xb:
        if (first < 0xbf00)
            return (first & 0x500) == 0x100 && path_passes(scan);
        if (code_is_it(first)) {
            scan->it = (uint8_t)first;
            scan->it_left = (uint8_t)left;
        }
        return true;
    case 0xd:
        return first < 0xde00 && path_passes(scan);
    default:
        return is_plain_high(first);
    }
}

uint32_t path_pass(struct path_scan *scan, const uint8_t *bytes, uint32_t last)
{
    const uint8_t *at = bytes;
    uint32_t left = scan->left;
    uint32_t word = 0;

    do {
        uint32_t first = bytes_half(at), second = 0;
        at += 2;
        FIND_HIDE(at);
        left--;
        if (is_plain_narrow(first))
            continue;
        if (code_is_wide(first)) {
            second = bytes_half(at);
            at += 2;
            if (passes_wide(scan, first, second))
                continue;
        } else if (passes_narrow(scan, first, left)) {
            continue;
        }
        word = first << 16 | second;
        break;
    } while (left != last);
    scan->left = (uint8_t)left;
    scan->at += (uint32_t)(at - bytes);
    return word;
}

uint32_t path_pass_arm(struct path_scan *scan, const uint8_t *bytes, uint32_t last)
{
    do {
        uint32_t word = bytes_word(bytes);
        bytes += 4;
        scan->at += 4;
        scan->left--;
        if (!is_plain(word))
            return word;
    } while (scan->left != last);
    return 0;
}

void path_take(const struct path_scan *scan, uint32_t word, struct code_op *op, uint32_t state)
{
    uint32_t turn = (uint32_t)(scan->it_left - scan->left - 1); /* 0: behind the IT */
    uint32_t it = scan->it;

    op->condition = CODE_ALWAYS;
    op->kind = scan->left ? CODE_OTHER : CODE_END;
    if (!word)
        return;
    if (turn < 4 && (it << turn & 15)) /* ARM ARM A2.5.2 */
        op->condition = (uint8_t)(((it & 0xe0) | (it << turn & 0x10)) >> 4);
    code_decode_as(word, op, state);
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
    } else if (op->base == BOBBIN_SP || op->base == op->target) {
        if (op->base == BOBBIN_SP) {
            path->frame_at = path->sp;
            path->frame_moved = false;
        } else if (op->target != path->frame) {
            path->frame_at = 0;
            path->frame_moved = true;
        }
        path->frame = op->target;
        path->frame_at = code_sum(path->frame_at, op->offset);
    }
    return true;
}
