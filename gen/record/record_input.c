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
    const char *end = size == START_BYTES ? memrchr(text, '\n', size) : NULL;
    bool is_dump;

    if (end)
        size = (size_t)(end - text); /* the last line may be cut off */
    is_dump = hex_dump_is_one(text, size) && !hex_dump_has_outside(text, size, REPORT_MARK);
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

/* Takes the order of memory in which the bytes of the dump have a report line. */
static bool read_log(const char *text, size_t size, struct buffer *log)
{
    for (enum hex_order order = HEX_AS_PRINTED; order <= HEX_AS_NUMBERS; order++) {
        log->size = 0;
        hex_dump_read(text, size, order, log);
        if (log->size && memmem(log->bytes, log->size, REPORT_MARK, strlen(REPORT_MARK)))
            return true;
    }
    return false;
}

bool record_input_log(FILE *in, struct buffer *log)
{
    bool found = false;

    if (fseeko(in, 0, SEEK_CUR) != 0)
        return false;
    if (starts_like_dump(in)) {
        size_t size;
        char *text = read_start(in, DUMP_BYTES_MAX, &size);
        found = !hex_dump_has_outside(text, size, REPORT_MARK) && read_log(text, size, log);
        free(text);
    }
    rewind(in);
    return found;
}
