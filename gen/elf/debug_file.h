/* SPDX-License-Identifier: MIT */
/*
 * Files apart from the image that have its debug information: what `objcopy --only-keep-debug`
 * writes, the image before strip, and packages of split DWARF (.dwp).
 */
#ifndef GEN_ELF_DEBUG_FILE_H
#define GEN_ELF_DEBUG_FILE_H

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct debug_file {
    char *path; /* NULL: no file */
    int fd;
    Elf *elf;
};

/*
 * The files and folders that the user names with --debug-file=. One command may read several
 * images; USED marks the paths that belong to one of them. PATHS and USED have COUNT items.
 */
struct debug_paths {
    char *const *paths;
    bool *used;
    size_t count;
};

/* Allocates USED, which debug_paths_free frees. PATHS must outlive the list. */
void debug_paths_init(struct debug_paths *given, char *const *paths, size_t count);
void debug_paths_free(struct debug_paths *given);

/* If a path belongs to no image, prints one line on stderr and returns STATUS_BAD_INPUT. */
int debug_paths_check(const struct debug_paths *given);

/*
 * Finds the debug file of IMAGE and its package of split DWARF: first those in GIVEN, which may be
 * NULL; then, if IMAGE lacks DWARF or symbols, in the folders where gdb searches. Fills in
 * image->debug_file and image->packages. If a path of GIVEN cannot be read, prints one line on
 * stderr and returns STATUS_BAD_INPUT.
 */
struct image;
int debug_file_find(struct image *image, struct debug_paths *given);
void debug_file_close(struct debug_file *file);

/*
 * Only for debug_file_find. debug_file_open: false if PATH is not a 32-bit ARM ELF file.
 * debug_file_belongs: by build id; without build ids by the places of all code sections.
 */
bool debug_file_open(struct debug_file *file, const char *path);
bool debug_file_belongs(const struct debug_file *file, const struct image *image);

#endif
