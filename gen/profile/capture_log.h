/* SPDX-License-Identifier: MIT */
/* Captures that a device sent as lines of a text log. */
#ifndef GEN_CAPTURE_LOG_H
#define GEN_CAPTURE_LOG_H

#include "profile/capture_files.h"

/* Visits each capture in the lines of FILE, in their order. Part of profile_file_read. */
void profile_log_read(const struct profile_file *file, const struct profile_visitor *visitor);

#endif
