/* SPDX-License-Identifier: MIT */
/*
 * The capture reader on damaged profile captures: files, live captures and lines of a log.
 *
 * Captures with checksums: the reader must not invent an address, and no node may have a larger
 * count than was sent. Live captures have no checksums, so any content may result, but reading must
 * end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "made_capture.h"
#include "profile/capture_files.h"
#include "profile/profile_merge.h"

#define NODES_MAX 40u
#define PC_STEP   0x100u
#define COUNT_MAX 1000u
#define RING_MAX  8u

struct sent {
    struct fuzz_source source;
    struct made_capture made;
    bool live, is_log;
    struct profile profile;
};

static void make(struct sent *sent)
{
    uint32_t contexts = 1 + fuzz_below(&sent->source, 4);
    uint32_t nodes = fuzz_below(&sent->source, NODES_MAX);

    sent->live = fuzz_one_in(&sent->source, 3);
    sent->made.flags = sent->live ? PROFILE_FLAG_LIVE : 0;
    for (uint32_t i = 0; i < contexts; i++) {
        struct made_context context = {.task = i,
                                       .stop = fuzz_below(&sent->source, 14),
                                       .flags = fuzz_below(&sent->source, 16),
                                       .name = "task"};
        made_context_add(&sent->made, &context);
    }
    for (uint32_t i = 0; i < nodes; i++) {
        bool is_root = i == 0 || fuzz_one_in(&sent->source, 4);
        uint32_t at = is_root ? PROFILE_AT_CONTEXT | fuzz_below(&sent->source, contexts)
                              : fuzz_below(&sent->source, i);
        made_node_add(&sent->made, at, PC_STEP * (i + 1) | fuzz_below(&sent->source, 2),
                      fuzz_below(&sent->source, COUNT_MAX));
    }
    for (uint32_t i = fuzz_below(&sent->source, RING_MAX); i > 0; i--)
        made_raw_add(&sent->made, i, fuzz_below(&sent->source, NODES_MAX));
    sent->made.ring_written = fuzz_below(&sent->source, 2 * RING_MAX);
}

/* Each sent node has a different pc. The pc of a node that was read identifies the sent node. */
static void check_node(const struct sent *sent, const struct stack_node *node)
{
    uint32_t pc = profile_key_value(node->key);
    uint32_t number = pc / PC_STEP - 1;

    fuzz_check(pc % PC_STEP == 0 && number < sent->made.nodes_count);
    fuzz_check(node->count <= sent->made.nodes[number].count);
}

static void visit(void *context, const struct capture *capture, const char *why)
{
    struct sent *sent = context;

    if (why)
        return;
    profile_init(&sent->profile);
    sent->profile.raw.wanted = true;
    profile_merge(&sent->profile, capture, 0);
    for (size_t i = 1; !sent->live && i < sent->profile.stacks.count; i++) {
        const struct stack_node *node = &sent->profile.stacks.nodes[i];
        enum profile_kind kind = profile_key_kind(node->key);
        if (kind == PROFILE_CALL || kind == PROFILE_INTERRUPTED)
            check_node(sent, node);
    }
    profile_sort(&sent->profile);
    profile_free(&sent->profile);
}

/* Returns the capture as bytes or as log text. The caller frees it. */
static uint8_t *send_capture(struct sent *sent, size_t *size)
{
    struct buffer bytes = {0};
    char *text;
    FILE *out;

    made_capture_write(&sent->made, fuzz_below(&sent->source, 9), &bytes);
    sent->is_log = fuzz_one_in(&sent->source, 2);
    if (!sent->is_log) {
        *size = bytes.size;
        return bytes.bytes;
    }
    out = open_memstream(&text, size);
    made_capture_log(bytes.bytes, bytes.size, fuzz_one_in(&sent->source, 4), out);
    fclose(out);
    free(bytes.bytes);
    return (uint8_t *)text;
}

/*
 * A section that is cut off loses its checksum, so changes in it cannot be detected. In a log, each
 * line has its own checksum.
 */
static size_t damage(struct sent *sent, uint8_t *bytes, size_t size)
{
    bool is_cut = fuzz_one_in(&sent->source, 3);

    if (!fuzz_one_in(&sent->source, 8) && (!is_cut || sent->is_log))
        fuzz_mutate(&sent->source, bytes, (uint32_t)size);
    return is_cut ? fuzz_below(&sent->source, (uint32_t)size + 1) : size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_size)
{
    struct sent sent = {0};
    struct capture_visitor visitor = {&sent, visit, NULL};
    struct capture_file file = {.path = "capture"};
    uint8_t *bytes;
    size_t size;

    fuzz_source_begin(&sent.source, data, data_size);
    make(&sent);
    bytes = send_capture(&sent, &size);
    size = damage(&sent, bytes, size);
    file.bytes = memcpy(malloc(size ? size : 1), bytes, size);
    file.size_bytes = size;
    capture_file_read(&file, &visitor);
    free((void *)(uintptr_t)file.bytes);
    free(bytes);
    made_capture_free(&sent.made);
    return 0;
}
