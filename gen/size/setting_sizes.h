/* SPDX-License-Identifier: MIT */
/* What the table of an image takes in each setting, proved, and what others would take. */
#ifndef GEN_SIZES_H
#define GEN_SIZES_H

#include "size/entropy_bounds.h"
#include "size/repetition.h"
#include "table/table.h"

struct setting_sizes {
    uint32_t bytes;
    struct encode_sizes parts;
    uint64_t verdicts[VERDICTS]; /* of instructions */
};

/* The same of a table in another format. */
struct format_setting_sizes {
    const struct format *format; /* NULL: none was asked for */
    uint32_t bytes;
    struct format_sizes parts;
    uint64_t verdicts[VERDICTS];
};

struct sizes {
    uint64_t functions; /* distinct addresses of function symbols with a size */
    uint64_t code_bytes, instructions;
    uint64_t debug_frame_bytes, exidx_bytes; /* .ARM.exidx and .ARM.extab */
    struct setting_sizes setting[PLAN_SETTINGS];
    struct format_setting_sizes foreign;
    struct repetition repetition; /* where FOREIGN is a dictionary */
    struct bounds bounds;
};

/* The parts of a table, in their order. */
#define SIZES_PARTS 7
const char *sizes_part_name(unsigned part);
uint32_t sizes_part(const struct encode_sizes *sizes, unsigned part);

/* What is called NAME in IMAGE, loaded or not. */
uint64_t sizes_of_sections(const struct image *image, const char *name);

/*
 * Builds the table of the image at PATH in each setting, and in FORMAT if that is not NULL.
 * STATUS_...: PROBLEMS also when no source knows any rule; then SIZES is filled all the same. Else
 * it is zero but for GOOD.
 */
int sizes_measure(struct sizes *sizes, const char *path, const struct row_options *options,
                  const struct format *format);

#endif
