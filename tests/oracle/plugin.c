/* SPDX-License-Identifier: MIT */
/*
 * The QEMU plugin. At each executed instruction a callback updates the shadow stack and compares
 * the core's answer with it. Supports one processor. See README.md.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check_tasks.h"
#include "discover/open_image.h"
#include "options.h"
#include "points.h"
#include "qemu_plugin.h"
#include "result.h"
#include "rows/core_env.h"
#include "table/embedded_table.h"
#include "table/format_registry.h"
#include "table/table.h"
#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/report.h>

/* The emulator's exit status after a mismatch or a check that could not be made. */
enum { STATUS_MISMATCH = 90 };

/*
 * How many distances of moved code are followed. How many bytes must be equal to find one: as many
 * as possible, because constants between the code may have been changed.
 */
enum { MOVES_MAX = 4, MOVED_BYTES_MAX = 64, MOVED_BYTES_MIN = 16 };

__attribute__((visibility("default"))) const int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static struct oracle {
    struct options options;
    struct image image;
    /* the image's table, and a copy for each distance by which code was moved */
    struct bobbin_table tables[1 + MOVES_MAX];
    unsigned tables_count;
    bool judging;  /* the code from which to judge was reached */
    uint32_t from; /* that code's address in the image */
    struct code code;
    size_t image_sections_count; /* of CODE's sections, those that were not moved */
    struct guest guest;
    uint64_t instructions; /* judged so far */
    struct shadow shadow;
    struct findings findings;
    struct check check;
    struct tasks_check tasks;
    struct points points;
    struct registers now;
    const struct code_instruction *last; /* the instruction executed last */
    uint32_t aliased; /* how far from its address the current translation block runs, modulo 2^32 */
    uint64_t scribbled;
} oracle;

/* ---- the table ------------------------------------------------------------------------------- */

static uint8_t *read_file(const char *path, uint32_t *size_bytes)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = NULL;
    size_t size = 0, capacity = 0;
    int c;

    if (!file) {
        diag_error(path, "%s", strerror(errno));
        return NULL;
    }
    while ((c = getc(file)) != EOF)
        array_push(bytes, size, capacity, (uint8_t)c);
    fclose(file);
    *size_bytes = (uint32_t)size;
    return bytes;
}

static enum bobbin_table_error open_table_file(const char *path, struct bobbin_table *table)
{
    uint32_t size_bytes = 0;
    uint8_t *bytes = read_file(path, &size_bytes);
    enum bobbin_table_error error = BOBBIN_TABLE_EMPTY;

    if (bytes)
        error = bobbin_table_open(table, bytes, size_bytes, 0);
    if (error == BOBBIN_TABLE_OK)
        error = bobbin_table_match(table, oracle.image.build_id, oracle.image.build_id_size);
    return error == BOBBIN_TABLE_OK ? bobbin_table_verify(table) : error;
}

static bool open_table(void)
{
    const char *path = oracle.options.table;
    enum bobbin_table_error error = path ? open_table_file(path, oracle.tables)
                                         : table_open_embedded(&oracle.image, oracle.tables);

    if (error != BOBBIN_TABLE_OK)
        diag_error(path ? path : oracle.options.elf, "its table cannot be used: %s",
                   bobbin_table_error_name(error));
    oracle.tables_count = 1;
    return error == BOBBIN_TABLE_OK;
}

/* ---- moved code ------------------------------------------------------------------------------ */

/* From now on, the code that the image has in SIZE_BYTES at FROM also runs at TO. */
static void move(uint32_t from, uint32_t to, uint32_t size_bytes)
{
    struct bobbin_table *table = &oracle.tables[oracle.tables_count];

    if (oracle.tables_count > MOVES_MAX) {
        diag_error("oracle", "code was moved more than %d times", MOVES_MAX);
        return;
    }
    code_add_move(&oracle.code, from, to, size_bytes);
    bobbin_table_open(table, oracle.tables->bytes, oracle.tables->size_bytes, to - from);
    oracle.check.env.tables_count = ++oracle.tables_count;
    fprintf(stderr, "oracle: code of 0x%08x runs at 0x%08x\n", from, to);
}

/* The code at ADDRESS, of which the image knows nothing, may be a copy of code of the image. */
static void find_move(uint32_t address)
{
    const struct code_section *first = oracle.code.sections;
    const struct code_section *last = first + oracle.image_sections_count - 1;
    uint8_t bytes[MOVED_BYTES_MAX];
    uint32_t moved;

    if (!guest_copy(&oracle.guest, address, bytes, sizeof(bytes)))
        return;
    for (uint32_t size = MOVED_BYTES_MAX; size >= MOVED_BYTES_MIN; size /= 2)
        if (code_find_move(&oracle.code, address, bytes, size, &moved)) {
            move(first->start, first->start + moved, last->start + last->size_bytes - first->start);
            return;
        }
}

