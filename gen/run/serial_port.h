/* SPDX-License-Identifier: MIT */
/* Opens a serial port to read from. */
#ifndef GEN_RUN_SERIAL_PORT_H
#define GEN_RUN_SERIAL_PORT_H

/*
 * Opens DEVICE[:BAUD] and returns a descriptor that does not block, or -1 after an error message. A
 * terminal device is set to 8 data bits, no parity, one stop bit, without flow control, and to BAUD
 * (default 115200). A FIFO or a file is read as it is.
 */
int serial_port_open(const char *name);

#endif
