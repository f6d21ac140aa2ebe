/* SPDX-License-Identifier: MIT */
#include "../format/table_format.h"
#include <bobbin/bobbin.h>

enum bobbin_table_error bobbin_table_match(const struct bobbin_table *table,
                                           const uint8_t *build_id, uint32_t build_id_size)
{
    const uint8_t *header = table->bytes;

    if (build_id_size && header[FORMAT_HEADER_BUILD_ID_SIZE] != build_id_size)
        return BOBBIN_TABLE_IMAGE;
    while (build_id_size--)
        if (header[FORMAT_HEADER_BYTES + build_id_size] != build_id[build_id_size])
            return BOBBIN_TABLE_IMAGE;
    return BOBBIN_TABLE_OK;
}
