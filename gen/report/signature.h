/* SPDX-License-Identifier: MIT */
/*
 * The signature of a crash: a word that is the same for the same crash in different builds.
 * SIGNATURE.md defines it. A change that gives any report another signature needs a new
 * SIGNATURE_VERSION.
 */
#ifndef GEN_REPORT_SIGNATURE_H
#define GEN_REPORT_SIGNATURE_H

#include "report/report_model.h"
#include "symbolize/image_list.h"

#define SIGNATURE_VERSION "1"
/* Number of functions in the signature of a fault, apart from those of a recursion. */
#define SIGNATURE_FUNCTIONS_MAX 3
/* The same if the firmware itself found the error: the function that checks says most. */
#define SIGNATURE_CHECKS_MAX 2
/* A function with so many frames in a trace is part of a recursion. */
#define SIGNATURE_RECURSION_MIN 8
/* Size of the longest signature, with its NUL. */
#define SIGNATURE_BYTES 1024

/*
 * Writes the signature of REPORT to TEXT and returns TEXT. IMAGE (NULL: none) gives the names; the
 * names of REPORT need not be filled.
 */
const char *signature_write(const struct report *report, struct named_image *image,
                            char text[SIGNATURE_BYTES]);

#endif
