/* SPDX-License-Identifier: MIT */
/*
 * A QEMU plugin that records where a sampled firmware spends its time. With the oracle's shadow
 * call stack it counts each instruction by the calls around it, and it records the stack of each
 * sample. Its options:
 *
 *   elf=FILE       the image
 *   out=FILE       the result: tree.h, and the lines below
 *   licences=FILE  functions that may do what is a mistake elsewhere (tests/oracle/licences)
 *   masked=here    instructions count where they execute; for sampling by FIQ
 *   masked=later   instructions with IRQ masked count where IRQ is unmasked, because a pending
 *                  sampling IRQ is taken there
 *
 *   counted N          instructions between start and stop of the sampler
 *   sample PC RA ...   the stack of a sample, innermost first
 *   fault N            steps that the shadow stack could not follow
 *   cost N MEAN WORST  of N sampling FIQs: instructions from vector to return
 *
 * The sampling interrupts do not count, because the sampling timer does not run during them.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code.h"
#include "discover/open_image.h"
#include "qemu_plugin.h"
#include "shadow.h"
#include "tree.h"
#include "util/diag.h"

enum { STATUS_LOST = 90 };

#define CPSR_I (1u << 7)

__attribute__((visibility("default"))) const int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static struct truth {
    const char *elf, *out, *licences;
    bool later;
    struct image image;
    struct code code;
    struct guest guest;
    uint64_t instructions; /* executed so far */
    struct shadow shadow;
    struct registers now;
    struct tree tree;
    FILE *file;
    uint32_t start, stop, sample; /* addresses of the sampler's functions */
    bool running;
    size_t sampling; /* 1 + records below the exception that takes a sample; 0: no sample */
    uint64_t counted, held, faults;
    uint64_t entered; /* time at the vector of the last FIQ */
    struct {
        uint64_t samples, instructions, worst;
    } cost;
} truth;

/* ---- samples -------------------------------------------------------------------------------- */

/* 1 + the number of the innermost exception among the first COUNT records; 0: none. */
static size_t exception_in(size_t count)
{
    while (count > 0 && truth.shadow.record[count - 1].kind == RECORD_CALL)
        count--;
    return count;
}

static bool is_vector(uint32_t pc)
{
    return guest_has_vectors(&truth.guest, pc & ~31u);
}

/*
 * The shadow stack handles a call or return only when the next instruction executes. If an
 * interrupt comes in between, these functions add the effect of the last instruction: pending_call
 * gives the return address of the call that it made, or 0; pending_returns gives the number of the
 * COUNT calls that it returned from.
 */
static uint32_t pending_call(const struct record *interrupt)
{
    const struct code_instruction *from = interrupt->from;
    bool calls = from && (from->class.flow == STEP_CALL || from->class.flow == STEP_CALL_REGISTER);

    return calls && interrupt->return_address != code_next(from) ? code_next(from) : 0;
}

static size_t pending_returns(const struct record *interrupt, size_t count)
{
    const struct code_instruction *from = interrupt->from;
    const struct record *call = interrupt - 1;

    if (!from || from->class.flow != STEP_JUMP || interrupt->return_address == code_next(from))
        return 0;
    if (count > 0 && (call->return_address & ~1u) == interrupt->return_address)
        return 1;
    return count > 1 && call->local && (call[-1].return_address & ~1u) == interrupt->return_address
               ? 2
               : 0;
}

/* The calls of the task to which the last instruction switched; NULL: it did not switch. */
static const struct parked *pending_switch(const struct record *interrupt)
{
    const struct code_instruction *from = interrupt->from;

    if (!from || !(from->licences & LICENCE_SWITCH) || from->class.flow != STEP_JUMP)
        return NULL;
    for (size_t i = 0; i < truth.shadow.parked_count; i++) {
        const struct parked *parked = &truth.shadow.parked[i];
        if (parked->count &&
            (parked->record[parked->count - 1].return_address & ~1u) == interrupt->return_address)
            return parked;
    }
    return NULL;
}

