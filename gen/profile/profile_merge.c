/* SPDX-License-Identifier: MIT */
/* Adds the contexts, stack nodes and raw samples of one capture to a profile. */
#include "profile/profile_merge.h"

#include "core/format/bytes.h"
#include "symbolize/thread_base.h"
#include "util/memory.h"

/* The node of the profile to which a record of the capture was added. */
struct merged_record {
    uint32_t node;    /* node of the profile; NO_NODE: the record was left out */
    uint32_t context; /* number of the context of the stack in the capture */
    uint16_t depth;
    bool no_room; /* the sampler had no room for the context, so all its samples are charged */
};
#define NO_NODE STACK_TREE_ROOT

struct merger {
    struct profile *profile;
    const struct capture *capture;
    uint32_t image;
    bool counts; /* if false, all counts are taken as 0 */
    struct merged_record *contexts, *nodes;
    struct profile_merged merged;
};

/* ---- contexts -------------------------------------------------------------------------------- */

static struct sample_context read_context(const struct merger *merger, const uint8_t *record,
                                          char name[PROFILE_CONTEXT_NAME_BYTES + 1])
{
    uint32_t flags = record[PROFILE_CONTEXT_FLAGS];
    bool is_known = !(flags & PROFILE_IS_OTHER);
    bool is_task = is_known && flags & PROFILE_IS_TASK;
    bool is_interrupt = is_known && flags & PROFILE_IS_INTERRUPT;
    uint32_t stop = record[PROFILE_CONTEXT_STOP];

    memcpy(name, record + PROFILE_CONTEXT_NAME, PROFILE_CONTEXT_NAME_BYTES);
    name[PROFILE_CONTEXT_NAME_BYTES] = '\0';
    return (struct sample_context){
        .image = merger->image,
        .processor = merger->capture->processor,
        .task = is_task ? bytes_u32(record + PROFILE_CONTEXT_TASK) : PROFILE_UNKNOWN,
        .task_name = is_task && name[0] ? name : NULL,
        .mode = is_known ? record[PROFILE_CONTEXT_MODE] : PROFILE_UNKNOWN,
        .interrupt = is_interrupt ? bytes_u16(record + PROFILE_CONTEXT_INTERRUPT) : PROFILE_UNKNOWN,
        .idle = is_known && flags & PROFILE_IS_IDLE,
        .waiting = is_known && flags & PROFILE_IS_WAITING,
        .stop = is_known && stop < BOBBIN_STOPS ? (enum bobbin_stop)stop : BOBBIN_STOP_NONE,
    };
}

/* The child of NODE that counts the samples for whose inner frames the sampler had no room. */
static uint32_t charged_child(struct merger *merger, uint32_t node)
{
    return stack_tree_child(&merger->profile->stacks, node, profile_key(PROFILE_CHARGED, 0));
}

static void add_charged(struct merger *merger, uint32_t node, uint64_t count)
{
    uint32_t child;

    if (count == 0 || !merger->counts)
        return;
    child = charged_child(merger, node);
    merger->profile->stacks.nodes[child].count += count;
    merger->merged.samples += count;
    merger->merged.charged += count;
}

