/* SPDX-License-Identifier: MIT */
/*
 * The path of a source file in the checked-out repository. Debug information has the path on the
 * machine that compiled it.
 */
#ifndef GEN_SYMBOLIZE_SOURCE_PATH_H
#define GEN_SYMBOLIZE_SOURCE_PATH_H

#include <stdbool.h>

/*
 * The folder to which paths are relative: that of the repository if GITHUB_WORKSPACE or
 * CI_PROJECT_DIR says so and contains the current folder, else the current folder. malloc'ed.
 */
char *source_path_root(void);

/*
 * Returns the path of FILE relative to ROOT, malloc'ed, or NULL if FILE is not inside ROOT. FILE is
 * as in the debug information: absolute, or relative to DIRECTORY. If the image was compiled at
 * another place, the longest end of the path that exists in ROOT is taken. A single file name is no
 * such end, unless FILE is nothing else: names such as "main.c" are frequent.
 */
char *source_path_find(const char *root, const char *directory, const char *file);

#endif
