/* SPDX-License-Identifier: MIT */
/* Builds and proves the table of an image in each setting, for `bobbin size`. */
#include "size/setting_sizes.h"

#include <string.h>

#include "discover/open_image.h"
#include "elf/debug_section.h"
#include "util/diag.h"

const char *sizes_part_name(unsigned part)
{
    static const char *const names[SIZES_PARTS] = {"header, build id, padding",
                                                   "ranges",
                                                   "index",
                                                   "entries",
                                                   "rows",
                                                   "rules",
                                                   "long rules",
                                                   "exception rules",
                                                   "resume rules"};

    return names[part];
}

uint32_t sizes_part(const struct encode_sizes *sizes, unsigned part)
{
    const uint32_t parts[SIZES_PARTS] = {sizes->header,     sizes->ranges,    sizes->index,
                                         sizes->entries,    sizes->rows,      sizes->rules,
                                         sizes->long_rules, sizes->crossings, sizes->resumes};

    return parts[part];
}

uint64_t sizes_of_sections(const struct image *image, const char *wanted)
{
    bool own = debug_section_exists(image->elf, wanted);
    Elf *elf = own ? image->elf : image_debug_elf(image);
    Elf_Scn *scn = NULL;
    GElf_Shdr header;
    uint64_t bytes = 0;

    while ((scn = debug_section_next(elf, scn, wanted, &header)))
        bytes += header.sh_size;
    return bytes;
}

static void measure_image(struct sizes *sizes, const struct image *image, const struct table *table)
{
    const struct row_list *list = &table->reference.list;

    sizes->functions = proof_functions(image);
    sizes->instructions = table->proof.instructions;
    for (size_t i = 0; i < list->ranges_count; i++)
        sizes->code_bytes += list->range[i].size_bytes;
    sizes->debug_frame_bytes = sizes_of_sections(image, ".debug_frame");
    sizes->exidx_bytes =
        sizes_of_sections(image, ".ARM.exidx") + sizes_of_sections(image, ".ARM.extab");
    bounds_find(&sizes->bounds, &table->reference);
}

static void measure_setting(struct sizes *sizes, const struct table *table)
{
    struct setting_sizes *setting = &sizes->setting[table->setting];

    setting->bytes = table->size_bytes;
    setting->parts = table->sizes;
    memcpy(setting->verdicts, table->proof.verdicts, sizeof(setting->verdicts));
}

static int measure_format(struct sizes *sizes, const struct image *image, struct table *table,
                          const struct format *format)
{
    struct format_setting_sizes *foreign = &sizes->foreign;
    int status = table_encode_foreign(table, image, format);

    if (status != STATUS_GOOD)
        return status;
    foreign->format = format;
    foreign->bytes = table->size_bytes + table->format_sizes.elsewhere_bytes;
    foreign->parts = table->format_sizes;
    memcpy(foreign->verdicts, table->proof.verdicts, sizeof(foreign->verdicts));
    if (format_is_dictionary(format))
        repetition_find(&sizes->repetition, &table->reference);
    return STATUS_GOOD;
}

static int measure_settings(struct sizes *sizes, const struct image *image,
                            const struct row_options *options, enum entry_rules entry_rules,
                            const struct format *format)
{
    struct table table;
    int status = table_build_with(&table, image, options, PLAN_FAST, entry_rules);

    if (status != STATUS_GOOD)
        return status;
    measure_image(sizes, image, &table);
    measure_setting(sizes, &table);
    for (int setting = PLAN_FAST + 1; setting < PLAN_SETTINGS && status == STATUS_GOOD; setting++) {
        status = table_encode(&table, image, (enum plan_setting)setting);
        if (status == STATUS_GOOD)
            measure_setting(sizes, &table);
    }
    if (format && status == STATUS_GOOD)
        status = measure_format(sizes, image, &table, format);
    if (status != STATUS_GOOD)
        memset(sizes, 0, sizeof(*sizes));
    else if (table.has_no_rules)
        status = STATUS_PROBLEMS;
    table_free(&table);
    return status;
}

int sizes_measure(struct sizes *sizes, const char *path, struct debug_paths *given,
                  const struct row_options *options, enum entry_rules entry_rules,
                  const struct format *format)
{
    struct image image;
    int status = image_open_with(&image, path, given);

    memset(sizes, 0, sizeof(*sizes));
    if (status != STATUS_GOOD)
        return status;
    status = measure_settings(sizes, &image, options, entry_rules, format);
    image_close(&image);
    return status;
}
