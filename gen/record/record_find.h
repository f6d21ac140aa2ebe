/* SPDX-License-Identifier: MIT */
/* Finds records (core/format/RECORD.md) in bytes: a file, a dump of memory, a decoded log. */
#ifndef GEN_RECORD_RECORD_FIND_H
#define GEN_RECORD_RECORD_FIND_H

#include <stddef.h>
#include <stdio.h>

#include "core/record/record_lines.h"

struct found_record {
    uint8_t bytes[RECORD_BYTES_MAX];
    uint32_t size_bytes, sequence;
    uint64_t offset; /* of its first byte in the file */
};

/* Zero-initialize it. The owner frees ITEMS. */
struct found_records {
    struct found_record *items;
    size_t count, capacity;
    uint64_t damaged, too_new; /* records that start like one and cannot be read */
    uint64_t damaged_offset;   /* of the first of them */
};

/* Adds the records in SIZE_BYTES at BYTES, which are at OFFSET of the file. A record that was
   already found is not added again. */
void record_find(struct found_records *found, const uint8_t *bytes, size_t size_bytes,
                 uint64_t offset);

/* The same for all of IN, of any size, in constant memory. False if IN cannot be read. */
bool record_find_in_file(struct found_records *found, FILE *in);

/* Sorts the records: the newest first. */
void record_sort(struct found_records *found);

#endif
