/* SPDX-License-Identifier: MIT */
/* The build id of the running image, and whether its unwind table can be used. */
#ifndef BOBBIN_IMAGE_STATE_H
#define BOBBIN_IMAGE_STATE_H

#include <bobbin/port.h>

/* Fills STATE from the linker's symbols. Probes memory with bobbin_port_readable before it
   reads. */
void bobbin_image_state(struct bobbin_image_state *state);

/* Its two halves, in this order: the build id, then what depends on the table. */
void bobbin_image_id(struct bobbin_image_state *state);
void bobbin_image_table(struct bobbin_image_state *state);

/*
 * Finds the first NT_GNU_BUILD_ID note of "GNU" (System V ABI, "Note Section") in the NOTES_SIZE
 * bytes at NOTES. Returns its description, the build id, and stores its length in SIZE_BYTES; or
 * returns NULL and stores 0. Reads only these bytes, even if the notes are corrupt.
 */
const uint8_t *bobbin_build_id(const uint8_t *notes, uint32_t notes_size, uint32_t *size_bytes);

/* For a note line: what ERROR means, and what to do about it. Never NULL. */
const char *bobbin_table_advice(enum bobbin_table_error error);

#endif
