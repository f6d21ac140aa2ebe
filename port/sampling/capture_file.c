/* SPDX-License-Identifier: MIT */
/* Writes a capture to a file of the debugger's or emulator's host, by semihosting. */
#include "../sink/semihosting_trap.h"
#include <bobbin/sampler.h>

enum {
    MODE_WB = 5, /* SYS_OPEN: fopen mode "wb" */
    CHUNK_BYTES = 256,
};

static uint32_t length_of(const char *text)
{
    uint32_t length = 0;

    while (text[length])
        length++;
    return length;
}

/* SYS_WRITE returns the number of bytes that it did not write. */
static bool write_all(uint32_t handle, struct bobbin_capture *capture)
{
    uint8_t bytes[CHUNK_BYTES];
    uint32_t got;

    while ((got = bobbin_capture_next(capture, bytes, sizeof(bytes))) > 0) {
        const uint32_t block[3] = {handle, (uint32_t)(uintptr_t)bytes, got};
        if (semihosting(SYS_WRITE, block) != 0)
            return false;
    }
    return true;
}

bool bobbin_capture_save(struct bobbin_profile *profile, const char *path)
{
    const uint32_t open[3] = {(uint32_t)(uintptr_t)path, MODE_WB, length_of(path)};
    uint32_t handle = semihosting(SYS_OPEN, open);
    struct bobbin_capture capture;
    bool good;

    if (handle == UINT32_MAX)
        return false;
    bobbin_capture_begin(&capture, profile);
    good = write_all(handle, &capture);
    return semihosting(SYS_CLOSE, &handle) == 0 && good;
}
