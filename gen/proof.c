/* SPDX-License-Identifier: MIT */
#include "proof.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "diag.h"
#include "format.h"
#include "frame_rule.h"
#include "frame_world.h"
#include "image_env.h"
#include "lookup.h"

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[VERDICTS] = {"exact", "unreachable", "unknown", "wrong"};

    return names[verdict];
}

struct prover {
    struct proof *proof;
    const struct reference *reference;
    struct bobbin_env env;
    struct frame_world world;
    struct frame_debt debt; /* of the instruction at hand */
};

/* The part of CPSR that NODE has. */
static uint32_t state_of(const struct node *node)
{
    return node->at.thumb ? BOBBIN_CPSR_T : 0;
}

/* What the core says at NODE, interrupted there with FLAGS, or, FLAGS being NULL, returned to behind it. */
static enum bobbin_stop ask(const struct prover *prover, const struct node *node,
                            const uint32_t *flags, struct bobbin_rule *rule,
                            enum bobbin_trust *trust)
{
    if (flags)
        return bobbin_rule_at(&prover->env, node->at.address, BOBBIN_KIND_EXACT,
                              *flags | state_of(node), rule, trust);
    return bobbin_rule_at(&prover->env, node->at.address + node->at.size_bytes, BOBBIN_KIND_CALL,
                          state_of(node), rule, trust);
}

/* ---- where a call's callee may be taken to be --------------------------------------------------- */

static bool is_leaf_rule(const struct bobbin_rule *rule)
{
    struct bobbin_rule leaf = rule_of_form(BOBBIN_FORM_FRAME);

    leaf.cfa_register = BOBBIN_SP;
    return rule_equal(rule, &leaf);
}

static void find_leaf(void *context, const struct node *node, const struct frame_path *path)
{
    struct prover *prover = context;
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    if (prover->world.leaf || !path || frame_path_is_split(path) ||
        !analysis_follows(&prover->reference->analysis, node) ||
        !frame_state_undone(&path->state) ||
        bobbin_rule_at(&prover->env, node->at.address, BOBBIN_KIND_EXACT, state_of(node), &rule,
                       &trust) != BOBBIN_STOP_NONE ||
        !is_leaf_rule(&rule))
        return;
    prover->world.leaf = node->at.address;
    prover->world.leaf_thumb = node->at.thumb;
    prover->world.return_address = node->at.address | node->at.thumb;
}

/* ---- one instruction ---------------------------------------------------------------------------- */

/* What the core says at NODE, FLAGS being NULL after a call, is compared with STATE. */
static enum verdict judge(struct prover *prover, const struct node *node,
                          const struct frame_state *state, const uint32_t *flags,
                          struct finding *finding)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_NONE);
    enum bobbin_trust trust;
    enum bobbin_stop stop = ask(prover, node, flags, &rule, &trust);

    frame_rule_of(state, &prover->debt, &finding->why);
    if (finding->why)
        return VERDICT_UNKNOWN;
    finding->why = "the table has no rule";
    if (stop == BOBBIN_STOP_NO_RULE && state->context != FRAME_HANDLER)
        return VERDICT_UNKNOWN;
    finding->why = "the rule is from .ARM.exidx, for calls only";
    if (stop == BOBBIN_STOP_NONE && trust == BOBBIN_TRUST_EXIDX)
        return VERDICT_UNKNOWN;
    finding->why = bobbin_stop_name(stop);
    if (stop != BOBBIN_STOP_NONE && stop != BOBBIN_STOP_NO_RULE)
        return VERDICT_WRONG;
    if (!flags)
        rule = frame_rule_after_call(&rule);
    if (!frame_rule_holds(state, &rule, &prover->debt, &finding->why))
        return VERDICT_WRONG;
    prover->world.state = state;
    prover->world.at = node->at;
    prover->world.flags = flags ? *flags : 0;
    if (!frame_world_agrees(&prover->world, &rule, !flags, &finding->why))
        return VERDICT_WRONG;
    finding->lost = frame_rule_loses(&rule);
    finding->why = finding->lost ? "given up: no return from here gives it back" : NULL;
    return VERDICT_EXACT;
}

