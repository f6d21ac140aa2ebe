/* SPDX-License-Identifier: MIT */
/* First looks for the bytes of records, then, if the file starts like a hex dump, reads it. */
#include "record/record_input.h"

#include <stdlib.h>
#include <string.h>

#include "record/hex_dump.h"
#include "util/memory.h"
#include <bobbin/report.h>

#define START_BYTES    65536u       /* by which a hex dump is recognised */
#define DUMP_BYTES_MAX (256u << 20) /* of text */

/* Reads at most SIZE_MAX bytes from the start of IN. */
static char *read_start(FILE *in, size_t size_max, size_t *size)
{
    struct buffer text = {0};
    char chunk[4096];
    size_t got;

    rewind(in);
    while (text.size < size_max && (got = fread(chunk, 1, sizeof(chunk), in)) > 0)
        buffer_put(&text, chunk, got);
    *size = text.size;
    return (char *)text.bytes;
}

static bool starts_like_dump(FILE *in)
{
    size_t size;
    char *text = read_start(in, START_BYTES, &size);
    bool is_dump = text && !memmem(text, size, REPORT_MARK, strlen(REPORT_MARK)) &&
                   hex_dump_is_one(text, size);

    free(text);
    return is_dump;
}

static void find_in_dump(struct found_records *found, FILE *in)
{
    size_t size;
    char *text = read_start(in, DUMP_BYTES_MAX, &size);

    for (enum hex_order order = HEX_AS_PRINTED; order <= HEX_AS_NUMBERS; order++) {
        struct buffer bytes = {0};
        hex_dump_read(text, size, order, &bytes);
        record_find(found, bytes.bytes, bytes.size, 0);
        free(bytes.bytes);
    }
    free(text);
}

bool record_input_find(struct found_records *found, FILE *in)
{
    bool good;

    rewind(in);
    good = record_find_in_file(found, in);
    if (good && found->count == 0 && starts_like_dump(in))
        find_in_dump(found, in);
    record_sort(found);
    rewind(in);
    return good && !ferror(in);
}
