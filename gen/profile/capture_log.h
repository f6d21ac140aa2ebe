/* SPDX-License-Identifier: MIT */
/* Reads captures that a device sent as lines of a text log. */
#ifndef GEN_PROFILE_CAPTURE_LOG_H
#define GEN_PROFILE_CAPTURE_LOG_H

#include "profile/capture_files.h"

/* Visits each capture in the lines of the text log FILE, in order. */
void capture_log_read(const struct capture_file *file, const struct capture_visitor *visitor);

#endif
