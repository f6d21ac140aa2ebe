/* SPDX-License-Identifier: MIT */
#include "proof.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "diag.h"
#include "format.h"
#include "frame_rule.h"
#include "frame_world.h"
#include "table.h"

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

/* ---- where a call's callee may be taken to be --------------------------------------------------- */

static bool is_leaf_rule(const struct bobbin_rule *rule)
{
    struct bobbin_rule leaf = rule_of_form(BOBBIN_FORM_FRAME);

    leaf.cfa_register = BOBBIN_SP;
    return rule_equal(rule, &leaf);
}

/* Whether there is an instruction before NODE: only then can a call return to it. */
static bool follows(const struct node *first, const struct node *node)
{
    return node > first && node[-1].at.address + node[-1].at.size_bytes == node->at.address;
}

static void find_leaf(void *context, const struct node *node, const struct frame_path *path)
{
    struct prover *prover = context;
    const struct node *first = prover->reference->analysis.node;
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    if (prover->world.leaf || !path || frame_path_is_split(path) || !follows(first, node) ||
        !frame_state_undone(&path->state) ||
        bobbin_rule_at(&prover->env, node->at.address, NULL, &rule, &trust) != BOBBIN_STOP_NONE ||
        !is_leaf_rule(&rule))
        return;
    prover->world.leaf = node->at.address;
    prover->world.leaf_thumb = node->at.thumb;
    prover->world.return_address = node->at.address | node->at.thumb;
}

/* ---- one instruction ---------------------------------------------------------------------------- */

/* What the core says at NODE, CPSR being NULL after a call, is compared with STATE. */
static enum verdict judge(struct prover *prover, const struct node *node,
                          const struct frame_state *state, const uint32_t *cpsr,
                          struct finding *finding)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_NONE);
    enum bobbin_trust trust;
    enum bobbin_stop stop = bobbin_rule_at(&prover->env, node->at.address, cpsr, &rule, &trust);

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
    if (!cpsr)
        rule = frame_rule_after_call(&rule);
    if (!frame_rule_holds(state, &rule, &prover->debt, &finding->why))
        return VERDICT_WRONG;
    prover->world.state = state;
    prover->world.at = node->at;
    prover->world.flags = cpsr ? *cpsr : 0;
    if (!frame_world_agrees(&prover->world, &rule, !cpsr, &finding->why))
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

struct answer {
    enum bobbin_stop stop;
    struct bobbin_rule rule;
};

/* What the core says at NODE, interrupted there with CPSR. */
static struct answer ask(const struct prover *prover, const struct node *node, uint32_t cpsr)
{
    struct answer answer = {0};
    enum bobbin_trust trust;

    answer.stop = bobbin_rule_at(&prover->env, node->at.address, &cpsr, &answer.rule, &trust);
    return answer;
}

/* Interrupted at NODE, with all flags there are, each in the state that they choose. */
static void judge_interrupted(struct prover *prover, const struct node *node,
                              const struct frame_path *path, struct finding *finding)
{
    bool split = frame_path_is_split(path);
    bool held = false;
    struct answer last = {0};

    for (uint32_t flags = 0; flags < 16; flags++) {
        uint32_t cpsr = flags << 28;
        bool holds = !split || condition_holds(path->condition, cpsr);
        struct answer answer = ask(prover, node, cpsr);
        if (flags && holds == held && answer.stop == last.stop &&
            rule_equal(&answer.rule, &last.rule))
            continue;
        held = holds;
        last = answer;
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
    proof->explicit_rows += finding.verdict == VERDICT_EXACT;
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

/* Where code starts and ends decides which return addresses are believed. */
static bool ranges_differ(const struct row_list *list, const struct bobbin_table *table)
{
    if (table->ranges_size != list->ranges_count * FORMAT_RANGE_BYTES)
        return true;
    for (size_t i = 0; i < list->ranges_count; i++) {
        const uint8_t *range = table->bytes + table->ranges + i * FORMAT_RANGE_BYTES;
        if (bytes_u32(range + FORMAT_RANGE_START) != list->range[i].start ||
            bytes_u32(range + FORMAT_RANGE_SIZE) != list->range[i].size_bytes)
            return true;
    }
    return false;
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
