/* SPDX-License-Identifier: MIT */
/*
 * capture_set IMAGE PREFIX CAPTURES STACKS SAMPLES [file|log|live|other|bare|idle|wall] Writes made
 * captures of IMAGE, as of a fleet, to PREFIX0000, PREFIX0001, ... Together they have SAMPLES
 * samples of exactly STACKS different stacks; each stack is in several captures. Addresses are in
 * IMAGE's functions. Each capture has a ring with its last 16 samples. The same arguments give the
 * same bytes. "log" puts each capture into a text log, "live" into a memory dump, both with other
 * content around. "other" has the build id of another image, "bare" has no ring, in "idle" all
 * samples are of idle time. "wall" is a wall-clock profile; its tasks wait.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discover/open_image.h"
#include "elf/image.h"
#include "made_capture.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/output_file.h"

enum {
    DEPTH_MIN = 4,
    DEPTH_MAX = 20,
    OVERLAP = 5,
    JUNK_BYTES = 1003,
    CONTEXTS = 4,
    RING = 16,
    NS_PER_SAMPLE = 1500
};

struct set {
    struct image image;
    const char *prefix, *form;
    uint32_t captures, stacks;
    uint64_t samples;
    uint64_t *left;          /* of each stack: samples that no capture has yet */
    struct made_node *nodes; /* a tree with all stacks, PARENT ascending; CHARGED is unused */
    size_t nodes_count, nodes_capacity;
    size_t trunk_first; /* first node of the trunk from which new stacks branch off */
    uint32_t *ends;     /* of each stack: its node */
};

static uint64_t random_state = 0x243f6a8885a308d3u;

/* splitmix64 */
static uint32_t random_below(uint32_t limit)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 32) % limit;
}

/* ---- stacks --------------------------------------------------------------------------------- */

/*
 * An even address in function NUMBER, or in the next function that is long enough. Bit 0 is a flag.
 */
static uint32_t pc_in(const struct set *set, uint64_t number)
{
    const struct image_function *function;
    uint32_t size;

    do {
        function = &set->image.functions[number++ % set->image.functions_count];
        size = image_function_end(&set->image, function) - function->address;
    } while (size < 8);
    return (function->address + 4 + random_below(size - 4)) & ~3u;
}

static uint32_t add_node(struct set *set, uint32_t parent, uint32_t pc)
{
    struct made_node node = {parent, pc, 0, 0};

    array_push(set->nodes, set->nodes_count, set->nodes_capacity, node);
    return (uint32_t)set->nodes_count - 1;
}

/* Whether PARENT already has a child with PC. */
static bool has_child(const struct set *set, uint32_t parent, uint32_t pc)
{
    for (size_t i = set->trunk_first; i < set->nodes_count; i++)
        if (set->nodes[i].parent == parent && set->nodes[i].pc == pc)
            return true;
    return false;
}

/* Adds a frame with FLAG in function NUMBER, or in a later one if AT already has such a child. */
static uint32_t add_frame(struct set *set, uint32_t at, uint64_t number, uint32_t flag)
{
    uint32_t pc;

    do
        pc = pc_in(set, number++) | flag;
    while (has_child(set, at, pc));
    return add_node(set, at, pc);
}

/* Adds a frame that calls the frames below AT. */
static uint32_t add_call(struct set *set, uint32_t at)
{
    return add_frame(set, at, random_below(1u << 30), PROFILE_PC_CALL);
}

/*
 * Adds stack NUMBER: it shares the frames up to AT with other stacks and has DEPTH frames of its
 * own. Neighbours have different innermost functions.
 */
static uint32_t add_stack(struct set *set, uint32_t number, uint32_t at, uint32_t depth)
{
    while (depth-- > 1)
        at = add_call(set, at);
    return add_frame(set, at, (uint64_t)number * 7919, 0);
}

static void make_stacks(struct set *set)
{
    uint32_t path[DEPTH_MAX];
    uint32_t trunk = 0;

    set->ends = must_realloc(NULL, set->stacks, sizeof(*set->ends));
    for (uint32_t i = 0; i < set->stacks; i++) {
        uint32_t own = 1 + random_below(3);
        if (trunk == 0 || random_below(8) == 0) {
            uint32_t at = PROFILE_AT_CONTEXT | random_below(CONTEXTS);
            set->trunk_first = set->nodes_count;
            trunk = DEPTH_MIN + random_below(DEPTH_MAX - DEPTH_MIN - 4);
            for (uint32_t j = 0; j < trunk; j++)
                at = path[j] = add_call(set, at);
        }
        set->ends[i] = add_stack(set, i, path[random_below(trunk)], own);
    }
}

