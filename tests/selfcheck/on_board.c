/* SPDX-License-Identifier: MIT */
#include "on_board.h"

#include "port/common/image_state.h"
#include "port/common/memory.h"
#include "selfcheck.h"

int selfcheck_on_board(uint32_t step)
{
    const struct bobbin_env memory = {.read = bobbin_memory_read};
    struct bobbin_image_state image;

    bobbin_image_state(&image);
    return selfcheck(image.error, &image.table, &memory, step);
}
