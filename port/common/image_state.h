/* SPDX-License-Identifier: MIT */
/* Which image runs here, and whether the table in it can be used. */
#ifndef BOBBIN_IMAGE_STATE_H
#define BOBBIN_IMAGE_STATE_H

#include <bobbin/port.h>

/* From the linker's symbols. The memory between them is asked for before it is read. */
void bobbin_image_state(struct bobbin_image_state *state);

/*
 * The description of the first NT_GNU_BUILD_ID note of "GNU" (System V ABI, "Note Section") in the
 * NOTES_SIZE bytes at NOTES, or NULL. Reads nothing outside them, whatever they say.
 */
const uint8_t *bobbin_build_id(const uint8_t *notes, uint32_t notes_size, uint32_t *size_bytes);

/* What to do about a table that cannot be used. */
const char *bobbin_table_advice(enum bobbin_table_error error);

#endif
