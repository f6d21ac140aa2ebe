/* SPDX-License-Identifier: MIT */
/*
 * Proves a table: judges every instruction of the image in parallel, adds up the verdicts and
 * compares the code ranges.
 */
#include "prove/proof.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/parallel_walk.h"
#include "analysis/regions.h"
#include "core/format/bytes.h"
#include "core/format/table_format.h"
#include "elf/vectors.h"
#include "frame/frame_rule.h"
#include "prove/crossing_proof.h"
#include "prove/instruction_proof.h"
#include "prove/proof_leaf.h"
#include "rows/core_env.h"
#include "util/memory.h"

/* ---- many instructions ----------------------------------------------------------------------- */

/* The part of the proof that one thread does: its regions and its results. */
struct proved_share {
    struct parallel_walk_share *walk_share;
    const struct crossing_proof *crossings; /* NULL: the table has none */
    struct instruction_proof instruction;
    struct proof proof;
};

static void add_finding(struct proof *proof, const struct finding *finding)
{
    proof->instructions++;
    proof->verdicts[finding->verdict]++;
    proof->lost += finding->verdict == VERDICT_EXACT && finding->lost;
    proof->cfi_only += finding->cfi_only;
    proof->entry_code += finding->is_entry;
    proof->entry_verdicts[finding->verdict] += finding->is_entry;
    if (finding->verdict != VERDICT_EXACT || finding->lost)
        array_push(proof->finding, proof->findings_count, proof->findings_capacity, *finding);
}

static void count_return(struct proof *proof, enum verdict verdict)
{
    proof->returns++;
    proof->returned[verdict]++;
}

static bool is_vector(const struct regions *regions, uint32_t address)
{
    for (size_t i = 0; i < regions->vectors_count; i++)
        if (address - regions->vectors[i].address < 4 * VECTORS)
            return true;
    return false;
}

/*
 * Adds the verdict on NODE if that is entry code of a table with CROSSINGS. PATH is NULL if no
 * ordinary path leads to it. Vectors that no exception uses have no verdict here. Code that returns
 * from an exception, but that only calls lead to, is no entry code: it starts another context.
 */
static bool prove_entry_code(struct proved_share *share, const struct node *node,
                             const struct frame_path *path)
{
    const struct crossing_verdict *verdict;
    struct finding finding = {.address = node->at.address,
                              .verdict = VERDICT_UNKNOWN,
                              .handler = node->at.address,
                              .why = "no exception is known to lead here"};
    const struct frame_debt debt = {.owed = node->owed};

    if (!share->crossings)
        return false;
    verdict = crossing_proof_at(share->crossings, node->at.address);
    if (verdict) {
        add_finding(&share->proof, &verdict->finding);
        if (verdict->is_call)
            count_return(&share->proof, verdict->returned);
        return true;
    }
    if (crossing_proof_crosses(&share->instruction.env, &node->at)) {
        finding.verdict = VERDICT_WRONG;
        finding.is_entry = true;
        finding.why = "the table has a rule that nothing proves";
    } else if (!path || !frame_rule_none_is_right(&path->state, &debt) || !node->reached ||
               is_vector(share->walk_share->analysis.regions, node->at.address)) {
        return false;
    }
    add_finding(&share->proof, &finding);
    return true;
}

static void prove(void *context, const struct node *node, const struct frame_path *path)
{
    struct proved_share *share = context;
    struct finding finding;

    if (analysis_needs_no_rule(node) || prove_entry_code(share, node, path))
        return;
    if (!node->reached) {
        instruction_proof_judge_unreached(&share->instruction, node, path, &finding);
        if (!analysis_is_filler(node) || finding.verdict == VERDICT_WRONG)
            add_finding(&share->proof, &finding);
        return;
    }
    instruction_proof_judge(&share->instruction, node, path, &finding);
    if (finding.verdict == VERDICT_EXACT && instruction_proof_is_explicit(&share->instruction))
        share->proof.explicit_rows++;
    add_finding(&share->proof, &finding);
    if (instruction_proof_is_returned_to(&share->instruction))
        count_return(&share->proof, share->instruction.returned);
}

static void prove_share(void *context)
{
    struct proved_share *share = context;

    parallel_walk_run(share->walk_share, prove, share);
}

