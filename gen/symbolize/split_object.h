/* SPDX-License-Identifier: MIT */
/* One unit of a package of split DWARF, as an ELF file in memory that libdw can read. */
#ifndef GEN_SYMBOLIZE_SPLIT_OBJECT_H
#define GEN_SYMBOLIZE_SPLIT_OBJECT_H

#include "symbolize/split_index.h"
#include "util/buffer.h"

/*
 * Appends the file to OUT. VERSION is that of the DWARF of the unit. ADDRESSES are the bytes of the
 * image's .debug_addr from the base of the unit on. The sections get their names without ".dwo", so
 * that libdw reads .debug_addr too. Of the strings only those of the unit are copied, because a
 * large package would be copied for each of its units.
 */
void split_object_write(struct buffer *out, const struct split_parts *parts, uint32_t version,
                        const struct split_bytes *addresses);

#endif
