/* SPDX-License-Identifier: MIT */
/*
 * Finds the exception handlers: the functions that return with SPSR (ARM ARM B1.8.3, B9.3). For the
 * stage reference.
 */
#include "rows/handler_rows.h"

#include "core/format/bytes.h"

/*
 * Whether the ARM instruction WORD returns from an exception: SUBS pc, lr, #n or other data
 * processing with S and destination pc; LDM {..., pc}^; RFE. Only RFE has condition 15.
 */
static bool arm_returns(uint32_t word)
{
    if (word >> 28 == 15)
        return (word & 0x0e50ffff) == 0x08100a00;
    if ((word & 0x0e508000) == 0x08508000)
        return true;
    /* Rd is pc and S is set. The other tests exclude TST, TEQ, CMP, CMN and multiplications. */
    return (word & 0x0c10f000) == 0x0010f000 && (word & 0x01800000) != 0x01000000 &&
           ((word & 0x02000090) != 0x00000090);
}

/* The farthest instruction before MOVS pc, lr that may load lr. */
enum { LINK_INSTRUCTIONS_MAX = 4 };

/* Whether the ARM instruction WORD sets lr to a constant: LDR lr, literal; ADR; MOV lr, pc. */
static bool arm_links(uint32_t word)
{
    return (word & 0xff7ff000) == 0xe51fe000 || (word & 0xfffff000) == 0xe28fe000 ||
           (word & 0xfffff000) == 0xe24fe000 || word == 0xe1a0e00f;
}

/* Whether the ARM instruction WORD is MSR, a barrier or NOP. They keep lr, and do not branch. */
static bool arm_keeps_lr(uint32_t word)
{
    return (word & 0xffb0fff0) == 0xe120f000 || (word & 0xffb0f000) == 0xe320f000 ||
           (word & 0xffffff00) == 0xf57ff000 || word == 0xe1a00000;
}

/*
 * Whether AT is MOVS pc, lr, and lr is a constant of the code before. Then it does not return, but
 * only changes the mode (analysis/cfg_nodes.c).
 */
static bool only_changes_mode(const struct image *image, const struct image_instruction *at)
{
    uint32_t word = 0;

    if (at->thumb || !image_read_number(image, at->address, 4, &word) || word != 0xe1b0f00e)
        return false;
    for (uint32_t before = at->address - 4; at->address - before <= 4 * LINK_INSTRUCTIONS_MAX &&
                                            image_read_number(image, before, 4, &word);
         before -= 4) {
        if (arm_links(word))
            return true;
        if (!arm_keeps_lr(word))
            break;
    }
    return false;
}

static bool thumb_returns(uint32_t first, uint32_t second)
{
    return (first == 0xf3de && (second & 0xff00) == 0x8f00) || /* subs pc, lr, #n; eret */
           ((first & 0xffd0) == 0xe810 && second == 0xc000) || /* rfedb */
           ((first & 0xffd0) == 0xe990 && second == 0xc000);   /* rfeia */
}

static bool returns(const struct image *image, const struct image_instruction *instruction)
{
    uint8_t bytes[4];

    if (instruction->size_bytes != 4 || !image_read(image, instruction->address, bytes, 4))
        return false;
    return instruction->thumb ? thumb_returns(bytes_u16(bytes), bytes_u16(bytes + 2))
                              : arm_returns(bytes_u32(bytes));
}

void handler_rows(struct rows *rows, const struct image *image)
{
    const struct bobbin_rule none = rule_of_form(BOBBIN_FORM_NONE);
    struct image_walk walk = {.image = image};

    while (image_walk_next(&walk)) {
        const struct image_function *function;
        if (!returns(image, &walk.instruction) || only_changes_mode(image, &walk.instruction))
            continue;
        function = image_function_at(image, walk.instruction.address);
        if (function)
            rows_add(rows, function->address, image_function_end(image, function), &none,
                     ROW_HANDLER);
    }
}
