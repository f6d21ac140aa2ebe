/* SPDX-License-Identifier: MIT */
#include "symbolize/source_lines.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "symbolize/source_path.h"
#include "util/colours.h"
#include "util/diag.h"
#include "util/memory.h"

/* Larger files are no sources. */
#define SOURCE_BYTES_MAX (64l << 20)

/* ---- paths ----------------------------------------------------------------------------------- */

static char *join(const char *folder, const char *path)
{
    char *whole;

    if (path[0] == '/' || !folder[0])
        return must_strdup(path);
    if (asprintf(&whole, "%s/%s", folder, path) < 0)
        abort();
    return whole;
}

static bool is_file(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* PATH with the replacement of MAP, "FROM=TO", malloc'ed; NULL if PATH does not start with FROM. */
static char *mapped(const char *map, const char *path)
{
    const char *equals = strchr(map, '=');
    size_t length = equals ? (size_t)(equals - map) : 0;
    char *result;

    while (length > 1 && map[length - 1] == '/')
        length--;
    if (length == 0 || strncmp(path, map, length) != 0 ||
        (path[length] != '/' && path[length] != '\0'))
        return NULL;
    if (asprintf(&result, "%s%s", equals + 1, path + length) < 0)
        abort();
    return result;
}

static char *find_mapped(const struct source_lines *sources, const char *path)
{
    for (size_t i = 0; i < sources->maps_count; i++) {
        char *result = mapped(sources->maps[i], path);
        if (result && is_file(result))
            return result;
        free(result);
    }
    return NULL;
}

static char *find_in_folders(const struct source_lines *sources, const char *directory,
                             const char *name)
{
    for (size_t i = 0; i < sources->folders_count; i++) {
        char *relative = source_path_find(sources->folders[i], directory, name);
        char *path = relative ? join(sources->folders[i], relative) : NULL;
        free(relative);
        if (path && is_file(path))
            return path;
        free(path);
    }
    return NULL;
}

/* The file on this machine, malloc'ed; NULL if it is not found. */
static char *find_path(const struct source_lines *sources, const char *directory, const char *name)
{
    char *path = join(directory, name);
    char *found = find_mapped(sources, path);

    if (!found && is_file(path))
        return path;
    free(path);
    return found ? found : find_in_folders(sources, directory, name);
}

/* ---- files ----------------------------------------------------------------------------------- */

static void read_text(struct source_file *file)
{
    FILE *in = file->path ? fopen(file->path, "rb") : NULL;
    long size_bytes = in && fseek(in, 0, SEEK_END) == 0 ? ftell(in) : -1;

    if (size_bytes > 0 && size_bytes <= SOURCE_BYTES_MAX) {
        rewind(in);
        file->text = must_realloc(NULL, (size_t)size_bytes, 1);
        file->size_bytes = fread(file->text, 1, (size_t)size_bytes, in);
    }
    if (in)
        fclose(in);
}

static const struct source_file *file_of(struct source_lines *sources, const char *directory,
                                         const char *name)
{
    struct source_file file = {0};
    struct stat status;

    for (size_t i = 0; i < sources->files_count; i++)
        if (strcmp(sources->files[i].name, name) == 0 &&
            strcmp(sources->files[i].directory, directory) == 0)
            return &sources->files[i];
    file = (struct source_file){.directory = must_strdup(directory),
                                .name = must_strdup(name),
                                .path = find_path(sources, directory, name)};
    read_text(&file);
    sources->missing += !file.path;
    sources->newer += file.path && sources->image_time && stat(file.path, &status) == 0 &&
                      status.st_mtime > sources->image_time;
    array_push(sources->files, sources->files_count, sources->files_capacity, file);
    return &sources->files[sources->files_count - 1];
}

void source_lines_free(struct source_lines *sources)
{
    for (size_t i = 0; i < sources->files_count; i++) {
        free(sources->files[i].directory);
        free(sources->files[i].name);
        free(sources->files[i].path);
        free(sources->files[i].text);
    }
    free(sources->files);
    memset(sources, 0, sizeof(*sources));
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* A line of a file, without its end. */
struct text_line {
    const char *text;
    size_t length;
};

/* The line after LINE; for a LINE without text, the first. False after the last line. */
static bool next_line(const struct source_file *file, struct text_line *line)
{
    const char *end = file->text + file->size_bytes;
    const char *start = line->text ? line->text + line->length : file->text;

    if (line->text)
        start = memchr(start, '\n', (size_t)(end - start));
    if (!start)
        return false;
    start += line->text != NULL;
    if (start >= end)
        return false;
    const char *stop = memchr(start, '\n', (size_t)(end - start));
    *line = (struct text_line){start, (size_t)((stop ? stop : end) - start)};
    return true;
}

/* Stores the lines around NUMBER to LINES, and the number of the first to *FIRST. */
static size_t lines_around(const struct source_file *file, uint32_t number,
                           struct text_line lines[2 * SOURCE_LINES_AROUND + 1], uint32_t *first)
{
    uint32_t last = number + SOURCE_LINES_AROUND, current = 0;
    struct text_line line = {0};
    size_t count = 0;

    *first = number > SOURCE_LINES_AROUND ? number - SOURCE_LINES_AROUND : 1;
    while (file->text && current < last && next_line(file, &line)) {
        current++;
        if (current >= *first)
            lines[count++] = line;
    }
    return current >= number ? count : 0;
}

/* Without control characters, which a terminal may execute, and with spaces for tabs. */
static char *clean(const struct text_line *line)
{
    char *text = must_realloc(NULL, 4 * line->length + 1, 1);
    size_t length = 0;

    for (size_t i = 0; i < line->length; i++) {
        unsigned char c = (unsigned char)line->text[i];
        do
            text[length++] = c < ' ' || c == 0x7f ? ' ' : (char)c;
        while (c == '\t' && length % 4);
    }
    while (length && text[length - 1] == ' ')
        length--;
    text[length] = '\0';
    return text;
}

void source_lines_print(struct source_lines *sources, const char *directory, const char *name,
                        uint32_t line, FILE *out, bool colour)
{
    struct text_line lines[2 * SOURCE_LINES_AROUND + 1];
    uint32_t first;
    size_t count = lines_around(file_of(sources, directory, name), line, lines, &first);

    for (size_t i = 0; i < count; i++) {
        char *text = clean(&lines[i]);
        bool is_marked = first + i == line;
        const char *style = !colour ? "" : is_marked ? TEXT_BOLD : TEXT_FAINT;
        fprintf(out, "%s  %c %5zu%s%s%s\n", style, is_marked ? '>' : ' ', first + i,
                text[0] ? "  " : "", text, colour ? TEXT_PLAIN : "");
        free(text);
    }
}

void source_lines_json(struct source_lines *sources, const char *directory, const char *name,
                       uint32_t line, struct json *json)
{
    struct text_line lines[2 * SOURCE_LINES_AROUND + 1];
    const struct source_file *file = file_of(sources, directory, name);
    uint32_t first;
    size_t count = lines_around(file, line, lines, &first);

    if (!count)
        return;
    json_object(json, "source");
    json_string(json, "path", file->path);
    json_number(json, "first", first);
    json_array(json, "lines");
    for (size_t i = 0; i < count; i++) {
        char *text = clean(&lines[i]);
        json_string(json, NULL, text);
        free(text);
    }
    json_array_end(json);
    json_object_end(json);
}

void source_lines_warn(const struct source_lines *sources)
{
    const struct source_file *missing = sources->files;

    if (sources->newer)
        diag_warning(NULL,
                     "%zu source file%s newer than the image, so lines may differ from what was "
                     "compiled",
                     sources->newer, sources->newer == 1 ? " is" : "s are");
    if (!sources->missing)
        return;
    while (missing->path)
        missing++;
    diag_warning(NULL,
                 "%zu source file%s not found, for example %s%s%s; give a folder with "
                 "--source-dir=, or --source-map=FROM=TO",
                 sources->missing, sources->missing == 1 ? " is" : "s are",
                 missing->name[0] == '/' ? "" : missing->directory,
                 missing->name[0] == '/' ? "" : "/", missing->name);
}
