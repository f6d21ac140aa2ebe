/* SPDX-License-Identifier: MIT */
/* Reads captures that a device sent as lines of a text log. */
#ifndef GEN_PROFILE_CAPTURE_LOG_H
#define GEN_PROFILE_CAPTURE_LOG_H

#include "profile/capture_files.h"

/*
 * Visits each capture in the lines of FILE, in the order of the log. profile_file_read calls this.
 */
void profile_log_read(const struct profile_file *file, const struct profile_visitor *visitor);

#endif
