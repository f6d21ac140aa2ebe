/* SPDX-License-Identifier: MIT */
/*
 * What a port's report writes, caught on the host. port_log_put is for bobbin_config.put; the
 * questions look at the lines without their CR LF, and fail the test when a line is not well-formed.
 */
#ifndef PORT_LOG_H
#define PORT_LOG_H

#include <stdbool.h>
#include <stdint.h>

#define PORT_LOG_LINES_MAX 400
#define PORT_LOG_LINE_SIZE 256

void port_log_clear(void);
void port_log_put(const char *bytes, uint32_t size_bytes);

/* All lines so far, those of TYPE, and number INDEX of TYPE: its text behind "%bobbin SEQ TYPE". */
uint32_t port_log_lines(void);
uint32_t port_log_count(const char *type);
const char *port_log_line(const char *type, uint32_t index);

/* The number of the last line of TYPE. */
uint32_t port_log_last(const char *type);

/* Whether a note says TEXT somewhere. */
bool port_log_has_note(const char *text);

/* Fails unless lines are numbered from 0, each has its CRC, and "end" counts them. */
void port_log_check(void);

#endif
