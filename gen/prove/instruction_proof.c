/* SPDX-License-Identifier: MIT */
/*
 * Proves one instruction: takes the core's rule there, and checks it against the frame state and
 * with a concrete frame.
 */
#include "prove/instruction_proof.h"

#include "analysis/thread_code.h"
#include "analysis/transfer.h"
#include "core/foreign/foreign.h"
#include "core/format/table_format.h"
#include "frame/frame_call.h"
#include "frame/frame_rule.h"
#include "insn/condition.h"
#include "prove/core_query.h"
#include "rows/core_env.h"

/* The Thumb bit of CPSR at NODE. */
static uint32_t state_of(const struct node *node)
{
    return node->at.thumb ? BOBBIN_CPSR_T : 0;
}

/* The core's answer at one instruction. */
struct answer {
    enum bobbin_stop stop;
    enum bobbin_trust trust;
    struct bobbin_rule rule;
};

/* Returns the core's answer at NODE, interrupted with FLAGS. */
static struct answer answer_interrupted(const struct instruction_proof *proof,
                                        const struct node *node, uint32_t flags)
{
    struct answer answer = {.rule = {0}};

    answer.stop = bobbin_rule_at(&proof->env, node->at.address, BOBBIN_KIND_INTERRUPTED,
                                 flags | state_of(node), &answer.rule, &answer.trust);
    return answer;
}

/* Returns the core's answer at the return address of the call NODE. */
static struct answer answer_after_call(const struct instruction_proof *proof,
                                       const struct node *node)
{
    struct answer answer = {.rule = {0}};

    uint32_t back = node->effect.back ? node->effect.back : node->at.address + node->at.size_bytes;

    answer.stop = bobbin_rule_at(&proof->env, back, BOBBIN_KIND_CALL, state_of(node), &answer.rule,
                                 &answer.trust);
    return answer;
}

static bool is_same(const struct answer *a, const struct answer *b)
{
    return a->stop == b->stop && rule_equal(&a->rule, &b->rule);
}

/* ---- one instruction ------------------------------------------------------------------------- */

/* One case to check: the core gives ANSWER in the frame state STATE. */
struct proof_case {
    const struct frame_state *state;
    const struct answer *answer;
    uint32_t flags;
    bool after_call;
    bool trapped; /* returned to by a crossing of SVC, HVC or SMC */
};

/*
 * Returns RULE. Registers that the table's format does not describe get their locations from TRUTH.
 */
static struct bobbin_rule complete_rule(const struct instruction_proof *proof,
                                        const struct bobbin_rule *rule,
                                        const struct bobbin_rule *truth)
{
    struct bobbin_rule complete = *rule;

    for (unsigned place = 0; place < BOBBIN_PLACES && proof->env.foreign; place++)
        if (!(proof->env.foreign->places >> place & 1)) {
            complete.place_kind[place] = truth->place_kind[place];
            complete.place_value[place] = truth->place_value[place];
        }
    return complete;
}

/* Whether ANSWER is a rule of Bobbin's own table that states a source with TRUST. */
static bool rests_on(const struct instruction_proof *proof, const struct answer *answer,
                     enum bobbin_trust trust)
{
    return answer->stop == BOBBIN_STOP_NONE && answer->trust == trust && !proof->env.foreign;
}

/*
 * Whether ANSWER at ADDRESS is the rule that CFI alone states there. NEEDED: there is no other
 * reason for an answer without a rule.
 */
static bool is_as_stated(const struct instruction_proof *proof, const struct answer *answer,
                         uint32_t address, bool needed)
{
    const struct row *row = row_list_find(proof->stated, address);
    bool states = row && row->source == ROW_CFI_ALONE;

    if (proof->env.foreign)
        return true;
    if (!rests_on(proof, answer, BOBBIN_TRUST_CFI))
        return !(needed && states);
    return states && rule_equal(&answer->rule, &row->rule);
}