/* Some stacks get many more samples than others. */
static void share_samples(struct set *set)
{
    uint64_t left = set->samples;

    set->left = must_realloc(NULL, set->stacks, sizeof(*set->left));
    for (uint32_t i = 0; i < set->stacks; i++) {
        uint64_t mean = left / (set->stacks - i);
        uint64_t share = i + 1 == set->stacks ? left : 1 + random_below((uint32_t)(2 * mean));
        set->left[i] = share > left ? left : share;
        left -= set->left[i];
    }
}

/* ---- captures ------------------------------------------------------------------------------- */

static void add_contexts(struct made_capture *made, bool idle, bool wall)
{
    static const struct made_context contexts[CONTEXTS] = {
        {.task = 1, .mode = 0x1f, .stop = 1, .flags = PROFILE_IS_TASK, .name = "worker"},
        {.task = 2, .mode = 0x1f, .stop = 1, .flags = PROFILE_IS_TASK, .name = "parser"},
        {.interrupt = 34, .mode = 0x12, .stop = 1, .flags = PROFILE_IS_INTERRUPT},
        {.mode = 0x1f, .stop = 1, .flags = PROFILE_IS_IDLE},
    };

    for (size_t i = 0; i < CONTEXTS; i++) {
        struct made_context context = contexts[idle ? CONTEXTS - 1 : i];
        if (wall && context.flags & PROFILE_IS_TASK)
            context.flags |= PROFILE_IS_WAITING;
        made_context_add(made, &context);
    }
}

/*
 * The number of stacks of a capture. Windows overlap: each stack is in OVERLAP captures, or in all.
 */
static uint32_t window_of(const struct set *set)
{
    uint64_t size = ((uint64_t)set->stacks * OVERLAP + set->captures - 1) / set->captures;

    return size < set->stacks ? (uint32_t)size : set->stacks;
}

static bool has_stack(const struct set *set, uint32_t number, uint32_t stack)
{
    uint32_t first = (uint32_t)((uint64_t)number * set->stacks / set->captures);

    return (stack + set->stacks - first) % set->stacks < window_of(set);
}

static bool comes_again(const struct set *set, uint32_t number, uint32_t stack)
{
    while (++number < set->captures)
        if (has_stack(set, number, stack))
            return true;
    return false;
}

/* The last capture with a stack gets all remaining samples of it. */
static void count_stacks(struct set *set, uint32_t number, uint32_t *counts)
{
    for (uint32_t i = 0; i < set->stacks; i++) {
        uint64_t part = set->left[i];
        if (!has_stack(set, number, i))
            continue;
        if (part > 1 && comes_again(set, number, i))
            part = 1 + random_below((uint32_t)(part - 1));
        else if (comes_again(set, number, i))
            part = 0;
        counts[set->ends[i]] += (uint32_t)part;
        set->left[i] -= part;
    }
}

/* Adds the nodes with counts and all their ancestors, in order. */
static void add_nodes(const struct set *set, const uint32_t *counts, struct made_capture *made)
{
    uint32_t *numbers = must_realloc(NULL, set->nodes_count, sizeof(*numbers));
    bool *needed = must_realloc(NULL, set->nodes_count, sizeof(*needed));

    for (size_t i = set->nodes_count; i-- > 0;)
        needed[i] = counts[i] > 0;
    for (size_t i = set->nodes_count; i-- > 0;)
        if (needed[i] && !(set->nodes[i].parent & PROFILE_AT_CONTEXT))
            needed[set->nodes[i].parent] = true;
    for (size_t i = 0; i < set->nodes_count; i++) {
        uint32_t parent = set->nodes[i].parent;
        if (!needed[i])
            continue;
        if (!(parent & PROFILE_AT_CONTEXT))
            parent = numbers[parent];
        numbers[i] = made_node_add(made, parent, set->nodes[i].pc, counts[i]);
    }
    free(numbers);
    free(needed);
}

