/* SPDX-License-Identifier: MIT */
/* Protocol buffer messages, and gzip around them. */
#include "util/protobuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>
#include <zlib.h>

#include "util/gzip.h"

static void expect(struct buffer *out, const char *bytes, size_t size)
{
    assert_int_equal(out->size, size);
    assert_memory_equal(out->bytes, bytes, size);
    free(out->bytes);
}

/* Examples of the published description of the encoding. */
static void numbers_are_varints(void **state)
{
    struct buffer out = {0};

    (void)state;
    proto_number(&out, 1, 150);
    proto_number(&out, 2, 0);
    proto_number(&out, 16, UINT64_MAX);
    expect(&out, "\x08\x96\x01\x80\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 15);
}

static void texts_and_parts_have_lengths(void **state)
{
    struct buffer out = {0};
    struct buffer part = {0};

    (void)state;
    proto_string(&out, 2, "testing");
    proto_number(&part, 1, 150);
    proto_part(&out, 3, &part);
    assert_int_equal(part.size, 0);
    proto_varint(&part, 3);
    proto_varint(&part, 270);
    proto_varint(&part, 86942);
    proto_part(&out, 4, &part);
    free(part.bytes);
    expect(&out, "\x12\x07testing\x1a\x03\x08\x96\x01\x22\x06\x03\x8e\x02\x9e\xa7\x05", 22);
}

static void unzip(const struct buffer *file, struct buffer *out)
{
    z_stream stream = {.next_in = file->bytes, .avail_in = (uInt)file->size};
    uint8_t piece[1000];
    int result;

    assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
    do {
        stream.next_out = piece;
        stream.avail_out = sizeof(piece);
        result = inflate(&stream, Z_NO_FLUSH);
        assert_true(result == Z_OK || result == Z_STREAM_END);
        buffer_put(out, piece, sizeof(piece) - stream.avail_out);
    } while (result != Z_STREAM_END);
    inflateEnd(&stream);
}

static void gzip_gives_back_what_went_in(void **state)
{
    static const size_t sizes[] = {0, 1, 65535, 65536, 65537, 300000};

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct buffer in = {0};
        struct buffer file = {0};
        struct buffer out = {0};
        for (size_t j = 0; j < sizes[i]; j++)
            buffer_u8(&in, (uint32_t)(j * j >> 7));
        gzip_write(&in, &file);
        unzip(&file, &out);
        assert_int_equal(out.size, in.size);
        if (in.size)
            assert_memory_equal(out.bytes, in.bytes, in.size);
        free(in.bytes);
        free(file.bytes);
        free(out.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_varints),
        cmocka_unit_test(texts_and_parts_have_lengths),
        cmocka_unit_test(gzip_gives_back_what_went_in),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
