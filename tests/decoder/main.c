/* SPDX-License-Identifier: MIT */
/*
 * decoder IMAGE...: checks the core's decoder (core/insn/code.h) against a disassembler, and
 * against an emulator that starts with random registers.
 *
 * The instructions are all 16-bit words, generated 32-bit words, and all instructions of the
 * images. Environment: STEP takes one of STEP generated 32-bit words (default 41). STATES is the
 * number of runs per instruction (default 1).
 */
#include <stdio.h>
#include <stdlib.h>

#include "claims.h"
#include "encodings.h"
#include "insn/disassembler.h"
#include "judge.h"
#include "util/diag.h"

/* Unicorn crashes after it has translated some million words. It is restarted before that. */
enum { MACHINE_WORDS = 250000 };

enum { STEP = 41, RANDOM_WORDS = 2000000, SHOWN_MAX = 25, KINDS = CODE_JUMP + 1 };

/* At least this many distinct words of each kind must have been executed. */
static const uint32_t executed_min[KINDS] = {100000, 0, 10000, 10000, 10000, 30000, 10000, 100};
static const char *const kind_names[KINDS] = {"other", "stop",   "load", "store",
                                              "add",   "branch", "call", "jump"};

struct session {
    struct machine machine;
    struct effect_reader reader;
    struct disassembler disassembler;
    uint32_t states;
    uint32_t words, unknown, refused;
    uint32_t executed[KINDS], wrong[FINDINGS];
    uint32_t *exempt;
};

/* One instruction, as the decoder and as the disassembler describe it. */
struct subject {
    const struct word *word;
    struct image_instruction at;
    struct word_image image;
    struct code_op op;
    struct effect effect;
};

static void note(struct session *session, const struct subject *subject, enum finding finding)
{
    unsigned exemption = exemption_of(subject->word, finding);
    const struct code_op *op = &subject->op;
    char text[100];

    if (exemption < exemptions_count) {
        session->exempt[exemption]++;
        return;
    }
    if (session->wrong[finding]++ >= SHOWN_MAX)
        return;
    disassemble(&session->disassembler, &subject->image.image, &subject->at, text, sizeof(text));
    printf("# %s %0*x %s: %s. %s %u %u registers %x offset %d writeback %d condition %u\n",
           subject->word->thumb ? "thumb" : "arm", 2 * subject->word->size_bytes,
           word_bits(subject->word) >> (subject->word->size_bytes == 2 ? 16 : 0), text,
           finding_texts[finding], kind_names[op->kind], op->target, op->base, op->registers,
           op->offset, op->writeback, op->condition);
}

/* IT has no effect of its own. Only the state that it sets is compared. */
static bool is_it(struct session *session, const struct subject *subject)
{
    uint8_t state = session->reader.it_state;
    uint32_t first = word_bits(subject->word) >> 16;

    session->reader.it_state = 0;
    if (state && (subject->op.kind != CODE_OTHER || !code_is_it(first) || (first & 0xff) != state))
        note(session, subject, FINDING_FLOW);
    else if (!state && subject->word->thumb && code_is_it(first))
        note(session, subject, FINDING_FLOW);
    return state;
}

static bool disassembled(struct session *session, struct subject *subject)
{
    enum finding finding = FINDING_NONE;

    effect_read(&session->reader, &subject->image.image, &subject->at, &subject->effect);
    if (subject->op.size_bytes != subject->word->size_bytes)
        finding = FINDING_SIZE;
    if (is_it(session, subject))
        return false;
    if (subject->effect.kind == EFFECT_UNKNOWN)
        session->unknown++;
    else if (finding == FINDING_NONE)
        finding = claims_disassembled(&subject->op, &subject->effect, &subject->at);
    if (finding != FINDING_NONE)
        note(session, subject, finding);
    return finding == FINDING_NONE;
}

/*
 * An instruction that changes the mode also changes the banked sp. An instruction that traps has no
 * other effect.
 */
static bool is_executable(const struct subject *subject)
{
    const struct effect *effect = &subject->effect;

    return subject->op.kind != CODE_STOP && effect->kind != EFFECT_SET_MODE &&
           effect->kind != EFFECT_WRITE_PSR && effect->flow != FLOW_TRAP &&
           !word_writes_system(subject->word);
}

