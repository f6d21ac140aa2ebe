/* SPDX-License-Identifier: MIT */
/*
 * effects IMAGE...: executes each distinct instruction of the images alone in an emulator. Compares
 * the run with the effect that the reference analysis derives.
 *
 * The registers are random. The environment variable STATES is the number of runs per instruction
 * (default 4).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "insn/disassembler.h"
#include "judge.h"
#include "util/diag.h"

enum { STATES = 4, SHOWN_MAX = 20, EXECUTED_PERCENT_MIN = 99, STATED_PERCENT_MIN = 99 };

/* The reason why an instruction was not executed. */
enum skip {
    SKIP_NOT,
    SKIP_IT,
    SKIP_MODE,
    SKIP_TRAP,
    SKIP_UNKNOWN,
    SKIP_SYSTEM,
    SKIP_REFUSED,
    SKIPS,
};

static const char *const skip_texts[SKIPS] = {
    "executed",
    "are IT, which has no effect alone",
    "change the processor's mode or return from an exception",
    "trap: udf, svc",
    "are unknown to the analysis, and all registers are unknown after them",
    "write to system registers, which would change the emulated machine",
    "refused by the emulator: coprocessors, other architectures, data",
};

static const char *const finding_texts[JUDGE_FINDINGS] = {
    "",
    "a register changed that the analysis does not name",
    "a value differs from that of the analysis",
    "memory was accessed that the analysis does not name",
    "another instruction followed than the analysis states",
    "the flags changed unexpectedly",
    "other memory was accessed than decode would say",
};

struct session {
    struct machine machine;
    struct effect_reader reader;
    struct disassembler disassembler;
    unsigned states;
    size_t skipped[SKIPS], wrong[JUDGE_FINDINGS];
    size_t accesses, accesses_stated; /* runs that access memory; those whose address is stated */
};

/* ---- words ----------------------------------------------------------------------------------- */

static void show(struct session *session, const struct image *image,
                 const struct image_instruction *at, const char *what, uint32_t number)
{
    char text[100];

    disassemble(&session->disassembler, image, at, text, sizeof(text));
    printf("# %s %s: %s (0x%x)\n", at->thumb ? "thumb" : "arm", text, what, number);
}

static enum skip skip_of(const struct effect *effect, const struct word *word)
{
    if (word->thumb && word->size_bytes == 2 && (word->bits & 0xff00) == 0xbf00 &&
        (word->bits & 15))
        return SKIP_IT;
    if (effect->kind == EFFECT_SET_MODE || effect->kind == EFFECT_WRITE_PSR ||
        effect->flow == FLOW_EXCEPTION)
        return SKIP_MODE;
    if (effect->flow == FLOW_TRAP)
        return SKIP_TRAP;
    if (word_writes_system(word))
        return SKIP_SYSTEM;
    return effect->kind == EFFECT_UNKNOWN ? SKIP_UNKNOWN : SKIP_NOT;
}

static bool check_access(struct session *session, const struct image *image,
                         const struct image_instruction *at, const struct machine_run *run,
                         uint32_t *number)
{
    struct memory_registers registers = {
        .r = run->before.r, .cpsr = run->before.cpsr, .valid = UINT32_MAX};
    struct memory_access access;

    if (!run->accesses_count ||
        !memory_access_read(&access, image, at->address, at->thumb, &registers))
        return true;
    session->accesses++;
    session->accesses_stated += access.address_known;
    return judge_access(&access, run, number);
}

/* In every second run, the flags satisfy the condition of the instruction. */
static enum skip try_word(struct session *session, const struct image *image,
                          const struct image_instruction *at, const struct effect *effect,
                          uint64_t seed)
{
    for (unsigned i = 0; i < session->states; i++) {
        struct machine_run run;
        enum judge_finding finding;
        uint32_t number = 0;
        machine_randomise(&run.before, (seed + 1) * 0x9e3779b97f4a7c15 + i);
        if (effect->condition < CONDITION_ALWAYS && i % 2 == 0)
            run.before.cpsr = condition_flags(effect->condition, true);
        if (!machine_execute(&session->machine, at->address, at->thumb, &run))
            return SKIP_REFUSED;
        finding = judge(effect, at, &session->machine, &run, &number);
        if (finding == JUDGE_GOOD && !check_access(session, image, at, &run, &number))
            finding = JUDGE_ACCESS;
        if (finding == JUDGE_GOOD)
            continue;
        if (session->wrong[finding]++ < SHOWN_MAX)
            show(session, image, at, finding_texts[finding], number);
        break;
    }
    return SKIP_NOT;
}

static void check_word(struct session *session, const struct word *word)
{
    struct image_instruction at = {machine_place(&session->machine, word), word->size_bytes,
                                   word->thumb};
    struct word_image image;
    struct effect effect;
    enum skip skip;

    session->reader.it_state = 0;
    word_image(&image, word, at.address);
    effect_read(&session->reader, &image.image, &at, &effect);
    skip = skip_of(&effect, word);
    if (skip == SKIP_NOT)
        skip =
            try_word(session, &image.image, &at, &effect, (uint64_t)word->bits << 1 | word->thumb);
    session->skipped[skip]++;
}

/* ---- results --------------------------------------------------------------------------------- */

static int report(const struct session *session, size_t words_count)
{
    bool enough =
        session->skipped[SKIP_NOT] * 100 >= words_count * EXECUTED_PERCENT_MIN && words_count;
    bool stated = session->accesses_stated * 100 >= session->accesses * STATED_PERCENT_MIN;
    bool good = enough && stated;

    for (unsigned i = 0; i < SKIPS; i++)
        printf("# %zu words %s\n", session->skipped[i], skip_texts[i]);
    for (unsigned i = JUDGE_GOOD + 1; i < JUDGE_FINDINGS; i++) {
        printf("%sok %u - of %zu distinct instructions in %u states, none where %s\n",
               session->wrong[i] ? "not " : "", i, session->skipped[SKIP_NOT], session->states,
               finding_texts[i]);
        good = good && !session->wrong[i];
    }
    printf("%sok %u - at least %u %% of %zu words have been executed\n", enough ? "" : "not ",
           JUDGE_FINDINGS, EXECUTED_PERCENT_MIN, words_count);
    printf("%sok %u - the address of at least %u %% of %zu accesses is stated\n",
           stated ? "" : "not ", JUDGE_FINDINGS + 1, STATED_PERCENT_MIN, session->accesses);
    printf("# %zu addresses are stated\n", session->accesses_stated);
    printf("1..%u\n", JUDGE_FINDINGS + 1);
    return good ? STATUS_GOOD : STATUS_PROBLEMS;
}

int main(int argc, char **argv)
{
    struct session session = {.states = STATES};
    struct words words = {0};
    const char *states = getenv("STATES");
    int status = STATUS_GOOD;

    if (states)
        session.states = (unsigned)strtoul(states, NULL, 10);
    for (int i = 1; i < argc && status == STATUS_GOOD; i++)
        status = words_add(&words, argv[i]);
    if (status != STATUS_GOOD || machine_open(&session.machine) != STATUS_GOOD ||
        effect_reader_open(&session.reader, NULL) != STATUS_GOOD ||
        disassembler_open(&session.disassembler) != STATUS_GOOD)
        return STATUS_BAD_INPUT;
    session.machine.halves = true;
    for (size_t i = 0; i < words.count; i++)
        check_word(&session, &words.word[i]);
    status = report(&session, words.count);
    disassembler_close(&session.disassembler);
    effect_reader_close(&session.reader);
    machine_close(&session.machine);
    words_free(&words);
    return status;
}
