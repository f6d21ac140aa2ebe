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

#include "check.h"
#include "discover/open_image.h"
#include "options.h"
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

__attribute__((visibility("default"))) const int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static struct oracle {
    struct options options;
    struct image image;
    struct bobbin_table table;
    struct code code;
    struct guest guest;
    struct shadow shadow;
    struct findings findings;
    struct check check;
    struct registers now;
    const struct code_instruction *last; /* the instruction executed last */
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

static enum bobbin_table_error open_table_file(const char *path)
{
    uint32_t size_bytes = 0;
    uint8_t *bytes = read_file(path, &size_bytes);
    enum bobbin_table_error error = BOBBIN_TABLE_EMPTY;

    if (bytes)
        error = bobbin_table_open(&oracle.table, bytes, size_bytes, 0);
    if (error == BOBBIN_TABLE_OK)
        error =
            bobbin_table_match(&oracle.table, oracle.image.build_id, oracle.image.build_id_size);
    return error == BOBBIN_TABLE_OK ? bobbin_table_verify(&oracle.table) : error;
}

static bool open_table(void)
{
    const char *path = oracle.options.table;
    enum bobbin_table_error error =
        path ? open_table_file(path) : table_open_embedded(&oracle.image, &oracle.table);

    if (error != BOBBIN_TABLE_OK)
        diag_error(path ? path : oracle.options.elf, "its table cannot be used: %s",
                   bobbin_table_error_name(error));
    return error == BOBBIN_TABLE_OK;
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
        .instructions = oracle.guest.time,
        .below_sp = oracle.guest.forbidden,
        .scribbled = oracle.scribbled,
    };
}

/* Ends the emulator with the oracle's status; QEMU would return the guest's status instead. */
static void finish(bool complete)
{
    struct result result = result_now();
    bool good = result_is_good(&result);

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

static void report_fault(uint32_t address)
{
    const struct mismatch mismatch = {.what = oracle.shadow.fault, .address = address};

    findings_add(&oracle.findings, &mismatch);
}

/* Reads the registers that FROM, executed last, may have changed; all if FROM is NULL. */
static void read_registers(const struct code_instruction *from)
{
    struct registers all = oracle.now;

    guest_read_registers(&oracle.guest, &oracle.now, from ? from->written : WRITTEN_ALL,
                         !from || from->class.vfp);
    if (!oracle.options.all_registers || !from)
        return;
    guest_read_registers(&oracle.guest, &all, WRITTEN_ALL, true);
    oracle.now.r[BOBBIN_PC] = all.r[BOBBIN_PC];
    if (memcmp(&all, &oracle.now, sizeof(all)) != 0) {
        const struct mismatch mismatch = {.what = "registers", .address = from->address};
        findings_add(&oracle.findings, &mismatch);
    }
}

static void executed(unsigned vcpu, void *data)
{
    struct code_instruction *at = data;
    const struct code_instruction *from = oracle.shadow.from;
    bool walk;

    (void)vcpu;
    oracle.guest.time++;
    read_registers(oracle.last);
    oracle.last = at;
    oracle.now.r[BOBBIN_PC] = at->address;
    findings_executed(&oracle.findings, at->address);
    shadow_reach(&oracle.shadow, at, &oracle.now);
    code_mark(&oracle.code, at, oracle.shadow.resumed);
    if (oracle.shadow.resumed)
        oracle.scribbled += guest_is_scribbled(&oracle.guest, oracle.now.r[BOBBIN_SP]);
    if (oracle.shadow.fault)
        report_fault(from->address);
    walk = oracle.shadow.call || oracle.shadow.resumed ||
           oracle.guest.time % oracle.options.walk_each == 0;
    check_instruction(&oracle.check, at, &oracle.now, walk);
    if (oracle.options.max && oracle.findings.told_count >= oracle.options.max)
        finish(false);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    size_t count = qemu_plugin_tb_n_insns(block);

    (void)id;
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
        uint8_t bytes[4] = {0};
        qemu_plugin_insn_data(insn, bytes, sizeof(bytes));
        qemu_plugin_register_vcpu_insn_exec_cb(
            insn, executed, QEMU_PLUGIN_CB_R_REGS,
            code_translated(&oracle.code, (uint32_t)qemu_plugin_insn_vaddr(insn), bytes,
                            (uint32_t)qemu_plugin_insn_size(insn)));
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
    shadow_open(&oracle.shadow, &oracle.code);
    oracle.check = (struct check){
        .code = &oracle.code,
        .shadow = &oracle.shadow,
        .findings = &oracle.findings,
        .env = {.context = &oracle.guest,
                .read = guest_read,
                .window[BOBBIN_SPACE_CODE] =
                    format_env(&oracle.image, &oracle.table).window[BOBBIN_SPACE_CODE],
                .small = &bobbin_small,
                .guess = bobbin_guess,
                .tables = &oracle.table,
                .tables_count = 1},
        .guest = &oracle.guest,
        .allow_no_rule = oracle.options.allow_no_rule,
    };
    oracle.findings.image = &oracle.image;
    oracle.findings.env = &oracle.check.env;
}

__attribute__((visibility("default"))) int
qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv)
{
    (void)info;
    if (!options_read(&oracle.options, argc, argv) ||
        image_open(&oracle.image, oracle.options.elf) != STATUS_GOOD || !open_table() ||
        code_open(&oracle.code, &oracle.image) != STATUS_GOOD)
        return 1;
    connect();
    qemu_plugin_register_vcpu_init_cb(id, processor_starts);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, at_exit, NULL);
    return 0;
}