/* Adds FOUND to PROOF and frees FOUND. All addresses in FOUND are above those in PROOF. */
static void merge_share(struct proof *proof, struct proof *found)
{
    proof->instructions += found->instructions;
    proof->returns += found->returns;
    for (size_t i = 0; i < VERDICTS; i++) {
        proof->verdicts[i] += found->verdicts[i];
        proof->returned[i] += found->returned[i];
        proof->entry_verdicts[i] += found->entry_verdicts[i];
    }
    proof->entry_code += found->entry_code;
    proof->explicit_rows += found->explicit_rows;
    proof->lost += found->lost;
    proof->cfi_only += found->cfi_only;
    for (size_t i = 0; i < found->findings_count; i++)
        array_push(proof->finding, proof->findings_count, proof->findings_capacity,
                   found->finding[i]);
    proof_free(found);
}

static void prove_all(struct proof *proof, const struct reference *reference,
                      const struct crossing_proof *crossings, const struct bobbin_table *table,
                      const struct bobbin_foreign *reader, bool stripped)
{
    const struct analysis *analysis = &reference->analysis;
    struct proved_share shares[THREADS_MAX] = {0};
    struct instruction_proof instruction;
    struct parallel_walk walk;

    instruction_proof_begin(&instruction, reference, table, reader);
    instruction.stripped = stripped;
    instruction.crosses = crossings;
    analysis_visit_until(analysis, proof_leaf_find, &instruction, &instruction.has_leaf);
    if (!instruction.has_leaf)
        analysis_visit_until(analysis, proof_leaf_find_any, &instruction, &instruction.has_leaf);
    parallel_walk_begin(&walk, analysis, NULL, "proving");
    for (size_t i = 0; i < walk.count; i++) {
        shares[i] = (struct proved_share){
            .walk_share = &walk.share[i], .crossings = crossings, .instruction = instruction};
        shares[i].instruction.analysis = &walk.share[i].analysis;
    }
    threads_run(prove_share, shares, sizeof(shares[0]), walk.count);
    for (size_t i = 0; i < walk.count; i++)
        merge_share(proof, &shares[i].proof);
    parallel_walk_end(&walk);
}

/* ---- the whole proof ------------------------------------------------------------------------- */

/* Counts every instruction as unknown, because the machine code of this image is not analysed. */
static void make_all_unknown(struct proof *proof, const struct reference *reference)
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

/*
 * Returns the end of the range that starts at START. Range records that follow each other without a
 * gap count as one range. Returns START if the table has no range there.
 */
static uint32_t end_of_range(const struct bobbin_table *table, uint32_t start)
{
    for (uint32_t i = 0; i < table->ranges_count; i++) {
        const uint8_t *range = table->ranges + i * FORMAT_RANGE_BYTES;
        if (bytes_u32(range + FORMAT_RANGE_START) == start)
            start += bytes_u32(range + FORMAT_RANGE_SIZE);
    }
    return start;
}

/*
 * Whether the code ranges of LIST and TABLE differ. The core accepts a return address only within
 * the ranges of the table.
 */
static bool ranges_differ(const struct row_list *list, const struct bobbin_table *table)
{
    uint64_t listed = 0;
    uint64_t in_table = 0;

    for (size_t i = 0; i < list->ranges_count; i++) {
        const struct code_range *range = &list->range[i];
        listed += range->size_bytes;
        if (end_of_range(table, range->start) < range->start + range->size_bytes)
            return true;
    }
    for (uint32_t i = 0; i < table->ranges_count; i++)
        in_table += bytes_u32(table->ranges + i * FORMAT_RANGE_BYTES + FORMAT_RANGE_SIZE);
    return listed != in_table;
}

static void run(struct proof *proof, const struct reference *reference,
                const struct exceptions *exceptions, const struct bobbin_table *table,
                const struct bobbin_foreign *reader, bool stripped)
{
    struct bobbin_env env = core_env(reference->image, table, NULL);
    struct crossing_proof crossings = {0};

    memset(proof, 0, sizeof(*proof));
    proof->ranges_differ = ranges_differ(&reference->list, table);
    if (exceptions)
        crossing_proof_run(&crossings, exceptions, &env);
    if (reference->analysis.count)
        prove_all(proof, reference, exceptions ? &crossings : NULL, table, reader, stripped);
    else
        make_all_unknown(proof, reference);
    crossing_proof_free(&crossings);
}

void proof_run(struct proof *proof, const struct reference *reference,
               const struct exceptions *exceptions, const struct bobbin_table *table,
               const struct bobbin_foreign *reader)
{
    run(proof, reference, exceptions, table, reader, false);
}

void proof_run_embedded(struct proof *proof, const struct reference *reference,
                        const struct exceptions *exceptions, const struct bobbin_table *table,
                        const struct bobbin_foreign *reader)
{
    run(proof, reference, exceptions, table, reader, reference->image->discovered);
}

void proof_free(struct proof *proof)
{
    free(proof->finding);
    memset(proof, 0, sizeof(*proof));
}
