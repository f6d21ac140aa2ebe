/* SPDX-License-Identifier: MIT */
/*
 * Writes Protocol Buffers messages (published encoding, version 3), for pprof profiles. Supports
 * varint and length-delimited fields.
 */
#ifndef GEN_UTIL_PROTOBUF_H
#define GEN_UTIL_PROTOBUF_H

#include "util/buffer.h"

/* Appends VALUE without a field number, for packed fields. */
void proto_varint(struct buffer *out, uint64_t value);

/* Each appends field NUMBER. A number or bool of 0 is omitted, because 0 is the default value. */
void proto_number(struct buffer *out, uint32_t number, uint64_t value);
void proto_bool(struct buffer *out, uint32_t number, int value);
void proto_bytes(struct buffer *out, uint32_t number, const void *bytes, size_t size_bytes);
void proto_string(struct buffer *out, uint32_t number, const char *text);

/* Appends PART, a message or a packed field, as field NUMBER. Empties PART so it can be reused. */
void proto_part(struct buffer *out, uint32_t number, struct buffer *part);

#endif
