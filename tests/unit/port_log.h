/* SPDX-License-Identifier: MIT */
/*
 * Captures the report lines of a port on the host. port_log_put is the put function for
 * bobbin_config.
 *
 * The other functions read the lines without CR LF. They fail the test if a line is not
 * well-formed.
 */
#ifndef PORT_LOG_H
#define PORT_LOG_H

#include <stdbool.h>
#include <stdint.h>

#define PORT_LOG_LINES_MAX 400
#define PORT_LOG_LINE_SIZE 256

void port_log_clear(void);
void port_log_put(const char *bytes, uint32_t size_bytes);

/*
 * The number of all lines; the number of lines of TYPE; the text of line INDEX of TYPE after
 * "%bobbin TOKEN.SEQ TYPE", up to its CRC. The text has that of the lines that continue it; it is
 * valid until the next call.
 */
uint32_t port_log_lines(void);
uint32_t port_log_count(const char *type);
const char *port_log_line(const char *type, uint32_t index);

/* The token of the first line, with what follows it. */
const char *port_log_token(void);

/* The line number of the last line of TYPE. */
uint32_t port_log_last(const char *type);

/* True if a note contains TEXT. */
bool port_log_has_note(const char *text);

/* Fails unless lines have one token, are numbered from 0, and have their CRC, and "end" has their
   count. */
void port_log_check(void);

/* The same, but line LOST was numbered and never arrived. */
void port_log_check_lost(uint32_t lost);

#endif
