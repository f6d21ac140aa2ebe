/* SPDX-License-Identifier: MIT */
#include "format_figures.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/diag.h"
#include "util/memory.h"

const char *exactness_name(enum exactness exactness)
{
    static const char *const names[EXACTNESSES] = {"instructions", "returns", "executed"};

    return names[exactness];
}

bool format_is_counted(const struct format_figures *format)
{
    uint64_t instructions = 0;

    for (int verdict = 0; verdict < VERDICTS; verdict++)
        instructions += format->verdicts[EXACT_INSTRUCTIONS][verdict];
    return instructions == 0;
}

void image_figures_write(const struct image_figures *image, FILE *out)
{
    fprintf(out, "image %s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", image->path,
            image->functions, image->code_bytes, image->debug_frame_bytes, image->exidx_bytes);
}

void format_figures_write(const struct format_figures *format, FILE *out)
{
    fprintf(out, "format %s %" PRIu64 " %" PRIu64 " %s\n", format->reader, format->bytes,
            format->expressed_bytes, format->name);
    for (size_t i = 0; i < format->parts_count; i++)
        fprintf(out, "part %" PRIu64 " %s\n", format->part[i].bytes, format->part[i].name);
    for (int i = 0; i < EXACTNESSES; i++) {
        const uint64_t *verdicts = format->verdicts[i];
        fprintf(out, "%s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", exactness_name(i),
                verdicts[VERDICT_EXACT], verdicts[VERDICT_UNREACHABLE], verdicts[VERDICT_UNKNOWN],
                verdicts[VERDICT_WRONG]);
    }
}

/* ---- reading -------------------------------------------------------------------------------- */

static struct format_figures *add_format(struct image_figures *image)
{
    image->format = must_realloc(image->format, image->formats_count + 1, sizeof(*image->format));
    image->format[image->formats_count] = (struct format_figures){0};
    return &image->format[image->formats_count++];
}

static bool read_part(struct format_figures *format, const char *line)
{
    size_t i = format->parts_count;

    if (i == FORMAT_PARTS_MAX || sscanf(line, "part %" SCNu64 " %79[^\n]", &format->part[i].bytes,
                                        format->part[i].name) != 2)
        return false;
    format->parts_count++;
    return true;
}

static bool read_verdicts(struct format_figures *format, const char *line)
{
    char name[FORMAT_NAME_MAX];
    uint64_t sums[VERDICTS];

    if (sscanf(line, "%79s %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64, name,
               &sums[VERDICT_EXACT], &sums[VERDICT_UNREACHABLE], &sums[VERDICT_UNKNOWN],
               &sums[VERDICT_WRONG]) != 5)
        return false;
    for (int i = 0; i < EXACTNESSES; i++)
        if (strcmp(name, exactness_name(i)) == 0) {
            memcpy(format->verdicts[i], sums, sizeof(sums));
            return true;
        }
    return false;
}

static bool read_line(struct image_figures *image, const char *line)
{
    struct format_figures *format =
        image->formats_count ? &image->format[image->formats_count - 1] : NULL;

    if (strncmp(line, "format ", 7) == 0) {
        format = add_format(image);
        return sscanf(line, "format %79s %" SCNu64 " %" SCNu64 " %79[^\n]", format->reader,
                      &format->bytes, &format->expressed_bytes, format->name) == 4;
    }
    if (!format)
        return sscanf(line, "image %255s %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64, image->path,
                      &image->functions, &image->code_bytes, &image->debug_frame_bytes,
                      &image->exidx_bytes) == 5;
    return strncmp(line, "part ", 5) == 0 ? read_part(format, line) : read_verdicts(format, line);
}

int image_figures_read(struct image_figures *image, const char *path)
{
    FILE *in = fopen(path, "r");
    char line[512];
    bool good = true;

    *image = (struct image_figures){0};
    if (!in)
        return diag_error(path, "%s", strerror(errno));
    while (good && fgets(line, sizeof(line), in))
        good = read_line(image, line);
    fclose(in);
    if (good)
        return STATUS_GOOD;
    line[strcspn(line, "\n")] = '\0';
    return diag_error(path, "not understood: %s", line);
}

void image_figures_free(struct image_figures *image)
{
    free(image->format);
    *image = (struct image_figures){0};
}
