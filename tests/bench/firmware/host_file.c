/* SPDX-License-Identifier: MIT */
/* Files of the host, by Arm semihosting 2.0 (SYS_OPEN, ...). */
#include <string.h>

#include "bench.h"
#include "board.h"
#include "semihosting.h"

enum {
    OPEN = 0x01,  /* block: path, mode, length of path; returns a file or -1 */
    CLOSE = 0x02, /* block: file */
    WRITE = 0x05, /* block: file, buffer, size; returns the bytes not written */
    READ = 0x06,  /* block: file, buffer, size; returns the bytes not read */

    MODE_READ_BINARY = 1,
    MODE_WRITE_BINARY = 5,

    STATUS_NO_FILE = 3,
};

uint32_t host_open(const char *path, bool write)
{
    const uint32_t block[3] = {(uint32_t)path, write ? MODE_WRITE_BINARY : MODE_READ_BINARY,
                               strlen(path)};
    uint32_t file = board_semihosting(OPEN, block);

    if (file == ~0u)
        board_exit(STATUS_NO_FILE);
    return file;
}

void host_close(uint32_t file)
{
    board_semihosting(CLOSE, &file);
}

void host_read(uint32_t file, void *out, uint32_t size_bytes)
{
    const uint32_t block[3] = {file, (uint32_t)out, size_bytes};

    if (board_semihosting(READ, block) != 0)
        board_exit(STATUS_NO_FILE);
}

void host_write(uint32_t file, const void *bytes, uint32_t size_bytes)
{
    const uint32_t block[3] = {file, (uint32_t)bytes, size_bytes};

    if (board_semihosting(WRITE, block) != 0)
        board_exit(STATUS_NO_FILE);
}