/* Why ANSWER, which is not modest, is wrong. */
static const char *why_wrong(const struct answer *answer)
{
    if (answer->stop == BOBBIN_STOP_CORRUPT)
        return "the table is damaged here";
    return answer->stop == BOBBIN_STOP_NONE ? "the table has a rule that nothing proves"
                                            : "the table lacks the rule that CFI states";
}

/*
 * Whether ANSWER claims no more than is known where the machine code does not show the rule: it is
 * no rule, or it says that the rule is not proved.
 */
static bool is_modest(const struct instruction_proof *proof, const struct answer *answer)
{
    if (answer->stop != BOBBIN_STOP_NONE)
        return answer->stop != BOBBIN_STOP_CORRUPT;
    return proof->env.foreign || answer->rule.form != BOBBIN_FORM_FRAME ||
           answer->trust == BOBBIN_TRUST_CFI || answer->trust == BOBBIN_TRUST_EXIDX;
}

/*
 * Whether the image has lost the symbols that prove ANSWER, and no path to the instruction refutes
 * it. STATE is NULL if no path is known.
 */
static bool may_have_been_proved(const struct instruction_proof *proof, const struct answer *answer,
                                 const struct frame_state *state)
{
    return proof->stripped && answer->stop == BOBBIN_STOP_NONE &&
           (!state || frame_state_is_disputed(state) ||
            !frame_rule_contradicts(state, &answer->rule));
}

/* The verdict on ANSWER in STATE, which does not show the rule. */
static enum verdict may_stay_unknown(const struct instruction_proof *proof,
                                     const struct answer *answer, const struct frame_state *state,
                                     struct finding *finding)
{
    if (is_modest(proof, answer) && is_as_stated(proof, answer, finding->address, false))
        return VERDICT_UNKNOWN;
    if (may_have_been_proved(proof, answer, state))
        return VERDICT_UNKNOWN;
    finding->why = why_wrong(answer);
    return VERDICT_WRONG;
}

static enum verdict verdict_of(struct instruction_proof *proof, const struct node *node,
                               const struct proof_case *proof_case, struct finding *finding)
{
    const struct answer *answer = proof_case->answer;
    struct bobbin_rule rule = answer->rule;
    struct bobbin_rule truth = frame_rule_of(proof_case->state, &proof->debt, &finding->why);
    struct bobbin_rule complete;

    if (rests_on(proof, answer, BOBBIN_TRUST_CFI) && !finding->why)
        finding->why = "only CFI gives this rule";
    if (finding->why)
        return may_stay_unknown(proof, answer, proof_case->state, finding);
    finding->why = "the table has no rule";
    if (answer->stop == BOBBIN_STOP_NO_RULE &&
        !frame_rule_none_is_right(proof_case->state, &proof->debt))
        return VERDICT_UNKNOWN;
    finding->why = "the rule is from .ARM.exidx, for calls only";
    if (rests_on(proof, answer, BOBBIN_TRUST_EXIDX))
        return VERDICT_UNKNOWN;
    finding->why = bobbin_stop_name(answer->stop);
    if (answer->stop != BOBBIN_STOP_NONE && answer->stop != BOBBIN_STOP_NO_RULE)
        return VERDICT_WRONG;
    complete = complete_rule(proof, &rule, &truth);
    if (proof_case->after_call) {
        rule = frame_rule_after_call(&rule);
        complete = frame_rule_after_call(&complete);
    }
    /* Only CFI may say that a function is a root, and the image may have lost it. */
    if (!frame_rule_holds(proof_case->state, &complete, &proof->debt, &finding->why))
        return proof->stripped && complete.form == BOBBIN_FORM_ROOT ? VERDICT_UNKNOWN
                                                                    : VERDICT_WRONG;
    proof->frame.state = proof_case->state;
    proof->frame.at = node->at;
    proof->frame.flags = proof_case->flags;
    proof->frame.trapped = proof_case->trapped;
    if (!concrete_frame_agrees(&proof->frame, &rule, proof_case->after_call, &finding->why))
        return VERDICT_WRONG;
    finding->lost = frame_rule_loses(&complete);
    finding->why = finding->lost ? "lost: the code never restores a register of the caller" : NULL;
    return VERDICT_EXACT;
}

