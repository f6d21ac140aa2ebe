/* SPDX-License-Identifier: MIT */
/*
 * Loads captures from files in two passes: the first chooses the captures to use, the second adds
 * them up.
 */
#include "profile/profile_load.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>

#include "profile/capture_files.h"
#include "profile/newest_captures.h"
#include "profile/profile_merge.h"
#include "util/diag.h"
#include "util/file_kind.h"
#include "util/memory.h"

/* Maximum number of warnings, so that many captures of another build do not flood the terminal. */
#define WARNINGS_MAX 20
#define NO_IMAGE     UINT32_MAX

struct loader {
    struct profile *profile;
    struct profile_totals *totals;
    struct image_list *images;
    const struct profile_load_options *options;
    /* one for each path; closed after use, unless kept in memory */
    struct capture_file *files;

    struct newest_captures newest;
    uint32_t ordinal; /* number of the next capture in this pass */

    uint64_t bytes_done, bytes_total; /* of both passes */
    unsigned warnings;
    bool problems, warned_unverified;
};

/* ---- messages -------------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static void
warn(struct loader *loader, const struct capture *capture, const char *format, ...)
{
    char text[512];
    va_list arguments;

    loader->problems = true;
    if (++loader->warnings == WARNINGS_MAX + 1)
        diag_note(NULL, "more errors of captures are not shown");
    if (loader->warnings > WARNINGS_MAX)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    if (capture->log_line)
        diag_error(capture->path, "line %lu: %s", capture->log_line, text);
    else if (capture->offset)
        diag_error(capture->path, "byte %llu: %s", (unsigned long long)capture->offset, text);
    else
        diag_error(capture->path, "%s", text);
}

static void show_progress(void *context, uint64_t bytes_done)
{
    const struct loader *loader = context;

    diag_progress("reading captures", loader->bytes_done + bytes_done, loader->bytes_total);
}

/* ---- find the image of a capture ------------------------------------------------------------- */

static uint32_t image_of(struct loader *loader, const struct capture *capture)
{
    const struct named_image *image =
        image_list_by_build_id(loader->images, capture->build_id, capture->build_id_size);

    if (image)
        return (uint32_t)(image - loader->images->items);
    if (loader->options->force || (capture->build_id_size == 0 && loader->images->count == 1))
        return 0;
    return NO_IMAGE;
}

/* Warns if CAPTURE may come from another build than IMAGE. */
static void check_build_id(struct loader *loader, const struct capture *capture, uint32_t image)
{
    const struct image *used = &loader->images->items[image].image;
    char wanted[BUILD_ID_TEXT_BYTES];

    if (loader->warned_unverified ||
        image_list_by_build_id(loader->images, capture->build_id, capture->build_id_size))
        return;
    loader->warned_unverified = true;
    if (capture->build_id_size == 0) {
        diag_warning(capture->path,
                     "the capture has no build id; if %s is not its image, names "
                     "are wrong",
                     used->path);
        return;
    }
    loader->problems = true;
    diag_error(capture->path, "the capture has build id %s, not that of %s; names may be wrong",
               build_id_text(capture->build_id, capture->build_id_size, wanted), used->path);
}

static void skip_other_build(struct loader *loader, const struct capture *capture)
{
    uint64_t samples = capture_expected(capture);
    char wanted[BUILD_ID_TEXT_BYTES];

    loader->totals->other_builds++;
    loader->totals->other_builds_samples += samples;
    warn(loader, capture,
         "no image has the build id %s of this capture, so its %llu samples are not counted; "
         "name the image of that build with --image=",
         build_id_text(capture->build_id, capture->build_id_size, wanted),
         (unsigned long long)samples);
}

/* Whether CAPTURE is of the kind that the user wants. */
static bool is_wanted(const struct loader *loader, const struct capture *capture)
{
    return loader->options->wall == ((capture->flags & PROFILE_FLAG_WALL) != 0);
}

/* ---- first pass: choose captures ------------------------------------------------------------- */

static void note_capture(void *context, const struct capture *capture, const char *why)
{
    struct loader *loader = context;
    uint32_t ordinal = loader->ordinal++;

    if (!why && is_wanted(loader, capture) && image_of(loader, capture) != NO_IMAGE)
        newest_captures_add(&loader->newest, capture, ordinal);
}

/* ---- second pass: add up --------------------------------------------------------------------- */

/*
 * Whether part of CAPTURE is missing. LOST is the number of missing samples. In a live capture,
 * samples in progress may be missing; this is no damage.
 */
static bool is_damaged(const struct capture *capture, const struct profile_merged *merged,
                       uint64_t lost)
{
    bool is_live = capture->flags & PROFILE_FLAG_LIVE;

    return capture->damaged || merged->has_invalid_records || (lost && !is_live);
}

