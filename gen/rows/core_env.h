/* SPDX-License-Identifier: MIT */
/*
 * The environment (struct bobbin_env) in which the core unwinds on the host, with an image as its
 * memory.
 */
#ifndef GEN_ROWS_CORE_ENV_H
#define GEN_ROWS_CORE_ENV_H

#include "elf/image.h"
#include <bobbin/bobbin.h>

/*
 * Returns an environment in which code and stack are the bytes of IMAGE. TABLE is open. READER
 * reads a table in another format; it may read all bytes of the image, because its tables can be in
 * any section. If READER is NULL, TABLE has Bobbin's own format. Then reads of code succeed only at
 * bytes that never change on the device.
 */
struct bobbin_env core_env(const struct image *image, const struct bobbin_table *table,
                           const struct bobbin_foreign *reader);

/*
 * A callback for bobbin_env.read that reads any byte of the image. Readers of other formats and
 * checksums need it.
 */
bool core_env_bytes(void *image, enum bobbin_space space, uint32_t address, void *out,
                    uint32_t size_bytes);

#endif
