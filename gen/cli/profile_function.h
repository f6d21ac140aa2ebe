/* SPDX-License-Identifier: MIT */
/* The function that --function and --lines of `bobbin profile` name. */
#ifndef GEN_PROFILE_FUNCTION_H
#define GEN_PROFILE_FUNCTION_H

#include "profile/profile_names.h"
#include "symbolize/image_list.h"

/*
 * Finds the number of the function WANTED in NAMES: its name with or without parameters and file,
 * or any of its symbols in IMAGES. If there is none, or more than one, prints one line on stderr
 * and returns STATUS_PROBLEMS.
 */
int profile_function(const struct profile_names *names, const struct image_list *images,
                     const char *wanted, uint32_t *function);

#endif
