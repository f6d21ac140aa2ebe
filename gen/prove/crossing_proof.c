/* SPDX-License-Identifier: MIT */
/* Makes up all worlds in which an instruction of entry code can be, and judges the core in each. */
#include "prove/crossing_proof.h"

#include <stdlib.h>

#include "core/format/bytes.h"
#include "core/format/table_format.h"
#include "prove/crossing_program.h"
#include "prove/crossing_run.h"
#include "util/memory.h"
#include <bobbin/rule.h>

struct prover {
    const struct exceptions *exceptions;
    const struct bobbin_env *env;
    struct crossing_proof *proof;
    uint32_t code; /* an address in a code range, a multiple of 4 */
    bool aligns;   /* some base depends on the pad of a stack */
};

/* What the worlds of one frame have shown. */
struct judgement {
    bool crosses, loses;
    bool lacks_mode;   /* in one of the worlds the mode is unknown */
    const char *wrong; /* NULL: nothing is wrong */
};

/* Modes of the interrupted code (ARM ARM B1.3.1). HYP mode is interrupted in HYP mode only. */
static const uint8_t modes[] = {0x10, 0x11, 0x12, 0x13, 0x16, 0x17, 0x1a, 0x1b, 0x1f};

/* The banks that an exception can enter if the code runs in several modes. */
static const uint8_t entered_banks[] = {
    BOBBIN_BANK_FIQ, BOBBIN_BANK_IRQ, BOBBIN_BANK_SVC,
    BOBBIN_BANK_ABT, BOBBIN_BANK_UND, BOBBIN_BANK_MON,
};

/* ---- worlds ---------------------------------------------------------------------------------- */

static void judge_world(struct judgement *judgement, struct crossing_run *run,
                        struct bank_world *world)
{
    const char *why;

    bank_world_settle(world);
    run->world = world;
    switch (crossing_run(run, &why)) {
    case CROSSING_WRONG:
        judgement->wrong = why;
        break;
    case CROSSING_LOSES:
        judgement->loses = true;
        judgement->crosses |= !world->nested;
        break;
    case CROSSING_RIGHT:
        judgement->crosses |= !world->nested;
        break;
    default:
        break;
    }
}

/* All pads, and a nested world. */
static void judge_stacks(const struct prover *prover, struct judgement *judgement,
                         struct crossing_run *run, struct bank_world *world)
{
    uint32_t pads_end = prover->aligns ? 4 : 1;

    for (world->pads = 0; world->pads < pads_end && !judgement->wrong; world->pads++)
        for (int nested = 0; nested < 2 && !judgement->wrong; nested++) {
            world->nested = nested;
            judge_world(judgement, run, world);
        }
}

/* All modes and states of the interrupted code. */
static void judge_psrs(const struct prover *prover, struct judgement *judgement,
                       struct crossing_run *run, struct bank_world *world)
{
    uint8_t covers = world->state->covers;

    for (size_t i = 0; i < sizeof(modes); i++) {
        if (bank_of_mode(modes[i] & 15) == BOBBIN_BANK_HYP && world->entered != BOBBIN_BANK_HYP)
            continue;
        for (uint32_t thumb = 0; thumb < 2; thumb++) {
            if (!(covers & (thumb ? BANK_COVERS_THUMB : BANK_COVERS_ARM)))
                continue;
            world->pc = prover->code + 2 * thumb;
            world->psr = 0xa0000080u | modes[i] | (thumb ? BOBBIN_CPSR_T : 0);
            judge_stacks(prover, judgement, run, world);
        }
    }
}

static void judge_state(const struct prover *prover, struct judgement *judgement,
                        struct crossing_run *run, const struct bank_state *state)
{
    struct bank_world world = {.bases = &prover->exceptions->bases, .state = state};
    bool any = state->entered == BANK_ENTERED;

    if (state->mode >= BANK_MODE_DIFFERS)
        judgement->lacks_mode = true;
    for (size_t i = 0; i < (any ? sizeof(entered_banks) : 1) && !judgement->wrong; i++) {
        world.entered = any ? entered_banks[i] : state->entered;
        judge_psrs(prover, judgement, run, &world);
    }
}

/* ---- instructions ---------------------------------------------------------------------------- */

/*
 * Judges one frame of POINT: KIND INTERRUPTED or, for the return address, CALL. Returns the
 * verdict, and replaces FINDING if it is exact and this is worse.
 */
