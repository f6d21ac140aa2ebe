/* SPDX-License-Identifier: MIT */
/* Keeps the lines that bobbin_last_report sends from becoming a record again. */
#ifndef BOBBIN_HANDED_OVER_H
#define BOBBIN_HANDED_OVER_H

/* The line under way, or NULL: bobbin_record_put passes it on and records lines from elsewhere. */
extern const char *bobbin_record_handed_over;

#endif