static void merge_capture(struct loader *loader, const struct capture *capture, uint32_t image)
{
    struct profile_merged merged;
    uint64_t lost;

    check_build_id(loader, capture, image);
    merged = profile_merge(loader->profile, capture, image);
    lost = profile_totals_add(loader->totals, capture, &merged);
    if (!is_damaged(capture, &merged, lost))
        return;
    loader->totals->damaged++;
    if (capture->counters_known)
        warn(loader, capture,
             "the capture is damaged or cut off: %llu of its %llu samples are lost; "
             "save it again if you can",
             (unsigned long long)lost, (unsigned long long)capture_expected(capture));
    else
        warn(loader, capture,
             "the capture is damaged or cut off: %llu samples are left of an unknown number; "
             "save it again if you can",
             (unsigned long long)merged.samples);
}

static void add_capture(void *context, const struct capture *capture, const char *why)
{
    struct loader *loader = context;
    uint32_t ordinal = loader->ordinal++;
    uint32_t image = image_of(loader, capture);

    if (why) {
        loader->totals->unusable++;
        warn(loader, capture, "the capture cannot be used: %s", why);
    } else if (!is_wanted(loader, capture)) {
        loader->totals->other_kind++;
    } else if (image == NO_IMAGE) {
        skip_other_build(loader, capture);
    } else if (newest_captures_is_older(&loader->newest, ordinal)) {
        loader->totals->older++;
        profile_merge_raw(loader->profile, capture, image);
        if (capture->damaged)
            warn(loader, capture,
                 "the capture is damaged; another capture of the same run is used");
    } else {
        merge_capture(loader, capture, image);
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

typedef void (*visit_function)(void *context, const struct capture *capture, const char *why);

/*
 * Reads one file. Input that cannot be mapped, for example a pipe, can be read only once and is
 * kept in memory.
 */
static int read_file(struct loader *loader, size_t number, visit_function visit)
{
    const struct capture_visitor visitor = {loader, visit, show_progress};
    const char *path = loader->options->paths[number];
    struct capture_file *file = &loader->files[number];
    uint32_t first = loader->ordinal;
    const char *kind;
    int status = file->path ? STATUS_GOOD : capture_file_open(file, path);

    if (status != STATUS_GOOD)
        return status;
    capture_file_read(file, &visitor);
    kind = file_kind(file->bytes, file->size_bytes);
    loader->bytes_done += file->size_bytes;
    if (file->mapped)
        capture_file_close(file);
    if (visit == add_capture && loader->ordinal == first)
        warn(loader, &(struct capture){.path = path}, "the file has no capture%s%s",
             kind ? "; it seems to be " : "", kind ? kind : "");
    return STATUS_GOOD;
}

static int read_files(struct loader *loader, visit_function visit)
{
    int status = STATUS_GOOD;

    loader->ordinal = 0;
    for (size_t i = 0; i < loader->options->paths_count && status == STATUS_GOOD; i++)
        status = read_file(loader, i, visit);
    return status;
}

static void close_files(struct loader *loader)
{
    for (size_t i = 0; i < loader->options->paths_count; i++)
        capture_file_close(&loader->files[i]);
    free(loader->files);
}

static uint64_t bytes_of(const struct profile_load_options *options)
{
    uint64_t sum = 0;
    struct stat info;

    for (size_t i = 0; i < options->paths_count; i++)
        if (stat(options->paths[i], &info) == 0)
            sum += (uint64_t)info.st_size;
    return sum;
}

static void warn_no_samples(struct loader *loader)
{
    const char *text = "the captures have no samples; check that the sampling timer runs";

    if (loader->totals->captures == 0 && loader->totals->other_kind)
        text = loader->options->wall ? "no capture is a wall-clock profile; leave --wall out"
                                     : "all captures are wall-clock profiles; give --wall";
    warn(loader, &(struct capture){.path = loader->options->paths[0]}, "%s", text);
}

int profile_load(struct profile *profile, struct profile_totals *totals, struct image_list *images,
                 const struct profile_load_options *options)
{
    struct loader loader = {
        .profile = profile,
        .totals = totals,
        .images = images,
        .options = options,
        .bytes_total = 2 * bytes_of(options),
        .files = must_realloc(NULL, options->paths_count, sizeof(*loader.files)),
    };
    int status;

    *totals = (struct profile_totals){0};
    memset(loader.files, 0, options->paths_count * sizeof(*loader.files));
    status = read_files(&loader, note_capture);
    if (status == STATUS_GOOD) {
        totals->lost = newest_captures_choose(&loader.newest);
        status = read_files(&loader, add_capture);
    }
    diag_progress_end();
    if (status == STATUS_GOOD && totals->samples == 0 && !loader.problems)
        warn_no_samples(&loader);
    close_files(&loader);
    newest_captures_free(&loader.newest);
    return status == STATUS_GOOD && loader.problems ? STATUS_PROBLEMS : status;
}
