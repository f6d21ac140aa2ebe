/* SPDX-License-Identifier: MIT */
/*
 * Readers of other table formats, for bobbin_env.foreign: of the tables that `bobbin table
 * --format=FORMAT` writes. Firmware links only the readers that it references. Such a table
 * contains less than a table of Bobbin; a trace that goes wrong with it shows the published format,
 * not a fault of the reader.
 */
#ifndef BOBBIN_FORMATS_H
#define BOBBIN_FORMATS_H

#include <bobbin/bobbin.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Chromium's format of 2018 (UNW_INDEX and UNW_DATA): sp and the return address only. Its two
 * published readers differ before the first row of a function:
 *  - bobbin_chrome1 is the reader of the heap profiler: it finds nothing at the first instruction.
 *    At the next ones it takes the return address from the word at sp.
 *  - bobbin_chrome1_profiler is the reader of the sampling profiler: there it takes the return
 *    address from lr.
 */
extern const struct bobbin_foreign bobbin_chrome1;
extern const struct bobbin_foreign bobbin_chrome1_profiler;

/* Number of entries of bobbin_env.foreign_cache, which only bobbin_chrome1 uses. */
#define BOBBIN_CHROME1_CACHE 509

/*
 * Chromium's format of 2021: sp, the return address and r4-r11, in EHABI bytecode, right at each
 * instruction of a prologue. It does not describe epilogues. The second reader therefore first
 * checks whether the code at an interrupted pc is an epilogue.
 */
extern const struct bobbin_foreign bobbin_chrome2;
extern const struct bobbin_foreign bobbin_chrome2_simulating;

/*
 * The compact CFI dictionary: rows with all registers, in prologues and epilogues, too. Flat: 6
 * bytes a row. Two-level: 3 bytes a row, and 8 bytes for every 128 KiB of code.
 */
extern const struct bobbin_foreign bobbin_dictionary;
extern const struct bobbin_foreign bobbin_dictionary_two_level;

/*
 * The linker's own tables for C++ exceptions (.ARM.exidx and .ARM.extab, EHABI = IHI 0038), where
 * they are in the image. Bobbin's table then stores only their addresses. They are right at calls,
 * and wrong in prologues and epilogues; a frame that was found with them has the trust
 * BOBBIN_TRUST_EXIDX.
 */
extern const struct bobbin_foreign bobbin_exidx;

/* Asynchronous compact descriptors in groups: the formats of 2018 and 2025, adapted to AArch32. */
extern const struct bobbin_foreign bobbin_groups;

/* The parts of an image that bobbin_exidx reads, each from START to END - 1 in memory. */
struct bobbin_exidx_image {
    const void *code_start, *code_end;
    const void *index_start, *index_end; /* .ARM.exidx: usually __exidx_start and __exidx_end */
    const void *data_start, *data_end;   /* memory with .ARM.extab, for example the whole flash */
};
#define BOBBIN_EXIDX_WORDS 24

/*
 * For an image without a table of its own: writes a small table to WORDS, which tells bobbin_exidx
 * where the parts of IMAGE are, and opens it as TABLE. The table has no checksum and no build id.
 * WORDS must exist as long as TABLE is used. Returns the errors of bobbin_table_open.
 */
enum bobbin_table_error bobbin_exidx_open(struct bobbin_table *table,
                                          uint32_t words[BOBBIN_EXIDX_WORDS],
                                          const struct bobbin_exidx_image *image);

#ifdef __cplusplus
}
#endif

#endif
