/* SPDX-License-Identifier: MIT */
#include "proof.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "diag.h"
#include "foreign.h"
#include "format.h"
#include "frame_rule.h"
#include "frame_world.h"
#include "image_env.h"
#include "lookup.h"
#include "threads.h"

/* An instruction with what is known of the frame there, and what is found. */
struct proof_case {
    struct node node;
    bool reached;
    struct frame_path path;   /* before it */
    struct frame_state after; /* of a call: behind it */
    struct finding finding;
    bool is_explicit; /* the table has the rule there in so many words */
};

/* As many as are judged at a time: enough to be worth threads, and little memory. */
enum { CASES_MAX = 1024 };

struct prover {
    struct proof *proof;
    const struct reference *reference;
    struct bobbin_env env;
    struct frame_world world;
    bool has_leaf;
    struct frame_debt debt; /* of the instruction at hand */
    struct proof_case *cases;
    size_t cases_count;
};

/* The part of CPSR that NODE has. */
static uint32_t state_of(const struct node *node)
{
    return node->at.thumb ? BOBBIN_CPSR_T : 0;
}

/* What the core says at an instruction. */
struct answer {
    enum bobbin_stop stop;
    enum bobbin_trust trust;
    struct bobbin_rule rule;
};

/* At NODE, interrupted there with FLAGS. */
static struct answer ask_interrupted(const struct prover *prover, const struct node *node,
                                     uint32_t flags)
{
    struct answer answer = {.rule = {0}};

    answer.stop = bobbin_rule_at(&prover->env, node->at.address, BOBBIN_KIND_EXACT,
                                 flags | state_of(node), &answer.rule, &answer.trust);
    return answer;
}

/* Returned to behind NODE. */
static struct answer ask_after_call(const struct prover *prover, const struct node *node)
{
    struct answer answer = {.rule = {0}};

    answer.stop = bobbin_rule_at(&prover->env, node->at.address + node->at.size_bytes,
                                 BOBBIN_KIND_CALL, state_of(node), &answer.rule, &answer.trust);
    return answer;
}

static bool is_same(const struct answer *a, const struct answer *b)
{
    return a->stop == b->stop && rule_equal(&a->rule, &b->rule);
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

    if (prover->has_leaf || !path || frame_path_is_split(path) ||
        !analysis_follows(&prover->reference->analysis, node) || !frame_state_undone(&path->state))
        return;
    if (!prover->world.no_leaf &&
        (bobbin_rule_at(&prover->env, node->at.address, BOBBIN_KIND_EXACT, state_of(node), &rule,
                        &trust) != BOBBIN_STOP_NONE ||
         !is_leaf_rule(&rule)))
        return;
    prover->has_leaf = true;
    prover->world.leaf = node->at.address;
    prover->world.leaf_thumb = node->at.thumb;
    prover->world.return_address = node->at.address | node->at.thumb;
}

/* ---- one instruction ---------------------------------------------------------------------------- */

/* One of the cases at an instruction: STATE holds, and the core says ANSWER. */
struct judged {
    const struct frame_state *state;
    const struct answer *answer;
    uint32_t flags;
    bool after_call;
};

/* RULE with the TRUTH for what the format of the table does not tell of. */
static struct bobbin_rule tell_all(const struct prover *prover, const struct bobbin_rule *rule,
                                   const struct bobbin_rule *truth)
{
    struct bobbin_rule told = *rule;

    for (unsigned place = 0; place < BOBBIN_PLACES && prover->env.foreign; place++)
        if (!(prover->env.foreign->places >> place & 1)) {
            told.place_kind[place] = truth->place_kind[place];
            told.place_value[place] = truth->place_value[place];
        }
    return told;
}

