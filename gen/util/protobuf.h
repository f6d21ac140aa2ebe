/* SPDX-License-Identifier: MIT */
/* Writes messages of Protocol Buffers (the published encoding of version 3): varints and what has a length. */
#ifndef GEN_UTIL_PROTOBUF_H
#define GEN_UTIL_PROTOBUF_H

#include "util/buffer.h"

void proto_varint(struct buffer *out, uint64_t value); /* bare, for packed fields */

/* Field NUMBER of a message. A number that is 0 is left out, as its default. */
void proto_number(struct buffer *out, uint32_t number, uint64_t value);
void proto_bool(struct buffer *out, uint32_t number, int value);
void proto_bytes(struct buffer *out, uint32_t number, const void *bytes, size_t size_bytes);
void proto_string(struct buffer *out, uint32_t number, const char *text);

/* PART, a message or a packed field, as field NUMBER; PART is empty then, and can be used again. */
void proto_part(struct buffer *out, uint32_t number, struct buffer *part);

#endif
