/* SPDX-License-Identifier: MIT */
/* Readers of tables of other formats, for bobbin_env.foreign. */
#ifndef BOBBIN_FORMATS_H
#define BOBBIN_FORMATS_H

#include <bobbin/bobbin.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Read tables of other formats, those that `bobbin table --format=` writes. Only firmware that names one links it. Such
 * a table says less than one of Bobbin's: where a trace goes wrong by it, that is how it was published.
 *
 * Chromium's of 2018, UNW_INDEX and UNW_DATA: sp and return address alone. It has two readers that differ: that of the
 * heap profiler, which finds nothing at the first instruction of a function and takes what is there in sp for the
 * return address where no row has one yet; and that of the sampling profiler, which goes by lr before the first row.
 */
extern const struct bobbin_foreign bobbin_chrome1;
extern const struct bobbin_foreign bobbin_chrome1_profiler;

/*
 * Chromium's of 2021: sp, the return address and r4 to r11, by the bytecode of EHABI, from each instruction of a
 * prologue on. It knows of no way out of a function: the second reader looks at the code of what was interrupted first,
 * whether it is on one.
 */
extern const struct bobbin_foreign bobbin_chrome2;
extern const struct bobbin_foreign bobbin_chrome2_simulating;

/*
 * The compact CFI dictionary: rows of all registers, on the way in and out too. Flat: six bytes a row; two-level:
 * three, and eight for every 128 KiB of code.
 */
extern const struct bobbin_foreign bobbin_dictionary;
extern const struct bobbin_foreign bobbin_dictionary_two_level;

/*
 * What the linker has made of the compiler's tables for C++ (IHI 0038, .ARM.exidx and .ARM.extab), where it lies in the
 * image; such a table says no more than where. They hold at calls and are wrong in prologues and epilogues: a frame
 * found by one says so (trust).
 */
extern const struct bobbin_foreign bobbin_exidx;

/* Asynchronous compact descriptors, in groups: those of 2018 and 2025 transposed to AArch32. */
extern const struct bobbin_foreign bobbin_groups;

/* How many entries the cache of bobbin_chrome1 has. */
#define BOBBIN_CHROME1_CACHE 509

/* What bobbin_exidx needs to know of an image, each from START to END - 1 in memory. */
struct bobbin_exidx_image {
    const void *code_start, *code_end;
    const void *index_start, *index_end; /* .ARM.exidx: __exidx_start and __exidx_end, as a rule */
    const void *data_start, *data_end;   /* where .ARM.extab is: all of flash will do */
};
#define BOBBIN_EXIDX_WORDS 24

/*
 * Where an image has no table of its own: opens one that is written to WORDS, for bobbin_exidx to read IMAGE by. Where
 * code and tables are is all it says: it has neither checksum nor build id. WORDS must outlive TABLE.
 */
enum bobbin_table_error bobbin_exidx_open(struct bobbin_table *table,
                                          uint32_t words[BOBBIN_EXIDX_WORDS],
                                          const struct bobbin_exidx_image *image);

#ifdef __cplusplus
}
#endif

#endif
