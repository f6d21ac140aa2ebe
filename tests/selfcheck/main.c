/* SPDX-License-Identifier: MIT */
/* The firmware: its own table and code, by the port's own way to them. */
#include "image_state.h"
#include "memory.h"
#include "selfcheck.h"

int main(void)
{
    const struct bobbin_env memory = {.read = bobbin_memory_read};
    struct bobbin_image_state image;

    bobbin_image_state(&image);
    return selfcheck(image.error, &image.table, &memory);
}