/*
 * Judges PROOF_CASE and returns its verdict. If FINDING is exact and this case is worse,
 * replaces FINDING.
 */
static enum verdict judge_case(struct instruction_proof *proof, const struct node *node,
                               const struct proof_case *proof_case, struct finding *finding)
{
    struct finding found = {.address = node->at.address,
                            .after_call = proof_case->after_call || proof_case->trapped};

    found.verdict = verdict_of(proof, node, proof_case, &found);
    found.cfi_only =
        found.verdict == VERDICT_UNKNOWN && rests_on(proof, proof_case->answer, BOBBIN_TRUST_CFI);
    if (finding->verdict == VERDICT_EXACT &&
        (found.verdict != VERDICT_EXACT || (found.lost && !finding->lost)))
        *finding = found;
    return found.verdict;
}

/*
 * Whether the core's answer at the current instruction may depend on the flags: the rule chooses by
 * the flags, or a reader of another format is used.
 */
static bool may_depend_on_flags(const struct instruction_proof *proof)
{
    return proof->env.foreign ||
           (proof->found && core_query_depends_on_flags(proof->env.tables, proof->entry.known));
}

/*
 * Whether the core's answer at NODE depends on the flags. ANSWER is the answer with clear flags. A
 * rule in Bobbin's own format can depend on all flags (table_format.h). A rule in another format
 * depends on at most one condition.
 */
static bool depends_on_flags(const struct instruction_proof *proof, const struct node *node,
                             const struct answer *answer)
{
    uint32_t count = proof->env.foreign ? CONDITION_TEST_FLAGS : 15;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t flags = proof->env.foreign ? condition_test_flags[i] : (i + 1) << 28;
        struct answer other = answer_interrupted(proof, node, flags);
        if (!is_same(&other, answer))
            return true;
    }
    return false;
}

/*
 * Returns flags for an instruction whose answer does not depend on the flags. The flags vary with
 * the address. The factor is 2^32 divided by the golden ratio.
 */
static uint32_t any_flags(const struct node *node)
{
    return (node->at.address * 0x9e3779b1u) & 0xf0000000u;
}

/*
 * Judges NODE as interrupted. If flags matter, all 16 combinations are tested, each with the frame
 * state that it selects.
 */
static void judge_interrupted(struct instruction_proof *proof, const struct node *node,
                              const struct frame_path *path, struct finding *finding)
{
    bool chosen = may_depend_on_flags(proof);
    struct answer answer = answer_interrupted(proof, node, chosen ? 0 : any_flags(node));
    bool depends = chosen && depends_on_flags(proof, node, &answer);
    bool split = frame_path_is_split(path);
    struct proof_case proof_case = {.answer = &answer};

    for (uint32_t flags = 0;
         flags < (split || depends ? 16 : 1) && finding->verdict == VERDICT_EXACT; flags++) {
        uint32_t cpsr = flags << 28;
        bool holds = !split || condition_holds(path->condition, cpsr);
        const struct frame_state *state = holds ? &path->state : &path->otherwise;
        struct answer next = depends ? answer_interrupted(proof, node, cpsr) : answer;
        if (state == proof_case.state && is_same(&next, &answer))
            continue;
        answer = next;
        proof_case.state = state;
        proof_case.flags = split || depends ? cpsr : any_flags(node);
        judge_case(proof, node, &proof_case, finding);
    }
}

/* Judges the return address of the call NODE, where the frame state is AFTER. */
static void judge_returned(struct instruction_proof *proof, const struct node *node,
                           const struct frame_state *after, struct finding *finding)
{
    struct answer answer = answer_after_call(proof, node);
    struct proof_case proof_case = {.state = after, .answer = &answer, .after_call = true};

    proof->returned = judge_case(proof, node, &proof_case, finding);
}