static void print_calls(const struct record *record, size_t count)
{
    while (count-- > 0)
        fprintf(truth.file, " %08" PRIx32, record[count].return_address & ~1u);
}

/* A vector that was reached but not executed has no record yet. The code before it is no caller. */
static void print_sample(size_t exception)
{
    const struct record *interrupt = &truth.shadow.record[exception - 1];
    size_t end = exception_in(exception - 1);
    const struct parked *other = pending_switch(interrupt);
    size_t calls = exception - 1 - end;

    fprintf(truth.file, "sample %08" PRIx32, interrupt->return_address);
    if (other) {
        print_calls(other->record, other->count - 1);
    } else if (!is_vector(interrupt->return_address)) {
        if (pending_call(interrupt))
            fprintf(truth.file, " %08" PRIx32, pending_call(interrupt));
        print_calls(&truth.shadow.record[end], calls - pending_returns(interrupt, calls));
    }
    putc('\n', truth.file);
}

static void take_sample(void)
{
    size_t exception = exception_in(truth.shadow.count);

    if (!exception)
        return;
    print_sample(exception);
    truth.sampling = exception;
    truth.held = 0;
}

static void end_sample(void)
{
    uint64_t cost = truth.instructions - truth.entered;

    truth.sampling = 0;
    if (!truth.entered)
        return;
    truth.entered = 0;
    truth.cost.samples++;
    truth.cost.instructions += cost;
    if (cost > truth.cost.worst)
        truth.cost.worst = cost;
}

/* ---- instructions --------------------------------------------------------------------------- */

/*
 * The tree node of the first COUNT records. record.note caches 1 + the node of the calls up to it.
 */
static uint32_t node_of(size_t count)
{
    struct record *record = truth.shadow.record;
    size_t known = count;
    uint32_t node;

    while (known > 0 && !record[known - 1].note)
        known--;
    node = known ? record[known - 1].note - 1 : 0;
    for (; known < count; known++) {
        node = record[known].kind == RECORD_CALL
                   ? tree_call(&truth.tree, node, record[known].return_address & ~1u)
                   : 0;
        record[known].note = node + 1;
    }
    return node;
}

/* Counts the held instructions in FUNCTION (or at ADDRESS), below the first COUNT records. */
static void count_held(size_t count, const struct image_function *function, uint32_t address)
{
    tree_count(&truth.tree, node_of(count), function ? function->address : address, truth.held);
    truth.counted += truth.held;
    truth.held = 0;
}

/*
 * Held instructions count at the first unmasked instruction. If an interrupt comes before it
 * executes, they count at the interrupt's return address.
 */
static void interrupted(void)
{
    size_t exception = truth.shadow.count;
    uint32_t address = truth.shadow.record[exception - 1].return_address;

    if (truth.shadow.record[exception - 1].entry.vector == BOBBIN_VECTOR_FIQ)
        truth.entered = truth.instructions;
    if (truth.running && truth.held)
        count_held(exception - 1, image_function_at(&truth.image, address), address);
}

static bool in_fiq(void)
{
    size_t exception = exception_in(truth.shadow.count);

    return exception && truth.shadow.record[exception - 1].entry.vector == BOBBIN_VECTOR_FIQ;
}

static void count(const struct code_instruction *at)
{
    truth.held++;
    if (!truth.later || !(truth.now.cpsr & CPSR_I))
        count_held(truth.shadow.count, at->function, at->address);
}