/*
 * QEMU translates a page once and runs the translation at all addresses to which the page is mapped
 * (CF_PCREL in QEMU's sources).
 */
static void block_begins(unsigned vcpu, void *data)
{
    const struct code_instruction *at = data;

    (void)vcpu;
    oracle.aliased = guest_read_pc(&oracle.guest) - at->address;
}

/* The instruction with SIZE_BYTES at BYTES, which runs at ADDRESS. */
static struct code_instruction *instruction_at(uint32_t address, const uint8_t *bytes,
                                               uint32_t size_bytes)
{
    if (oracle.options.find_moved && !code_is_known(&oracle.code, address))
        find_move(address);
    return code_translated(&oracle.code, address, bytes, size_bytes);
}

/* The instruction that QEMU has translated at AT, where it runs now. */
static struct code_instruction *aliased(const struct code_instruction *at)
{
    uint32_t address = at->address + oracle.aliased;
    uint8_t bytes[4] = {0};

    guest_copy(&oracle.guest, address, bytes, at->size_bytes);
    return instruction_at(address, bytes, at->size_bytes);
}

/* ---- the end --------------------------------------------------------------------------------- */

static struct result result_now(void)
{
    return (struct result){
        .image = &oracle.image,
        .code = &oracle.code,
        .shadow = &oracle.shadow.counts,
        .check = &oracle.check.counts,
        .findings = &oracle.findings,
        .instructions = oracle.instructions,
        .below_sp = oracle.guest.forbidden,
        .scribbled = oracle.scribbled,
        .allow_losses = oracle.options.allow_losses,
        .allow_outside = oracle.options.allow_outside,
    };
}

/* Ends the emulator with the oracle's status; QEMU would return the guest's status instead. */
static void finish(bool complete)
{
    struct result result = result_now();
    bool good = result_is_good(&result);

    points_close(&oracle.points);
    result.complete = complete;
    result_print(&result, stderr);
    if (oracle.options.out && result_save(&result, oracle.options.out) != STATUS_GOOD)
        good = false;
    if (oracle.options.counts && result_save_times(&result, oracle.options.counts) != STATUS_GOOD)
        good = false;
    if (!good || !complete) {
        fflush(NULL);
        _exit(STATUS_MISMATCH);
    }
}

static void at_exit(qemu_plugin_id_t id, void *data)
{
    (void)id, (void)data;
    finish(true);
}

/* ---- each instruction ------------------------------------------------------------------------ */

static void report(const char *what, uint32_t address, enum finding_kind kind)
{
    const struct mismatch mismatch = {.what = what, .address = address, .finding = kind};

    if (what)
        findings_add(&oracle.findings, &mismatch);
}

static void stored(unsigned vcpu, uint32_t access, uint64_t address, void *data)
{
    (void)vcpu, (void)access, (void)data;
    oracle.guest.changes++;
    shadow_stored(&oracle.shadow, (uint32_t)address);
}

/*
 * Copies of memory also become stale if FROM, executed last, may have changed which memory is
 * mapped, or is served by the emulator, which may write memory.
 */
static void notice_changes(const struct code_instruction *from, uint32_t mode)
{
    if (!from || from->class.system || from->written == WRITTEN_ALL ||
        registers_mode(&oracle.now) != mode || oracle.options.all_registers)
        oracle.guest.changes++;
}

/* Reads the registers at AT that may have changed since FROM, executed last; NULL: all. */
static void read_registers(const struct code_instruction *from, const struct code_instruction *at)
{
    struct registers all = oracle.now;

    guest_read_registers(&oracle.guest, &oracle.now, at->address, code_written_between(from, at),
                         !from || from->class.vfp);
    notice_changes(from, registers_mode(&all));
    if (!oracle.options.all_registers || !from)
        return;
    guest_read_registers(&oracle.guest, &all, at->address, WRITTEN_ALL, true);
    if (memcmp(&all, &oracle.now, sizeof(all)) != 0)
        report("registers", from->address, FINDING_MISMATCH);
}

/* Whether AT is judged: the code from which to judge was reached. */
static bool is_judged(const struct code_instruction *at)
{
    if (!oracle.judging && !at->outside && at->linked == oracle.from) {
        oracle.judging = true;
        shadow_start(&oracle.shadow);
    }
    return oracle.judging;
}