static void add_ring(struct made_capture *made, uint32_t number)
{
    for (uint32_t i = 0; i < RING; i++)
        made_raw_add(made, UINT32_MAX - 10000 + 1000 * i, 7 * i % (uint32_t)made->nodes_count);
    made->ring_written = RING + number;
}

static void make_capture(struct set *set, uint32_t number, struct buffer *out)
{
    struct made_capture made = {
        .build_id_size = set->image.build_id_size,
        .clock_hz = 1000000000,
        .timer_hz = 1000000,
        .period_ticks = 1000,
        .run = number + 1,
        .cost_worst = 4000,
        .elapsed = 100000000000u,
    };
    uint32_t *counts = must_realloc(NULL, set->nodes_count, sizeof(*counts));
    bool is_wall = strcmp(set->form, "wall") == 0;

    memcpy(made.build_id, set->image.build_id, made.build_id_size);
    made.build_id[0] ^= strcmp(set->form, "other") == 0;
    made.flags = strcmp(set->form, "live") == 0 ? PROFILE_FLAG_LIVE : 0;
    made.flags |= is_wall ? PROFILE_FLAG_WALL : 0;
    memset(counts, 0, set->nodes_count * sizeof(*counts));
    count_stacks(set, number, counts);
    add_contexts(&made, strcmp(set->form, "idle") == 0, is_wall);
    add_nodes(set, counts, &made);
    if (strcmp(set->form, "bare") != 0)
        add_ring(&made, number);
    for (size_t i = 0; i < made.nodes_count; i++)
        made.cost += NS_PER_SAMPLE * (uint64_t)made.nodes[i].count;
    made_capture_write(&made, 7, out);
    free(counts);
    made_capture_free(&made);
}

/* ---- files ---------------------------------------------------------------------------------- */

static void put_junk(struct buffer *out)
{
    for (size_t i = 0; i < JUNK_BYTES; i++)
        buffer_u8(out, random_below(256));
    buffer_u32(out, PROFILE_MAGIC);
}

static void write_form(const struct set *set, const struct buffer *capture, FILE *out)
{
    struct buffer junk = {0};

    if (strcmp(set->form, "log") == 0) {
        fputs("boot: hello\r\n%bobbin and more\r\n", out);
        made_capture_log(capture->bytes, capture->size, false, out);
        fputs("idle\r\n", out);
        return;
    }
    if (strcmp(set->form, "live") == 0)
        put_junk(&junk);
    fwrite(junk.bytes, 1, junk.size, out);
    fwrite(capture->bytes, 1, capture->size, out);
    fwrite(junk.bytes, 1, junk.size, out);
    free(junk.bytes);
}

static int write_set(struct set *set)
{
    int status = STATUS_GOOD;

    for (uint32_t i = 0; i < set->captures && status == STATUS_GOOD; i++) {
        struct buffer capture = {0};
        struct output output;
        char path[512];
        snprintf(path, sizeof(path), "%s%04u", set->prefix, i);
        make_capture(set, i, &capture);
        status = output_open(&output, path, NULL);
        if (status == STATUS_GOOD) {
            write_form(set, &capture, output.file);
            status = output_close(&output);
        }
        free(capture.bytes);
    }
    return status;
}

int main(int argc, char **argv)
{
    struct set set = {.form = "file"};
    int status;

    if (argc < 6 || argc > 7) {
        fputs("usage: capture_set IMAGE PREFIX CAPTURES STACKS SAMPLES "
              "[file|log|live|other|bare|idle]\n",
              stderr);
        return STATUS_USAGE;
    }
    set.prefix = argv[2];
    set.captures = (uint32_t)strtoul(argv[3], NULL, 10);
    set.stacks = (uint32_t)strtoul(argv[4], NULL, 10);
    set.samples = strtoull(argv[5], NULL, 10);
    if (argc == 7)
        set.form = argv[6];
    status = image_open(&set.image, argv[1]);
    if (status != STATUS_GOOD)
        return status;
    make_stacks(&set);
    share_samples(&set);
    status = write_set(&set);
    free(set.nodes);
    free(set.ends);
    free(set.left);
    image_close(&set.image);
    return status;
}
