/* SPDX-License-Identifier: MIT */
/* Writes crash reports as an ELF core file, for debuggers. */
#include "report/report_core_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf/core_file_merge.h"
#include "elf/core_file_writer.h"
#include "report/report_core_part.h"
#include "util/buffer.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/output_file.h"

/* ---- files ----------------------------------------------------------------------------------- */

/* Appends the commands with which gdb names the threads. */
static void put_names(struct buffer *out, const struct core_file *core)
{
    char line[CORE_NAME_MAX + 64];

    for (size_t i = 0; i < core->threads_count; i++) {
        if (!core->threads[i].name[0])
            continue;
        snprintf(line, sizeof(line), "thread apply %u -q thread name %s\n", core->threads[i].id,
                 core->threads[i].name);
        buffer_put(out, line, strlen(line));
    }
}

/* The largest number of frames of a thread. */
static size_t most_frames(const struct report *report, size_t most)
{
    if (report->crashed.trace.frames_count > most)
        most = report->crashed.trace.frames_count;
    for (size_t i = 0; i < report->threads_count; i++)
        if (report->threads[i].trace.frames_count > most)
            most = report->threads[i].trace.frames_count;
    return most;
}

/*
 * Appends a limit of frames, and what gdb cannot know. Without the limit, gdb may repeat the entry
 * code of an exception for ever. A frame may have several levels of inlined functions.
 */
static void put_settings(struct buffer *out, size_t frames)
{
    char line[256];

    snprintf(line, sizeof(line),
             "set backtrace limit %zu\n"
             "echo bobbin: the report has no stacks of other threads: their frames are true, "
             "arguments and variables are not\\n\n",
             50 + 4 * frames);
    buffer_put(out, line, strlen(line));
}

/* The file in the making. */
struct whole {
    const struct core_contents *contents;
    const char *path;
    struct core_file core;
    size_t frames; /* the largest number of frames of a thread */
    bool made;     /* words of stacks were made for debuggers */
};

static int write_names(const struct whole *whole)
{
    struct buffer out = {0};
    char *names_path = NULL;
    int status = STATUS_GOOD;

    put_names(&out, &whole->core);
    if (out.size && whole->made)
        put_settings(&out, whole->frames);
    if (out.size && strcmp(whole->path, "-") != 0 &&
        asprintf(&names_path, "%s.gdb", whole->path) > 0)
        status = output_write(names_path, out.bytes, out.size, NULL);
    free(names_path);
    free(out.bytes);
    return status;
}

static int by_address(const void *a, const void *b)
{
    const struct core_file_memory *x = a, *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

static int write_files(struct whole *whole)
{
    struct core_file *core = &whole->core;
    int status;

    if (core->memory_count)
        qsort(core->memory, core->memory_count, sizeof(*core->memory), by_address);
    status = core_file_write(core, whole->path);
    return status == STATUS_GOOD ? write_names(whole) : status;
}

/* ---- the image ------------------------------------------------------------------------------- */

static void add_mapping(struct core_file *core, const struct image_section *section, uint32_t start,
                        uint32_t end)
{
    struct core_file_mapping mapping = {start, end,
                                        (uint32_t)section->file_offset + start - section->address};

    array_push(core->mappings, core->mappings_count, core->mappings_capacity, mapping);
}

/* Code in a section that is also written: only the instructions, not the variables. */
static void add_written_code(struct core_file *core, const struct image *image,
                             const struct image_section *section)
{
    uint32_t last = section->address + section->size_bytes, end;

    for (uint32_t at = section->address; at < last; at = end) {
        enum image_state state = image_state_until(image, at, &end);
        end = end < last ? end : last;
        if (state == IMAGE_ARM || state == IMAGE_THUMB)
            add_mapping(core, section, at, end);
    }
}

/* The memory that has the same contents as the image: gdb may read it there. */
static void map_image(struct core_file *core, const struct image *image)
{
    core->image_path = realpath(image->path, NULL);
    for (size_t i = 0; core->image_path && i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        if (!section->writable)
            add_mapping(core, section, section->address, section->address + section->size_bytes);
        else if (section->executable)
            add_written_code(core, image, section);
    }
}

/* ---- reports --------------------------------------------------------------------------------- */

/* Of several reports, the name of each thread says which one it is of. */
static void name_report(struct core_file *part, size_t number)
{
    for (size_t i = 0; i < part->threads_count; i++) {
        char name[CORE_NAME_MAX];
        snprintf(name, sizeof(name), "%s", part->threads[i].name);
        snprintf(part->threads[i].name, CORE_NAME_MAX, "report %zu: %.40s", number,
                 name[0] ? name : "crashed");
    }
}

static int merge(struct whole *whole, struct core_file *part, const struct report *report,
                 size_t number)
{
    uint32_t moved_bytes;

    if (!core_file_merge(&whole->core, part, whole->contents->map, &moved_bytes)) {
        diag_error(whole->path, "report %zu, line %lu, is not in the core: no addresses are free",
                   number, report->log_line);
        core_file_free_arrays(part, true);
        return STATUS_PROBLEMS;
    }
    if (moved_bytes)
        diag_note(whole->path,
                  "the stacks of report %zu, line %lu, are moved by 0x%x bytes in the core, with "
                  "all words that contain their addresses: other reports have the same addresses",
                  number, report->log_line, moved_bytes);
    core_file_free_arrays(part, false);
    return STATUS_GOOD;
}

static int add_report(struct whole *whole, const struct report *report, size_t number)
{
    uint32_t needed = BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_R(BOBBIN_SP);
    struct core_file part;

    if ((report->crashed.valid & needed) != needed) {
        diag_error(whole->path, "report %zu, line %lu, is not in the core: it has no pc or no sp",
                   number, report->log_line);
        return STATUS_PROBLEMS;
    }
    whole->made |= report_core_part_make(&part, report, whole->contents->rules, whole->path);
    if (whole->contents->reports_count > 1)
        name_report(&part, number);
    whole->frames = most_frames(report, whole->frames);
    return merge(whole, &part, report, number);
}

int report_core_file_write(const struct core_contents *contents, const char *path)
{
    const struct report *first = contents->reports[0];
    struct whole whole = {.contents = contents, .path = path};
    int status = STATUS_GOOD;

    for (size_t i = 0; i < contents->reports_count; i++)
        status = diag_worse(status, add_report(&whole, contents->reports[i], contents->numbers[i]));
    memcpy(whole.core.build_id, first->build_id, first->build_id_size);
    whole.core.build_id_size = first->build_id_size;
    if (contents->image)
        map_image(&whole.core, contents->image);
    if (whole.core.threads_count)
        status = diag_worse(status, write_files(&whole));
    free((void *)(uintptr_t)whole.core.image_path);
    core_file_free_arrays(&whole.core, true);
    return status;
}
