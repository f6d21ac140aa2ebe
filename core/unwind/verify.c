/* SPDX-License-Identifier: MIT */
/* Checks the checksums of a table and of the code that it describes. */
#include "../format/bytes.h"
#include "../format/crc32.h"
#include "../format/table_format.h"
#include "find.h"
#include <bobbin/bobbin.h>

enum bobbin_table_error bobbin_table_verify(const struct bobbin_table *table)
{
    const uint8_t *bytes = table->bytes;
    uint32_t crc = bobbin_crc32(0, bytes, FORMAT_HEADER_CRC);

    crc = bobbin_crc32(crc, bytes + FORMAT_HEADER_CODE_CRC,
                       table->size_bytes - FORMAT_HEADER_CODE_CRC);
    return crc == bytes_word(bytes + FORMAT_HEADER_CRC) ? BOBBIN_TABLE_OK : BOBBIN_TABLE_CORRUPT;
}

enum bobbin_table_error bobbin_code_check_step(struct bobbin_code_check *check,
                                               const struct bobbin_table *table,
                                               const struct bobbin_env *env, uint32_t size_bytes)
{
    for (; check->range < table->ranges_count; check->range++) {
        const uint8_t *range = table->ranges + check->range * FORMAT_RANGE_BYTES;
        uint32_t start = bytes_word(range + FORMAT_RANGE_START) + table->key_bias - 2;
        uint32_t range_bytes = bytes_word(range + FORMAT_RANGE_SIZE);
        while (check->offset < (range_bytes & ~1u)) {
            uint32_t address = start + check->offset;
            uint32_t unit_bytes = size_bytes < 4 || range_bytes - check->offset < 4 ? 2 : 4;
            uint8_t unit[4];
            if (size_bytes < unit_bytes)
                return BOBBIN_TABLE_OK;
            if (address % 2 != 0 ||
                !env->read(env->context, BOBBIN_SPACE_CODE, address, unit, unit_bytes))
                return BOBBIN_TABLE_CORRUPT;
            check->crc = bobbin_crc32(check->crc, unit, unit_bytes);
            check->offset += unit_bytes;
            size_bytes -= unit_bytes;
        }
        check->offset = 0;
    }
    check->done = true;
    return check->crc == bytes_word(table->bytes + FORMAT_HEADER_CODE_CRC) ? BOBBIN_TABLE_OK
                                                                           : BOBBIN_TABLE_IMAGE;
}
