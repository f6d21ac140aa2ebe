/* SPDX-License-Identifier: MIT */
/* --debug-file of all verbs, and how they open their images with it. */
#ifndef GEN_DEBUG_OPTIONS_H
#define GEN_DEBUG_OPTIONS_H

#include "cli/options.h"
#include "elf/debug_file.h"
#include "symbolize/image_list.h"

#define OPTION_DEBUG_FILE                                                                          \
    {                                                                                              \
        .name = "debug-file", .argument = "FILE",                                                  \
        .text = "take symbols and debug information from FILE if IMAGE has been stripped. FILE "   \
                "is what `objcopy --only-keep-debug` wrote, the image before strip, a package of " \
                "split DWARF (.dwp), a .dwo, or a folder with .build-id. Without this option, "    \
                "bobbin searches where gdb does. May be given more than once. A FILE of "          \
                "another build is an error (exit status 3).",                                      \
        APPENDS_WORD(debug_files)                                                                  \
    }

/*
 * Opens the first image of OPTIONS, and warns of faults of its symbols. STATUS_... Call image_close
 * only after STATUS_GOOD.
 */
int debug_options_open(struct image *image, const struct options *options);

/* Opens all images of OPTIONS. On failure LIST is empty. */
int debug_options_open_list(struct image_list *list, const struct options *options);

#endif