static void merge_context(struct merger *merger, uint32_t number)
{
    const uint8_t *record = capture_record(&merger->capture->contexts, number);
    struct merged_record *merged = &merger->contexts[number];
    char name[PROFILE_CONTEXT_NAME_BYTES + 1];
    struct sample_context context;

    *merged = (struct merged_record){.node = NO_NODE, .context = number};
    if (!record)
        return;
    context = read_context(merger, record, name);
    merged->node = profile_context(merger->profile, &context);
    merged->no_room = record[PROFILE_CONTEXT_FLAGS] & PROFILE_IS_OTHER;
    add_charged(merger, merged->node, bytes_u32(record + PROFILE_CONTEXT_CHARGED));
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Returns the parent of record NUMBER, or NULL if PARENT is invalid. */
static const struct merged_record *parent_of(const struct merger *merger, uint32_t number,
                                             uint32_t parent)
{
    uint32_t at = parent & PROFILE_AT_NUMBER;

    if (parent & PROFILE_AT_CHARGED)
        return NULL;
    if (parent & PROFILE_AT_CONTEXT)
        return at < merger->capture->contexts.count ? &merger->contexts[at] : NULL;
    return at < number ? &merger->nodes[at] : NULL;
}

static void add_count(struct merger *merger, const struct merged_record *merged, uint64_t count)
{
    if (!merger->counts)
        return;
    merger->profile->stacks.nodes[merged->node].count += count;
    merger->merged.samples += count;
    if (merged->no_room)
        merger->merged.charged += count;
}

/* Whether the call frame of PC is no frame, but the exit function of a thread. */
static bool is_thread_base(const struct merger *merger, uint32_t pc)
{
    const struct named_image *image;

    if (!merger->profile->images || !(pc & PROFILE_PC_CALL))
        return false;
    pc &= ~PROFILE_PC_CALL;
    image = &merger->profile->images->items[merger->image];
    if (!image_section_at(&image->image, pc))
        image = image_list_at(merger->profile->images, pc);
    return image && thread_base_is(&image->image, pc);
}

/* The profile's node of the context of MERGED, but with the stop THREAD_BASE. */
static uint32_t thread_base_context(struct merger *merger, const struct merged_record *merged)
{
    const uint8_t *record = capture_record(&merger->capture->contexts, merged->context);
    char name[PROFILE_CONTEXT_NAME_BYTES + 1];
    struct sample_context context = read_context(merger, record, name);

    context.stop = BOBBIN_STOP_THREAD_BASE;
    return profile_context(merger->profile, &context);
}

static void merge_node(struct merger *merger, uint32_t number)
{
    const uint8_t *record = capture_record(&merger->capture->nodes, number);
    struct merged_record *merged = &merger->nodes[number];
    const struct merged_record *parent;
    uint32_t pc;

    *merged = (struct merged_record){.node = NO_NODE};
    if (!record)
        return;
    parent = parent_of(merger, number, bytes_u32(record + PROFILE_NODE_PARENT));
    if (!parent || parent->depth == PROFILE_DEPTH_MAX) {
        merger->merged.has_invalid_records = true;
        return;
    }
    if (parent->node == NO_NODE)
        return;
    pc = bytes_u32(record + PROFILE_NODE_PC);
    *merged = *parent;
    merged->depth++;
    if (is_thread_base(merger, pc))
        merged->node = thread_base_context(merger, merged);
    else
        merged->node =
            stack_tree_child(&merger->profile->stacks, parent->node,
                             profile_key(pc & PROFILE_PC_CALL ? PROFILE_CALL : PROFILE_INTERRUPTED,
                                         pc & ~PROFILE_PC_CALL));
    add_count(merger, merged, bytes_u32(record + PROFILE_NODE_COUNT));
    add_charged(merger, merged->node, bytes_u32(record + PROFILE_NODE_CHARGED));
}

/* ---- raw samples ----------------------------------------------------------------------------- */

/* Returns the profile node for the field AT of a raw sample, or NO_NODE if there is none. */
static uint32_t node_of_raw(struct merger *merger, uint32_t at)
{
    const struct capture *capture = merger->capture;
    uint32_t number = at & PROFILE_AT_NUMBER;
    uint32_t node;

    if (at == PROFILE_AT_NOWHERE)
        return NO_NODE;
    if (at & PROFILE_AT_CONTEXT)
        node = number < capture->contexts.count ? merger->contexts[number].node : NO_NODE;
    else
        node = number < capture->nodes.count ? merger->nodes[number].node : NO_NODE;
    return node != NO_NODE && at & PROFILE_AT_CHARGED ? charged_child(merger, node) : node;
}

static void merge_raw_sample(struct merger *merger, uint32_t slot)
{
    struct raw_samples *raw = &merger->profile->raw;
    const uint8_t *record = capture_record(&merger->capture->ring, slot);
    struct raw_sample sample = {.source = (uint32_t)raw->sources_count - 1};

    if (!record || !capture_ring_number(merger->capture, slot, &sample.number))
        return;
    sample.time = bytes_u32(record + PROFILE_RAW_TIME);
    sample.node = node_of_raw(merger, bytes_u32(record + PROFILE_RAW_AT));
    if (sample.node != NO_NODE)
        array_push(raw->samples, raw->count, raw->capacity, sample);
}

static void merge_raw_samples(struct merger *merger)
{
    struct raw_samples *raw = &merger->profile->raw;
    const struct capture *capture = merger->capture;
    const struct raw_source source = {
        .image = merger->image,
        .processor = capture->processor,
        .run = capture->run,
        .epoch = capture->epoch,
        .clock_hz = capture->clock_hz,
    };

    array_push(raw->sources, raw->sources_count, raw->sources_capacity, source);
    for (uint32_t i = 0; i < capture->ring.count; i++)
        merge_raw_sample(merger, i);
}

/* ---- the whole capture ----------------------------------------------------------------------- */

static struct profile_merged merge(struct profile *profile, const struct capture *capture,
                                   uint32_t image, bool counts)
{
    struct merger merger = {
        .profile = profile,
        .capture = capture,
        .image = image,
        .counts = counts,
        .contexts = must_realloc(NULL, capture->contexts.count, sizeof(*merger.contexts)),
        .nodes = must_realloc(NULL, capture->nodes.count, sizeof(*merger.nodes)),
    };

    for (uint32_t i = 0; i < capture->contexts.count; i++)
        merge_context(&merger, i);
    for (uint32_t i = 0; i < capture->nodes.count; i++)
        merge_node(&merger, i);
    if (profile->raw.wanted)
        merge_raw_samples(&merger);
    free(merger.contexts);
    free(merger.nodes);
    return merger.merged;
}

struct profile_merged profile_merge(struct profile *profile, const struct capture *capture,
                                    uint32_t image)
{
    return merge(profile, capture, image, true);
}

void profile_merge_raw(struct profile *profile, const struct capture *capture, uint32_t image)
{
    if (profile->raw.wanted)
        merge(profile, capture, image, false);
}
