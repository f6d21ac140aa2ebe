/* SPDX-License-Identifier: MIT */
/* Size and proof of an image's table in each setting, and in another format, for `bobbin size`. */
#ifndef GEN_SIZE_SETTING_SIZES_H
#define GEN_SIZE_SETTING_SIZES_H

#include "size/entropy_bounds.h"
#include "size/repetition.h"
#include "table/table.h"

struct setting_sizes {
    uint32_t bytes;
    struct encode_sizes parts;
    uint64_t verdicts[VERDICTS]; /* number of instructions for each verdict */
};

/* Size and proof of a table in another format. */
struct format_setting_sizes {
    const struct format *format; /* NULL: no format was requested */
    uint32_t bytes;
    struct format_sizes parts;
    uint64_t verdicts[VERDICTS];
};

struct sizes {
    uint64_t functions; /* distinct addresses of function symbols with a size */
    uint64_t code_bytes, instructions;
    uint64_t debug_frame_bytes, exidx_bytes; /* exidx_bytes: .ARM.exidx and .ARM.extab */
    struct setting_sizes setting[PLAN_SETTINGS];
    struct format_setting_sizes foreign;
    struct repetition repetition; /* filled in only if FOREIGN is a dictionary */
    struct bounds bounds;
};

/* The parts of a table, in their order in the table. */
#define SIZES_PARTS 9
const char *sizes_part_name(unsigned part);
uint32_t sizes_part(const struct encode_sizes *sizes, unsigned part);

/* The bytes of all sections called NAME in IMAGE or else in its debug file, loaded or not. */
uint64_t sizes_of_sections(const struct image *image, const char *name);

/*
 * Builds the table of the image at PATH in each setting, with ENTRY_RULES, and in FORMAT unless it
 * is NULL. Returns STATUS_...; it returns PROBLEMS also if no source has any rule, and SIZES is
 * filled then. SIZES is zero after any other failure. GIVEN are the debug files that the user
 * names, or NULL.
 */
int sizes_measure(struct sizes *sizes, const char *path, struct debug_paths *given,
                  const struct row_options *options, enum entry_rules entry_rules,
                  const struct format *format);

#endif
