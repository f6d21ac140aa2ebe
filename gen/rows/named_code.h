/* SPDX-License-Identifier: MIT */
/*
 * Finds the code that a user names on the command line. For the stage rows and for options that
 * take a symbol.
 */
#ifndef GEN_ROWS_NAMED_CODE_H
#define GEN_ROWS_NAMED_CODE_H

#include "elf/image.h"

/* Set it to zero to start. The caller frees ADDRESS. */
struct code_addresses {
    uint32_t *address; /* without the Thumb bit; ascending, each once */
    size_t count, capacity;
};

/*
 * Adds to FOUND the addresses that TEXT names. TEXT is an address ("0x8034"), a symbol, or a shell
 * pattern of symbols ("task_*"). A symbol is that of a function or a label. Returns false if
 * TEXT names no code.
 */
bool named_code_search(struct code_addresses *found, const struct image *image, const char *text);

/*
 * Like named_code_search for TEXT, an argument of OPTION ("--root"). Returns STATUS_BAD_INPUT after
 * an error message if TEXT names no code.
 */
int named_code_find(struct code_addresses *found, const struct image *image, const char *option,
                    const char *text);

#endif
