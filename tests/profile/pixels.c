/* SPDX-License-Identifier: MIT */
/*
 * pixels PNG <POINTS: for each line "X Y TEXT" of POINTS prints "#rrggbb TEXT", the colour of the
 * picture there. Reads PNG as a browser writes it: 8 bits per channel, RGB or RGBA, not interlaced
 * (ISO/IEC 15948).
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct picture {
    uint32_t width, height, pixel_bytes;
    uint8_t *packed, *rows; /* each row starts with the byte of its filter */
    size_t packed_size;
};

static uint32_t big_endian(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static size_t row_bytes(const struct picture *picture)
{
    return 1 + (size_t)picture->width * picture->pixel_bytes;
}

static int fail(const char *what)
{
    fprintf(stderr, "pixels: %s\n", what);
    return 1;
}

/* ---- the file ------------------------------------------------------------------------------- */

static int take_header(struct picture *picture, const uint8_t *header)
{
    enum { DEPTH = 8, TYPE = 9, INTERLACE = 12, RGB = 2, RGBA = 6 };

    picture->width = big_endian(header);
    picture->height = big_endian(header + 4);
    picture->pixel_bytes = header[TYPE] == RGBA ? 4 : 3;
    return header[DEPTH] == 8 && !header[INTERLACE] &&
           (header[TYPE] == RGB || header[TYPE] == RGBA);
}

static int take_chunk(struct picture *picture, const uint8_t *type, const uint8_t *bytes,
                      uint32_t size)
{
    if (memcmp(type, "IHDR", 4) == 0)
        return size >= 13 && take_header(picture, bytes);
    if (memcmp(type, "IDAT", 4) == 0) {
        picture->packed = realloc(picture->packed, picture->packed_size + size);
        memcpy(picture->packed + picture->packed_size, bytes, size);
        picture->packed_size += size;
    }
    return 1;
}

static int read_chunks(struct picture *picture, const uint8_t *file, size_t size)
{
    enum { SIGNATURE = 8, AROUND = 12 };

    for (size_t at = SIGNATURE; at + AROUND <= size;) {
        uint32_t length = big_endian(file + at);
        if (length > size - at - AROUND ||
            !take_chunk(picture, file + at + 4, file + at + 8, length))
            return 0;
        at += AROUND + length;
    }
    return picture->width && picture->packed;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static uint8_t paeth(int left, int up, int corner)
{
    int guess = left + up - corner;
    int to_left = abs(guess - left), to_up = abs(guess - up), to_corner = abs(guess - corner);

    if (to_left <= to_up && to_left <= to_corner)
        return (uint8_t)left;
    return (uint8_t)(to_up <= to_corner ? up : corner);
}

static void undo_filter(const struct picture *picture, uint8_t *row, const uint8_t *above)
{
    enum { NONE, SUB, UP, AVERAGE, PAETH };
    size_t back = picture->pixel_bytes;

    for (size_t i = 1; i < row_bytes(picture); i++) {
        int left = i > back ? row[i - back] : 0;
        int up = above ? above[i] : 0;
        int corner = above && i > back ? above[i - back] : 0;
        int add = row[0] == SUB       ? left
                  : row[0] == UP      ? up
                  : row[0] == AVERAGE ? (left + up) / 2
                  : row[0] == PAETH   ? paeth(left, up, corner)
                                      : 0;
        row[i] = (uint8_t)(row[i] + add);
    }
}

static int unpack(struct picture *picture)
{
    uLongf size = row_bytes(picture) * picture->height;

    picture->rows = malloc(size);
    if (!picture->rows ||
        uncompress(picture->rows, &size, picture->packed, picture->packed_size) != Z_OK ||
        size != row_bytes(picture) * picture->height)
        return 0;
    for (uint32_t y = 0; y < picture->height; y++)
        undo_filter(picture, picture->rows + y * row_bytes(picture),
                    y ? picture->rows + (y - 1) * row_bytes(picture) : NULL);
    return 1;
}

static void tell_points(const struct picture *picture)
{
    char text[1024];
    uint32_t x, y;

    while (scanf("%u %u %1023[^\n]", &x, &y, text) == 3) {
        const uint8_t *pixel;
        if (x >= picture->width || y >= picture->height) {
            printf("outside %s\n", text);
            continue;
        }
        pixel = picture->rows + y * row_bytes(picture) + 1 + (size_t)x * picture->pixel_bytes;
        printf("#%02x%02x%02x %s\n", pixel[0], pixel[1], pixel[2], text);
    }
}

int main(int argc, char **argv)
{
    static uint8_t file[1 << 24];
    struct picture picture = {0};
    FILE *in = argc == 2 ? fopen(argv[1], "rb") : NULL;
    size_t size;

    if (!in)
        return fail("usage: pixels PNG <POINTS");
    size = fread(file, 1, sizeof(file), in);
    fclose(in);
    if (!read_chunks(&picture, file, size) || !unpack(&picture))
        return fail("not a picture that this reads");
    tell_points(&picture);
    free(picture.packed);
    free(picture.rows);
    return 0;
}