static void executed(unsigned vcpu, void *data)
{
    struct code_instruction *at = data;
    const struct code_instruction *from = oracle.shadow.from;
    bool walk;

    (void)vcpu;
    if (oracle.aliased)
        at = aliased(at);
    if (!is_judged(at))
        return;
    oracle.instructions++;
    read_registers(oracle.last, at);
    if (!oracle.last || oracle.last->class.system)
        guest_read_vectors(&oracle.guest);
    oracle.last = at;
    findings_executed(&oracle.findings, at->address);
    shadow_reach(&oracle.shadow, at, &oracle.now);
    code_mark(&oracle.code, at, oracle.shadow.resumed);
    if (oracle.shadow.resumed)
        oracle.scribbled += guest_is_scribbled(&oracle.guest, oracle.now.r[BOBBIN_SP]);
    report(oracle.shadow.fault, from ? from->address : 0, FINDING_MISMATCH);
    report(oracle.shadow.loss, from ? from->address : 0, FINDING_LOSS);
    walk = oracle.shadow.call || oracle.shadow.resumed ||
           oracle.instructions % oracle.options.walk_each == 0;
    check_instruction(&oracle.check, at, &oracle.now, walk);
    if (oracle.options.tasks)
        tasks_check(&oracle.tasks, &oracle.now);
    if (oracle.options.max && oracle.findings.told_count >= oracle.options.max)
        finish(false);
    points_reach(&oracle.points, oracle.instructions, at, &oracle.now, &oracle.shadow);
    if (oracle.options.stop && oracle.instructions >= oracle.options.stop) {
        finish(true);
        fflush(NULL);
        _exit(0);
    }
}

static struct code_instruction *instruction_of(struct qemu_plugin_insn *insn)
{
    uint32_t address = (uint32_t)qemu_plugin_insn_vaddr(insn);
    uint8_t bytes[4] = {0};

    qemu_plugin_insn_data(insn, bytes, sizeof(bytes));
    return instruction_at(address, bytes, (uint32_t)qemu_plugin_insn_size(insn));
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    bool may_alias = oracle.options.find_moved || oracle.options.moved.size_bytes;
    size_t count = qemu_plugin_tb_n_insns(block);

    (void)id;
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
        struct code_instruction *at = instruction_of(insn);
        if (may_alias && i == 0)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, block_begins, QEMU_PLUGIN_CB_R_REGS, at);
        qemu_plugin_register_vcpu_insn_exec_cb(insn, executed, QEMU_PLUGIN_CB_R_REGS, at);
        qemu_plugin_register_vcpu_mem_cb(insn, stored, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_W,
                                         NULL);
    }
}

/* ---- the beginning --------------------------------------------------------------------------- */

static void processor_starts(qemu_plugin_id_t id, unsigned vcpu)
{
    (void)id;
    if (vcpu == 0 && guest_open(&oracle.guest))
        return;
    diag_error("oracle", vcpu ? "more than one processor" : "the processor lacks a register");
    _exit(STATUS_MISMATCH);
}

static void connect(void)
{
    shadow_open(&oracle.shadow, &oracle.code, &oracle.guest);
    oracle.check = (struct check){
        .code = &oracle.code,
        .shadow = &oracle.shadow,
        .findings = &oracle.findings,
        .env = {.context = &oracle.check,
                .read = check_read,
                .read_bank = check_read_bank,
                .foreign = &bobbin_cross,
                .window[BOBBIN_SPACE_CODE] =
                    format_env(&oracle.image, oracle.tables).window[BOBBIN_SPACE_CODE],
                .small = &bobbin_small,
                .guess = bobbin_guess,
                .tables = oracle.tables,
                .tables_count = oracle.tables_count},
        .guest = &oracle.guest,
        .allow_no_rule = oracle.options.allow_no_rule,
        .given_up = oracle.options.given_up,
    };
    oracle.points = (struct points){.prefix = oracle.options.points,
                                    .gap = oracle.options.points_gap,
                                    .max = oracle.options.points_count};
    oracle.tasks.check = &oracle.check;
    task_list_open(&oracle.tasks.list, &oracle.image);
    oracle.findings.image = &oracle.image;
    oracle.findings.code = &oracle.code;
    oracle.findings.env = &oracle.check.env;
}

/* Finds the code from which to judge. False, with a line on stderr, if there is none. */
static bool open_from(void)
{
    const char *text = oracle.options.from;
    const struct image_function *function;
    char *end;

    oracle.judging = !text;
    if (!text)
        return true;
    function = image_function_named(&oracle.image, text);
    oracle.from = function ? function->address : (uint32_t)strtoul(text, &end, 16);
    if (function || *end == '\0')
        return true;
    return diag_error(oracle.options.elf, "no function %s", text) == STATUS_GOOD;
}

static bool open_licences(void)
{
    const char *path = oracle.options.licences;

    return !path || licences_read(&oracle.code.licences, path) == STATUS_GOOD;
}

__attribute__((visibility("default"))) int
qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv)
{
    (void)info;
    if (!options_read(&oracle.options, argc, argv) ||
        image_open(&oracle.image, oracle.options.elf) != STATUS_GOOD || !open_table())
        return 1;
    code_open(&oracle.code, &oracle.image);
    oracle.image_sections_count = oracle.code.sections_count;
    if (!open_licences() || !open_from())
        return 1;
    connect();
    if (oracle.options.moved.size_bytes)
        move(oracle.options.moved.from, oracle.options.moved.to, oracle.options.moved.size_bytes);
    qemu_plugin_register_vcpu_init_cb(id, processor_starts);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, at_exit, NULL);
    return 0;
}
