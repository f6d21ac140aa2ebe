/* SPDX-License-Identifier: MIT */
/* Reads a report of grammar 2.0 without the reader under test, and writes it for other devices. */
#include "fleet.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

static void fail(const char *path, const char *what)
{
    fprintf(stderr, "generate: %s: %s\n", path, what);
    exit(1);
}

static void name_template(struct template *template, const char *path)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;

    if (sscanf(name, "%31[^.].%31[^.].log", template->build, template->kind) != 2)
        fail(path, "the name is not BUILD.KIND.log");
}

static void add_line(struct template *template, const char *text, bool continued)
{
    if (template->count == template->capacity) {
        template->capacity = template->capacity ? 2 * template->capacity : 64;
        template->lines = realloc(template->lines, template->capacity * sizeof(char *));
        template->continued = realloc(template->continued, template->capacity * sizeof(bool));
    }
    template->lines[template->count] = strdup(text);
    template->continued[template->count++] = continued;
}

/* "%bobbin TOKEN.SEQ TYPE FIELDS *CRC". Stack words are left out, as most firmware does. */
static void take_line(struct template *template, char *line)
{
    char *start = strstr(line, "%bobbin ");
    char *content = start ? strchr(start + 8, ' ') : NULL;
    char *end = start ? strrchr(start, ' ') : NULL;

    if (!content || end <= content || (end[1] != '*' && end[1] != '+'))
        return;
    *end = '\0';
    content++;
    if (strncmp(content, "stack ", 6) == 0)
        return;
    add_line(template, content, end[1] == '+');
}

void template_read(struct template *template, const char *path)
{
    char line[1024];
    FILE *in = fopen(path, "r");

    *template = (struct template){0};
    if (!in)
        fail(path, "cannot be read");
    name_template(template, path);
    while (fgets(line, sizeof(line), in)) {
        line[strcspn(line, "\r\n")] = '\0';
        take_line(template, line);
    }
    fclose(in);
    if (template->count < 4 || strncmp(template->lines[0], "report 2.", 9) != 0 ||
        strncmp(template->lines[template->count - 1], "end ", 4) != 0)
        fail(path, "not one report of grammar 2");
}

void template_free(struct template *template)
{
    for (size_t i = 0; i < template->count; i++)
        free(template->lines[i]);
    free(template->lines);
    free(template->continued);
}

static void print_time(uint64_t time_ms, FILE *out)
{
    static time_t known = -1; /* most lines come in the second of the line before */
    static char text[32];
    time_t seconds = (time_t)(time_ms / 1000);
    struct tm time;

    if (seconds != known && gmtime_r(&seconds, &time))
        strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &time);
    known = seconds;
    fprintf(out, "%s.%03uZ ", text, (unsigned)(time_ms % 1000));
}

/* The content of the next line, for this device. */
static void print_content(const struct sending *sending, char *text, size_t size)
{
    const struct template *template = sending->template;
    const char *line = template->lines[sending->next];

    if (sending->next == 0)
        snprintf(text, size, "report 2.0 pump device=pump-%06u", sending->device);
    else if (sending->next + 1 == template->count)
        snprintf(text, size, "end %zu", template->count);
    else
        snprintf(text, size, "%s", line);
}

bool sending_write(struct sending *sending, FILE *out)
{
    const struct template *template = sending->template;
    char line[256];
    int length;
    unsigned long crc;

    length = snprintf(line, sizeof(line), "%%bobbin %s.%zu ", sending->token, sending->next);
    print_content(sending, line + length, sizeof(line) - (size_t)length);
    length = (int)strlen(line);
    crc = crc32(0, (const unsigned char *)line, (unsigned)length);
    print_time(sending->time_ms, out);
    fprintf(out, "%s %c%08lx\r\n", line, template->continued[sending->next] ? '+' : '*', crc);
    return ++sending->next < template->count;
}