static void executed(unsigned vcpu, void *data)
{
    struct code_instruction *at = data;
    const struct code_instruction *from = truth.shadow.from;
    uint64_t exceptions = truth.shadow.counts.exceptions;

    (void)vcpu;
    if (!truth.instructions++ || (from && from->class.system))
        guest_read_vectors(&truth.guest);
    truth.guest.changes++; /* any instruction may have written memory */
    guest_read_registers(&truth.guest, &truth.now, at->address, code_written_between(from, at),
                         !from || from->class.vfp);
    shadow_reach(&truth.shadow, at, &truth.now);
    code_mark(&truth.code, at, truth.shadow.resumed);
    truth.faults += truth.shadow.fault != NULL;
    if (truth.shadow.fault && truth.faults < 4)
        fprintf(stderr, "truth: %s at %08" PRIx32 "\n", truth.shadow.fault, at->address);
    if (truth.shadow.counts.exceptions != exceptions)
        interrupted();
    if (truth.sampling && truth.shadow.count < truth.sampling)
        end_sample();
    if (at->address == truth.start)
        truth.running = true;
    if (at->address == truth.stop)
        truth.running = false;
    if (at->address == truth.sample)
        take_sample();
    else if (truth.running && !truth.sampling && !in_fiq())
        count(at);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    size_t instructions = qemu_plugin_tb_n_insns(block);

    (void)id;
    for (size_t i = 0; i < instructions; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
        uint8_t bytes[4] = {0};
        qemu_plugin_insn_data(insn, bytes, sizeof(bytes));
        qemu_plugin_register_vcpu_insn_exec_cb(
            insn, executed, QEMU_PLUGIN_CB_R_REGS,
            code_translated(&truth.code, (uint32_t)qemu_plugin_insn_vaddr(insn), bytes,
                            (uint32_t)qemu_plugin_insn_size(insn)));
    }
}

/* ---- beginning and end ---------------------------------------------------------------------- */

static void at_exit(qemu_plugin_id_t id, void *data)
{
    (void)id, (void)data;
    fprintf(truth.file, "counted %" PRIu64 "\nfault %" PRIu64 "\n", truth.counted, truth.faults);
    if (truth.cost.samples)
        fprintf(truth.file, "cost %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", truth.cost.samples,
                truth.cost.instructions / truth.cost.samples, truth.cost.worst);
    tree_print(&truth.tree, truth.file);
    if (ferror(truth.file) | fclose(truth.file)) {
        diag_error(truth.out, "%s", strerror(errno));
        _exit(STATUS_LOST);
    }
}

static void processor_starts(qemu_plugin_id_t id, unsigned vcpu)
{
    (void)id;
    if (vcpu == 0 && guest_open(&truth.guest))
        return;
    diag_error("truth", vcpu ? "more than one processor" : "the processor lacks a register");
    _exit(STATUS_LOST);
}

static uint32_t address_of(const char *name)
{
    for (size_t i = 0; i < truth.image.functions_count; i++)
        if (strcmp(truth.image.functions[i].name, name) == 0)
            return truth.image.functions[i].address;
    diag_error(truth.elf, "no function %s", name);
    return 0;
}

static bool read_option(const char *text)
{
    if (strncmp(text, "elf=", 4) == 0)
        truth.elf = text + 4;
    else if (strncmp(text, "out=", 4) == 0)
        truth.out = text + 4;
    else if (strncmp(text, "licences=", 9) == 0)
        truth.licences = text + 9;
    else if (strncmp(text, "masked=", 7) == 0)
        truth.later = strcmp(text + 7, "later") == 0;
    else
        return false;
    return true;
}

static bool find_functions(void)
{
    truth.start = address_of("bobbin_sampler_start");
    truth.stop = address_of("bobbin_sampler_stop");
    truth.sample = address_of("bobbin_sampler_interrupt");
    return truth.start && truth.stop && truth.sample;
}

__attribute__((visibility("default"))) int
qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++)
        if (!read_option(argv[i])) {
            diag_error("truth", "option \"%s\" is not understood", argv[i]);
            return 1;
        }
    if (!truth.elf || !truth.out || image_open(&truth.image, truth.elf) != STATUS_GOOD ||
        !find_functions())
        return 1;
    code_open(&truth.code, &truth.image);
    if (truth.licences && licences_read(&truth.code.licences, truth.licences) != STATUS_GOOD)
        return 1;
    truth.file = fopen(truth.out, "w");
    if (!truth.file)
        return diag_error(truth.out, "%s", strerror(errno));
    shadow_open(&truth.shadow, &truth.code, &truth.guest);
    qemu_plugin_register_vcpu_init_cb(id, processor_starts);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, at_exit, NULL);
    return 0;
}
