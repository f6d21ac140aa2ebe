/* SPDX-License-Identifier: MIT */
/*
 * Finds the exception handlers: the functions that return with SPSR. For the stage reference.
 */
#include "rows/handler_rows.h"

#include <stdlib.h>

#include "insn/exception_return.h"
#include "insn/returned_constant.h"
#include "util/diag.h"

/* Whether AT, an exception return of FUNCTION, does more than change the mode. */
static bool returns(struct effect_reader *reader, const struct image *image,
                    const struct image_function *function, const struct image_instruction *at)
{
    uint32_t end = image_function_end(image, function), target, code;
    struct returned_constant constant;

    if (exception_return_changes_mode(reader, image, function->address, end, at, &target))
        return false;
    code = effect_fetch(reader, image, at);
    return !returned_constant_find(reader, image, function->address, end, at, code, &constant) ||
           !constant.own_psr;
}

static bool has_form_of_return(const struct image *image, const struct image_instruction *at)
{
    uint32_t code;

    return at->size_bytes == 4 && image_read_number(image, at->address, 4, &code) &&
           exception_return_of(at, code) != EXCEPTION_RETURN_NONE;
}

void handler_rows(struct rows *rows, const struct image *image)
{
    const struct bobbin_rule none = rule_of_form(BOBBIN_FORM_NONE);
    struct image_walk walk = {.image = image};
    struct effect_reader reader;

    if (effect_reader_open(&reader, NULL) != STATUS_GOOD)
        exit(STATUS_BAD_INPUT);
    while (image_walk_next(&walk)) {
        const struct image_function *function = NULL;
        if (has_form_of_return(image, &walk.instruction))
            function = image_function_at(image, walk.instruction.address);
        if (function && returns(&reader, image, function, &walk.instruction))
            rows_add(rows, function->address, image_function_end(image, function), &none,
                     ROW_HANDLER);
    }
    effect_reader_close(&reader);
}