/* Makes FINDING the worse of itself and of what JUDGE says of another case. */
static void judge_also(struct prover *prover, const struct node *node,
                       const struct frame_state *state, const uint32_t *cpsr,
                       struct finding *finding)
{
    struct finding also = {.address = node->at.address, .after_call = !cpsr};

    if (finding->verdict != VERDICT_EXACT)
        return;
    also.verdict = judge(prover, node, state, cpsr, &also);
    if (also.verdict != VERDICT_EXACT || (also.lost && !finding->lost))
        *finding = also;
}

/* Whether the core gives another rule with the flags of CPSR than with those of BEFORE. */
static bool depends_on_flags(const struct prover *prover, const struct node *node, uint32_t before,
                             uint32_t cpsr)
{
    struct bobbin_rule rules[2] = {{0}, {0}};
    enum bobbin_trust trust;

    return ask(prover, node, &before, &rules[0], &trust) !=
               ask(prover, node, &cpsr, &rules[1], &trust) ||
           !rule_equal(&rules[0], &rules[1]);
}

/* Interrupted at NODE, with all flags there are, each in the state that they choose. */
static void judge_interrupted(struct prover *prover, const struct node *node,
                              const struct frame_path *path, struct finding *finding)
{
    bool split = frame_path_is_split(path);

    for (uint32_t flags = 0, last = 0; flags < 16; flags++) {
        uint32_t cpsr = flags << 28;
        bool holds = !split || condition_holds(path->condition, cpsr);
        bool other_state = split && holds != condition_holds(path->condition, last);
        if (flags && !other_state && !depends_on_flags(prover, node, last, cpsr))
            continue;
        last = cpsr;
        judge_also(prover, node, holds ? &path->state : &path->otherwise, &cpsr, finding);
    }
}

/* Interrupted at NODE, and for a call, returned to behind it. */
static void judge_all(struct prover *prover, const struct node *node, const struct frame_path *path,
                      struct finding *finding)
{
    struct frame_state after;

    prover->debt = (struct frame_debt){.owed = node->owed};
    if (analysis_is_call(node)) {
        after = analysis_after_call(&prover->reference->analysis, node, path);
        prover->debt.spent = frame_rule_spent(&after);
    }
    finding->verdict = VERDICT_EXACT;
    finding->why = NULL;
    judge_interrupted(prover, node, path, finding);
    if (analysis_is_call(node) && prover->world.leaf)
        judge_also(prover, node, &after, NULL, finding);
}

/* What fills up to an alignment, or between functions, is not there to be executed. */
static bool is_filler(const struct prover *prover, const struct node *node)
{
    return node->effect.nop || !image_function_at(prover->reference->image, node->at.address);
}

/* Whether the table has the rule at NODE in so many words. */
static bool is_explicit(const struct prover *prover, const struct node *node)
{
    struct table_answer answer;

    table_find(&prover->env, node->at.address, &answer);
    return answer.found == BOBBIN_STOP_NONE && answer.how == 0;
}

static void prove(void *context, const struct node *node, const struct frame_path *path)
{
    struct prover *prover = context;
    struct proof *proof = prover->proof;
    struct finding finding = {
        .address = node->at.address, .verdict = VERDICT_UNREACHABLE, .why = "no path leads here"};

    if (path)
        judge_all(prover, node, path, &finding);
    else if (is_filler(prover, node))
        return;
    proof->instructions++;
    proof->verdicts[finding.verdict]++;
    proof->explicit_rows += finding.verdict == VERDICT_EXACT && is_explicit(prover, node);
    proof->lost += finding.verdict == VERDICT_EXACT && finding.lost;
    if (finding.verdict != VERDICT_EXACT || finding.lost)
        array_push(proof->finding, proof->findings_count, proof->findings_capacity, finding);
    diag_progress("proving", (uint64_t)(node - prover->reference->analysis.node),
                  prover->reference->analysis.count);
}

/* An image whose machine code is not analysed: nothing of it is known. */
static void give_up(struct proof *proof, const struct reference *reference)
{
    struct image_walk walk = {.image = reference->image};

    while (image_walk_next(&walk)) {
        struct finding finding = {.address = walk.instruction.address,
                                  .verdict = VERDICT_UNKNOWN,
                                  .why = "the machine code is not analysed"};
        proof->instructions++;
        proof->verdicts[VERDICT_UNKNOWN]++;
        array_push(proof->finding, proof->findings_count, proof->findings_capacity, finding);
    }
}