static enum verdict judge_frame(const struct prover *prover, const struct entry_point *point,
                                enum bobbin_kind kind, struct finding *finding)
{
    bool after = kind == BOBBIN_KIND_CALL;
    const struct bank_alternatives *states = after ? point->after : point->before;
    const struct crossing *crossing = after ? point->returned : point->crossing;
    struct crossing_run run = {.env = prover->env, .at = point->at};
    struct judgement judgement = {.crosses = false};
    struct finding found = *finding;

    if (after)
        run.frame = point->is_supervisor ? CROSSING_SUPERVISED : CROSSING_CALLED;
    for (uint32_t i = 0; i < states->count && !judgement.wrong; i++)
        judge_state(prover, &judgement, &run, states->state[i]);
    if (judgement.lacks_mode && judgement.crosses && !judgement.wrong)
        judgement.wrong = "the table has a rule that nothing proves";
    found.after_call = after;
    found.lost = judgement.loses;
    found.why = judgement.loses ? "lost: the code never restores a register" : NULL;
    found.verdict = judgement.wrong ? VERDICT_WRONG : VERDICT_EXACT;
    if (judgement.wrong) {
        found.why = judgement.wrong;
    } else if (!judgement.crosses) {
        found.verdict = VERDICT_UNKNOWN;
        found.lost = false;
        found.why = crossing && crossing->reason ? crossing->reason : "the table has no rule";
    }
    if (finding->verdict == VERDICT_EXACT &&
        (found.verdict != VERDICT_EXACT || (found.lost && !finding->lost)))
        *finding = found;
    return found.verdict;
}

static void judge_point(void *context, const struct entry_point *point)
{
    struct prover *prover = context;
    struct crossing_verdict verdict = {.is_call = point->after != NULL};

    if (!point->crossing)
        return;
    verdict.finding = (struct finding){.address = point->at.address,
                                       .verdict = VERDICT_EXACT,
                                       .is_entry = true,
                                       .handler = point->crossing->handler};
    judge_frame(prover, point, BOBBIN_KIND_INTERRUPTED, &verdict.finding);
    if (verdict.is_call)
        verdict.returned = judge_frame(prover, point, BOBBIN_KIND_CALL, &verdict.finding);
    array_push(prover->proof->verdict, prover->proof->count, prover->proof->capacity, verdict);
}

static bool has_aligned_base(const struct bank_bases *bases)
{
    for (unsigned i = 0; i < bases->count; i++)
        if (bases->base[i].kind == BANK_BASE_ALIGNED)
            return true;
    return false;
}

/* An address of code for the interrupted pc. A table without such a range crosses nothing. */
static uint32_t some_code(const struct bobbin_table *table)
{
    for (uint32_t i = 0; i < table->ranges_count; i++) {
        const uint8_t *range = table->ranges + i * FORMAT_RANGE_BYTES;
        if (bytes_u32(range + FORMAT_RANGE_SIZE) >= 12)
            return (bytes_u32(range + FORMAT_RANGE_START) + 7) & ~3u;
    }
    return 0;
}

void crossing_proof_run(struct crossing_proof *proof, const struct exceptions *exceptions,
                        const struct bobbin_env *env)
{
    struct prover prover = {.exceptions = exceptions,
                            .env = env,
                            .proof = proof,
                            .code = some_code(env->tables),
                            .aligns = has_aligned_base(&exceptions->bases)};

    exceptions_visit(exceptions, judge_point, &prover);
}

void crossing_proof_free(struct crossing_proof *proof)
{
    free(proof->verdict);
    *proof = (struct crossing_proof){0};
}

const struct crossing_verdict *crossing_proof_at(const struct crossing_proof *proof,
                                                 uint32_t address)
{
    size_t i = array_lower_bound(proof->verdict, proof->count, finding.address, address);

    return i < proof->count && proof->verdict[i].finding.address == address ? &proof->verdict[i]
                                                                            : NULL;
}

/* ---- other code ------------------------------------------------------------------------------ */

static bool crosses_as(const struct bobbin_env *env, const struct image_instruction *at,
                       enum bobbin_kind kind)
{
    uint32_t pc = at->address + (kind == BOBBIN_KIND_CALL ? at->size_bytes : 0);
    struct crossing_program program;
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    return crossing_program_find(env->tables, at, kind, &program) != BOBBIN_STOP_NO_RULE &&
           bobbin_rule_at(env, pc, kind, at->thumb ? BOBBIN_CPSR_T : 0, &rule, &trust) ==
               BOBBIN_STOP_NO_RULE;
}

bool crossing_proof_crosses(const struct bobbin_env *env, const struct image_instruction *at)
{
    return crosses_as(env, at, BOBBIN_KIND_INTERRUPTED) || crosses_as(env, at, BOBBIN_KIND_CALL);
}