/*
 * Judges the address after NODE, SVC, HVC or SMC, where a trace comes that has crossed it: with all
 * registers, but by the rule for calls.
 */
static void judge_trapped(struct instruction_proof *proof, const struct node *node,
                          const struct frame_path *path, struct finding *finding)
{
    struct answer answer = answer_after_call(proof, node);

    for (uint32_t flags = 0; flags < (frame_path_is_split(path) ? 16 : 1); flags++) {
        uint32_t cpsr = frame_path_is_split(path) ? flags << 28 : any_flags(node);
        bool holds = !frame_path_is_split(path) || condition_holds(path->condition, cpsr);
        struct proof_case proof_case = {.state = holds ? &path->state : &path->otherwise,
                                        .answer = &answer,
                                        .flags = cpsr,
                                        .trapped = true};
        if (finding->verdict == VERDICT_EXACT)
            judge_case(proof, node, &proof_case, finding);
    }
}

/*
 * The rule word of "nothing is saved". The core never reads code to adapt this rule, so it does not
 * count as an explicit row.
 */
#define LEAF_WORD (FORMAT_RULE_WORD | FORMAT_RULE_EXPLICIT)

bool instruction_proof_is_explicit(const struct instruction_proof *proof)
{
    return proof->found && core_query_is_explicit(proof->entry.known) &&
           proof->entry.known != LEAF_WORD;
}

void instruction_proof_begin(struct instruction_proof *proof, const struct reference *reference,
                             const struct bobbin_table *table, const struct bobbin_foreign *reader)
{
    *proof = (struct instruction_proof){.analysis = &reference->analysis,
                                        .stated = &reference->list,
                                        .env = core_env(reference->image, table, reader)};
    proof->frame.no_leaf = proof->env.foreign;
}

void instruction_proof_judge_unreached(struct instruction_proof *proof, const struct node *node,
                                       const struct frame_path *path, struct finding *finding)
{
    struct answer answer = answer_interrupted(proof, node, any_flags(node));
    struct finding assumed = {.verdict = VERDICT_EXACT};

    if (path)
        instruction_proof_judge(proof, node, path, &assumed);
    *finding = (struct finding){.address = node->at.address,
                                .verdict = VERDICT_UNREACHABLE,
                                .cfi_only = rests_on(proof, &answer, BOBBIN_TRUST_CFI),
                                .why = "no path leads here"};
    if (assumed.verdict == VERDICT_WRONG) {
        *finding = assumed;
    } else if (!path && !may_have_been_proved(proof, &answer, NULL) &&
               !(is_modest(proof, &answer) &&
                 is_as_stated(proof, &answer, node->at.address, true))) {
        finding->verdict = VERDICT_WRONG;
        finding->why = why_wrong(&answer);
    }
}

void instruction_proof_judge(struct instruction_proof *proof, const struct node *node,
                             const struct frame_path *path, struct finding *finding)
{
    struct bobbin_cursor cursor = core_query_cursor(&node->at, BOBBIN_KIND_INTERRUPTED);
    struct frame_state after;

    *finding = (struct finding){.address = node->at.address, .verdict = VERDICT_EXACT};
    proof->frame.env = &proof->env;
    proof->found = core_query_look_up(&proof->env, &cursor, &proof->entry);
    proof->debt = thread_code_debt(proof->analysis, node);
    proof->is_call = analysis_is_call(node);
    if (proof->is_call) {
        after = analysis_after_call(proof->analysis, node, path);
        proof->debt.spent |= frame_rule_spent(&after);
    }
    judge_interrupted(proof, node, path, finding);
    if (proof->crosses && node->effect.traps)
        judge_trapped(proof, node, path, finding);
    if (instruction_proof_is_returned_to(proof))
        judge_returned(proof, node, &after, finding);
}
