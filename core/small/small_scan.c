/* SPDX-License-Identifier: MIT */
/* Scans code for the next instruction that may affect a frame. */
#include "small_scan.h"

#include "../format/bytes.h"
#include "../insn/code_plain.h"
#include "../unwind/compiler.h"

/*
 * Whether the scan skips this 32-bit instruction. Skipped instructions are no branches, do not load
 * pc alone, and change neither sp nor r7, the frame pointer of GCC. This holds for the code that
 * compilers generate.
 */
static inline bool passes_wide(uint32_t first, uint32_t second)
{
    uint32_t base = first & 15;
    uint32_t target = second & 0x0f00;

    if ((first & 0xf800) == 0xf000) {
        if (second & 0x8000)
            return false;
        if (base == 7 && target == 0x0700)
            return false;
    } else if (!(first & 0x200) && second >> 12 == BOBBIN_PC) {
        return false;
    }
    return base != BOBBIN_SP && target != BOBBIN_SP << 8;
}

/* Whether the scan skips this ARM instruction: it moves data, only among r0-r11. */
static bool is_plain(uint32_t word)
{
    /* bits 3 and 2 of a register field are set: the register is r12 to r15 */
    uint32_t both = word & word >> 1;

    return !(word & 1u << 27) && word >> 28 != 15 && !(both & (1u << 18 | 1u << 14 | 1u << 2));
}

/*
 * Whether the scan skips this 16-bit instruction: IT, a hint, or a move. LEFT is the number of
 * instructions after it. An IT is noted in SCAN.
 */
static inline bool passes_narrow(struct scan *scan, uint32_t first, uint32_t left)
{
    if (first >> 8 != 0xbf)
        return code_is_plain_high(first);
    if (code_is_it(first)) {
        scan->it = (uint8_t)first;
        scan->it_left = (uint8_t)left;
    }
    return true;
}

uint32_t scan_pass(struct scan *scan, const uint8_t *bytes, uint32_t last)
{
    const uint8_t *at = bytes;
    uint32_t left = scan->left;
    uint32_t word = 0;

    do {
        uint32_t first = bytes_half(at), second = 0;
        at += 2;
        OPTIMIZER_BARRIER(at); /* saves 12 bytes, and 2 to 4 % of the instructions of a step */
        left--;
        if (code_is_plain_narrow(first))
            continue;
        if (code_is_wide(first)) {
            second = bytes_half(at);
            at += 2;
            if (passes_wide(first, second))
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

uint32_t scan_pass_arm(struct scan *scan, const uint8_t *bytes, uint32_t last)
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

void scan_take(const struct scan *scan, uint32_t word, struct code_op *op, uint32_t state)
{
    /* 0: first instruction after the IT */
    uint32_t turn = (uint32_t)(scan->it_left - scan->left - 1);
    uint32_t it = scan->it;

    op->condition = CODE_ALWAYS;
    op->kind = scan->left ? CODE_OTHER : CODE_END;
    if (!word)
        return;
    code_decode(word, op, state);
    if (op->condition == CODE_ALWAYS && turn < 4 && (it << turn & 15)) /* ARM ARM A2.5.2 */
        op->condition = (uint8_t)(((it & 0xe0) | (it << turn & 0x10)) >> 4);
}