/* The end of the range that starts at START, over all records of TABLE that go on without a gap; START if there is none. */
static uint32_t end_of_range(const struct bobbin_table *table, uint32_t start)
{
    const struct bobbin_section *ranges = &table->section[FORMAT_SECTION_RANGES];

    for (uint32_t at = 0; at < ranges->size_bytes; at += FORMAT_RANGE_BYTES) {
        const uint8_t *range = table->bytes + ranges->offset + at;
        if (bytes_u32(range + FORMAT_RANGE_START) == start)
            start += bytes_u32(range + FORMAT_RANGE_SIZE);
    }
    return start;
}

/* Where code starts and ends decides which return addresses are believed. */
static bool ranges_differ(const struct row_list *list, const struct bobbin_table *table)
{
    const struct bobbin_section *ranges = &table->section[FORMAT_SECTION_RANGES];
    uint64_t listed = 0;
    uint64_t in_table = 0;

    for (size_t i = 0; i < list->ranges_count; i++) {
        const struct code_range *range = &list->range[i];
        listed += range->size_bytes;
        if (end_of_range(table, range->start) < range->start + range->size_bytes)
            return true;
    }
    for (uint32_t at = 0; at < ranges->size_bytes; at += FORMAT_RANGE_BYTES)
        in_table += bytes_u32(table->bytes + ranges->offset + at + FORMAT_RANGE_SIZE);
    return listed != in_table;
}

void proof_run(struct proof *proof, const struct reference *reference,
               const struct bobbin_table *table)
{
    struct prover prover = {.proof = proof, .reference = reference};

    memset(proof, 0, sizeof(*proof));
    prover.env = image_env(reference->image, table);
    prover.world.image = reference->image;
    prover.world.table = table;
    proof->ranges_differ = ranges_differ(&reference->list, table);
    if (reference->analysis.count == 0) {
        give_up(proof, reference);
        return;
    }
    analysis_visit(&reference->analysis, find_leaf, &prover);
    analysis_visit(&reference->analysis, prove, &prover);
    diag_progress_end();
}

void proof_free(struct proof *proof)
{
    free(proof->finding);
    memset(proof, 0, sizeof(*proof));
}

/* ---- what is asked of a proof -------------------------------------------------------------------- */

#define UNREACHABLE_PERCENT_MAX 1.0

double proof_percent(const struct proof *proof, uint64_t instructions)
{
    return proof->instructions ? 100.0 * (double)instructions / (double)proof->instructions : 0.0;
}

int proof_require(const struct proof *proof, const struct image *image, double required)
{
    uint64_t unknown = proof->verdicts[VERDICT_UNKNOWN];
    uint64_t wrong = proof->verdicts[VERDICT_WRONG];
    double open = proof_percent(proof, unknown + wrong);
    double unreachable = proof_percent(proof, proof->verdicts[VERDICT_UNREACHABLE]);

    if (100.0 - open < required || proof->instructions == 0) {
        diag_error(image->path,
                   "%llu instructions unknown, %llu wrong: %.3f %% of %llu; at least %g %% is "
                   "required to be exact",
                   (unsigned long long)unknown, (unsigned long long)wrong, open,
                   (unsigned long long)proof->instructions, required);
        return STATUS_PROBLEMS;
    }
    if (unreachable > UNREACHABLE_PERCENT_MAX) {
        diag_error(image->path, "%.3f %% of the instructions are unreachable, more than %g %%",
                   unreachable, UNREACHABLE_PERCENT_MAX);
        return STATUS_PROBLEMS;
    }
    return STATUS_GOOD;
}

uint64_t proof_functions(const struct image *image)
{
    uint64_t count = 0;
    uint64_t last = UINT64_MAX;

    for (size_t i = 0; i < image->functions_count; i++) {
        const struct image_function *function = &image->functions[i];
        if (function->size_bytes && function->address != last) {
            last = function->address;
            count++;
        }
    }
    return count;
}
