/* SPDX-License-Identifier: MIT */
/* Recognises the exit functions of threads by the symbols and the code of an image. */
#include "symbolize/thread_base.h"

#include <bobbin/bobbin.h>

/* Outside the image there is no call: reads 0, which is none. */
static bool read_image(void *context, enum bobbin_space space, uint32_t address, void *out,
                       uint32_t size_bytes)
{
    (void)space;
    if (!image_read(context, address, out, size_bytes))
        memset(out, 0, size_bytes);
    return true;
}

/* The function of IMAGE that starts at ADDRESS, or NULL. */
static const struct image_function *starting_at(const struct image *image, uint32_t address)
{
    const struct image_function *function = image_function_at(image, address);

    return function && function->address == address ? function : NULL;
}

bool thread_base_is(const struct image *image, uint32_t return_address)
{
    /* without a table, a jump after an instruction that sets lr is no call */
    struct bobbin_env env = {.context = (void *)(uintptr_t)image, .read = read_image};
    struct bobbin_cursor cursor = {.kind = BOBBIN_KIND_CALL};
    const struct image_function *function = starting_at(image, return_address);

    if (!function)
        return false;
    cursor.r[BOBBIN_PC] = return_address;
    cursor.cpsr = function->thumb ? BOBBIN_CPSR_T : 0;
    return !bobbin_follows_call(&cursor, &env);
}