static enum verdict judge(struct prover *prover, const struct node *node,
                          const struct judged *judged, struct finding *finding)
{
    const struct answer *answer = judged->answer;
    struct bobbin_rule rule = answer->rule;
    struct bobbin_rule truth = frame_rule_of(judged->state, &prover->debt, &finding->why);
    struct bobbin_rule told;

    if (finding->why)
        return VERDICT_UNKNOWN;
    finding->why = "the table has no rule";
    if (answer->stop == BOBBIN_STOP_NO_RULE && judged->state->context != FRAME_HANDLER)
        return VERDICT_UNKNOWN;
    finding->why = "the rule is from .ARM.exidx, for calls only";
    if (answer->stop == BOBBIN_STOP_NONE && answer->trust == BOBBIN_TRUST_EXIDX)
        return VERDICT_UNKNOWN;
    finding->why = bobbin_stop_name(answer->stop);
    if (answer->stop != BOBBIN_STOP_NONE && answer->stop != BOBBIN_STOP_NO_RULE)
        return VERDICT_WRONG;
    told = tell_all(prover, &rule, &truth);
    if (judged->after_call) {
        rule = frame_rule_after_call(&rule);
        told = frame_rule_after_call(&told);
    }
    if (!frame_rule_holds(judged->state, &told, &prover->debt, &finding->why))
        return VERDICT_WRONG;
    prover->world.state = judged->state;
    prover->world.at = node->at;
    prover->world.flags = judged->flags;
    if (!frame_world_agrees(&prover->world, &rule, judged->after_call, &finding->why))
        return VERDICT_WRONG;
    finding->lost = frame_rule_loses(&told);
    finding->why = finding->lost ? "given up: no return from here gives it back" : NULL;
    return VERDICT_EXACT;
}

/* Makes FINDING the worse of itself and of what is found when JUDGED. */
static void judge_also(struct prover *prover, const struct node *node, const struct judged *judged,
                       struct finding *finding)
{
    struct finding also = {.address = node->at.address, .after_call = judged->after_call};

    if (finding->verdict != VERDICT_EXACT)
        return;
    also.verdict = judge(prover, node, judged, &also);
    if (also.verdict != VERDICT_EXACT || (also.lost && !finding->lost))
        *finding = also;
}

/*
 * Whether the core's answer at NODE may be another than ANSWER, which is that with no flag set. It chooses by one
 * condition at most (format.h), and with one of these flags any of them is another than with none.
 */
static bool depends_on_flags(const struct prover *prover, const struct node *node,
                             const struct answer *answer)
{
    static const uint32_t enough[] = {0xf0000000, 0xa0000000};

    for (size_t i = 0; i < sizeof(enough) / sizeof(enough[0]); i++) {
        struct answer other = ask_interrupted(prover, node, enough[i]);
        if (!is_same(&other, answer))
            return true;
    }
    return false;
}

/* Interrupted at NODE, with all flags there are, each in the state that they choose. */
static void judge_interrupted(struct prover *prover, const struct node *node,
                              const struct frame_path *path, struct finding *finding)
{
    struct answer answer = ask_interrupted(prover, node, 0);
    bool depends = depends_on_flags(prover, node, &answer);
    bool split = frame_path_is_split(path);
    struct judged judged = {.answer = &answer};

    for (uint32_t flags = 0; flags < (split || depends ? 16 : 1); flags++) {
        uint32_t cpsr = flags << 28;
        bool holds = !split || condition_holds(path->condition, cpsr);
        const struct frame_state *state = holds ? &path->state : &path->otherwise;
        struct answer next = depends ? ask_interrupted(prover, node, cpsr) : answer;
        if (state == judged.state && is_same(&next, &answer))
            continue;
        answer = next;
        judged.state = state;
        judged.flags = cpsr;
        judge_also(prover, node, &judged, finding);
    }
}

/* Returned to behind the call NODE, where AFTER holds. */
static void judge_returned(struct prover *prover, const struct node *node,
                           const struct frame_state *after, struct finding *finding)
{
    struct answer answer = ask_after_call(prover, node);
    struct judged judged = {.state = after, .answer = &answer, .after_call = true};

    judge_also(prover, node, &judged, finding);
}