static void execute(struct session *session, struct subject *subject)
{
    uint64_t seed = ((uint64_t)subject->word->bits << 1 | subject->word->thumb) + 1;
    uint8_t condition = subject->op.condition;

    for (uint32_t i = 0; i < session->states; i++) {
        struct machine_run run;
        enum finding finding;
        machine_randomise(&run.before, seed * 0x9e3779b97f4a7c15 + i);
        if (condition < CODE_ALWAYS && (seed >> 1) % 8)
            run.before.cpsr = condition_flags(condition, true);
        if (!machine_execute(&session->machine, subject->at.address, subject->at.thumb, &run)) {
            session->refused++;
            return;
        }
        finding =
            claims_executed(&subject->op, subject->word, &subject->at, &session->machine, &run);
        if (finding != FINDING_NONE) {
            note(session, subject, finding);
            return;
        }
    }
    session->executed[subject->op.kind]++;
}

static void begin(struct session *session, struct subject *subject, const struct word *word,
                  uint32_t address)
{
    session->words++;
    subject->word = word;
    subject->at = (struct image_instruction){address, word->size_bytes, word->thumb};
    word_image(&subject->image, word, address);
    code_decode(word_bits(word), &subject->op, word->thumb);
}

static void check(void *context, const struct word *word)
{
    struct session *session = context;
    struct subject subject;

    if (session->words % MACHINE_WORDS == MACHINE_WORDS - 1) {
        machine_close(&session->machine);
        if (machine_open(&session->machine) != STATUS_GOOD)
            exit(STATUS_BAD_INPUT);
    }
    begin(session, &subject, word, machine_place(&session->machine, word));
    if (disassembled(session, &subject) && is_executable(&subject))
        execute(session, &subject);
}

static void check_text(void *context, const struct word *word)
{
    struct session *session = context;
    struct subject subject;

    begin(session, &subject, word, 0x08000000);
    disassembled(session, &subject);
}

/* ---- results --------------------------------------------------------------------------------- */

static bool report(const struct session *session)
{
    bool good = true;
    unsigned test = 0;

    printf("# %u words; %u unknown to the disassembler, %u refused by the emulator\n",
           session->words, session->unknown, session->refused);
    for (unsigned i = FINDING_NONE + 1; i < FINDINGS; i++) {
        good = good && !session->wrong[i];
        printf("%sok %u - no word where %s\n", session->wrong[i] ? "not " : "", ++test,
               finding_texts[i]);
    }
    for (unsigned i = 0; i < KINDS; i++) {
        bool enough = session->executed[i] >= executed_min[i];
        good = good && enough;
        printf("%sok %u - at least %u words of kind %s executed\n", enough ? "" : "not ", ++test,
               executed_min[i], kind_names[i]);
        printf("# %u executed\n", session->executed[i]);
    }
    for (unsigned i = 0; i < exemptions_count; i++) {
        good = good && session->exempt[i];
        printf("%sok %u - exempt: %s %08x/%08x: %s\n", session->exempt[i] ? "" : "not ", ++test,
               exemptions[i].thumb ? "thumb" : "arm", exemptions[i].mask, exemptions[i].value,
               exemptions[i].reason);
        printf("# %u words\n", session->exempt[i]);
    }
    printf("1..%u\n", test);
    return good;
}

static uint32_t option(const char *name, uint32_t otherwise)
{
    const char *text = getenv(name);

    return text ? (uint32_t)strtoul(text, NULL, 10) : otherwise;
}

static void check_all(struct session *session, const struct words *words)
{
    uint32_t step = option("STEP", STEP);

    for (size_t i = 0; i < words->count; i++)
        check(session, &words->word[i]);
    encodings_narrow(check, session);
    encodings_fixed(check, session);
    encodings_wide(step, check, session);
    encodings_arm(step, check, session);
    encodings_random(RANDOM_WORDS / step, check_text, session);
}

int main(int argc, char **argv)
{
    struct session session = {.states = option("STATES", 1)};
    struct words words = {0};
    int status = STATUS_GOOD;

    for (int i = 1; i < argc && status == STATUS_GOOD; i++)
        status = words_add(&words, argv[i]);
    if (status != STATUS_GOOD || machine_open(&session.machine) != STATUS_GOOD ||
        effect_reader_open(&session.reader, NULL) != STATUS_GOOD ||
        disassembler_open(&session.disassembler) != STATUS_GOOD)
        return STATUS_BAD_INPUT;
    session.exempt = calloc(exemptions_count, sizeof(session.exempt[0]));
    if (!session.exempt)
        return STATUS_BAD_INPUT;
    check_all(&session, &words);
    status = report(&session) ? STATUS_GOOD : STATUS_PROBLEMS;
    disassembler_close(&session.disassembler);
    effect_reader_close(&session.reader);
    machine_close(&session.machine);
    words_free(&words);
    free(session.exempt);
    return status;
}