/* Interrupted at the instruction, and for a call, returned to behind it. */
static void judge_all(struct prover *prover, struct proof_case *of)
{
    bool is_call = analysis_is_call(&of->node);

    prover->debt = (struct frame_debt){.owed = of->node.owed};
    if (is_call)
        prover->debt.spent = frame_rule_spent(&of->after);
    of->finding.verdict = VERDICT_EXACT;
    of->finding.why = NULL;
    judge_interrupted(prover, &of->node, &of->path, &of->finding);
    if (is_call && prover->has_leaf)
        judge_returned(prover, &of->node, &of->after, &of->finding);
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

/* ---- many instructions -------------------------------------------------------------------------- */

/* Some of the cases. */
struct share {
    struct prover prover; /* of its own */
    size_t first, end;
};

static void judge_share(void *context)
{
    struct share *share = context;
    struct prover *prover = &share->prover;

    prover->world.env = &prover->env;
    for (size_t i = share->first; i < share->end; i++) {
        struct proof_case *of = &prover->cases[i];
        if (of->reached)
            judge_all(prover, of);
        of->is_explicit = of->finding.verdict == VERDICT_EXACT && is_explicit(prover, &of->node);
    }
}

static void note_finding(struct proof *proof, const struct proof_case *of)
{
    const struct finding *finding = &of->finding;

    proof->instructions++;
    proof->verdicts[finding->verdict]++;
    proof->explicit_rows += of->is_explicit;
    proof->lost += finding->verdict == VERDICT_EXACT && finding->lost;
    if (finding->verdict != VERDICT_EXACT || finding->lost)
        array_push(proof->finding, proof->findings_count, proof->findings_capacity, *finding);
}

static void judge_cases(struct prover *prover)
{
    struct share shares[THREADS_MAX];
    size_t count = threads_count();

    for (size_t i = 0; i < count; i++)
        shares[i] = (struct share){.prover = *prover,
                                   .first = prover->cases_count * i / count,
                                   .end = prover->cases_count * (i + 1) / count};
    threads_run(judge_share, shares, sizeof(shares[0]), count);
    for (size_t i = 0; i < prover->cases_count; i++)
        note_finding(prover->proof, &prover->cases[i]);
    prover->cases_count = 0;
}

static void prove(void *context, const struct node *node, const struct frame_path *path)
{
    struct prover *prover = context;
    struct proof_case *of = &prover->cases[prover->cases_count];

    if (!path && is_filler(prover, node))
        return;
    of->node = *node;
    of->reached = path;
    of->finding = (struct finding){
        .address = node->at.address, .verdict = VERDICT_UNREACHABLE, .why = "no path leads here"};
    if (path)
        frame_path_copy(&of->path, path);
    if (path && analysis_is_call(node))
        of->after = analysis_after_call(&prover->reference->analysis, node, path);
    if (++prover->cases_count == CASES_MAX)
        judge_cases(prover);
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
               const struct bobbin_table *table, const struct bobbin_foreign *reader)
{
    struct prover prover = {.proof = proof, .reference = reference};

    memset(proof, 0, sizeof(*proof));
    prover.env = image_env(reference->image, table);
    if (reader)
        prover.env.foreign = reader;
    prover.world.no_leaf = prover.env.foreign;
    prover.world.image = reference->image;
    prover.world.env = &prover.env;
    proof->ranges_differ = ranges_differ(&reference->list, table);
    if (reference->analysis.count == 0) {
        give_up(proof, reference);
        return;
    }
    analysis_visit_until(&reference->analysis, find_leaf, &prover, &prover.has_leaf);
    prover.cases = must_realloc(NULL, CASES_MAX, sizeof(*prover.cases));
    analysis_visit(&reference->analysis, prove, &prover);
    judge_cases(&prover);
    free(prover.cases);
    diag_progress_end();
}

void proof_free(struct proof *proof)
{
    free(proof->finding);
    memset(proof, 0, sizeof(*proof));
}
