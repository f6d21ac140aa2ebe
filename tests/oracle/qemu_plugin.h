/* SPDX-License-Identifier: MIT */
/*
 * The part of QEMU's plugin interface, version 4 (QEMU 9.1 to 10.0; docs/devel/tcg-plugins), that
 * the oracle uses. It is declared here because no Debian package has qemu-plugin.h. QEMU defines
 * these functions; they are resolved when QEMU loads the plugin.
 */
#ifndef ORACLE_QEMU_PLUGIN_H
#define ORACLE_QEMU_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { QEMU_PLUGIN_VERSION = 4 };

typedef uint64_t qemu_plugin_id_t;

/*
 * The oracle needs only the two public fields of GLib's arrays. QEMU has the library loaded, so
 * building the oracle needs no GLib headers.
 */
struct g_byte_array {
    uint8_t *data;
    unsigned len;
};
struct g_byte_array *g_byte_array_new(void);
struct g_byte_array *g_byte_array_set_size(struct g_byte_array *array, unsigned length);

struct g_array {
    char *data;
    unsigned len;
};
char *g_array_free(struct g_array *array, int free_data);

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_register;
struct qemu_info;

/*
 * An element of the array from qemu_plugin_get_registers(). Names repeat; the first match is right.
 */
struct qemu_plugin_reg_descriptor {
    struct qemu_plugin_register *handle;
    const char *name;
    const char *feature;
};

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_CB_R_REGS };

/* Defined by the oracle, read by QEMU. */
extern const int qemu_plugin_version;
int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv);

void qemu_plugin_register_vcpu_init_cb(qemu_plugin_id_t id,
                                       void (*callback)(qemu_plugin_id_t id, unsigned vcpu));
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*callback)(qemu_plugin_id_t id,
                                                            struct qemu_plugin_tb *tb));
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id,
                                    void (*callback)(qemu_plugin_id_t id, void *data), void *data);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *out, size_t size_bytes);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);

/*
 * CALLBACK runs before the instruction has any effect, and also if the instruction's condition
 * fails.
 */
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
                                            void (*callback)(unsigned vcpu, void *data),
                                            enum qemu_plugin_cb_flags flags, void *data);

/* CALLBACK runs after each store of the instruction. */
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_R = 1, QEMU_PLUGIN_MEM_W };
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
                                      void (*callback)(unsigned vcpu, uint32_t access,
                                                       uint64_t address, void *data),
                                      enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw,
                                      void *data);

/* Call only in a callback of a processor. Appends the register to OUT, in host byte order. */
struct g_array *qemu_plugin_get_registers(void);
int qemu_plugin_read_register(struct qemu_plugin_register *handle, struct g_byte_array *out);
bool qemu_plugin_read_memory_vaddr(uint64_t address, struct g_byte_array *out, size_t size_bytes);

#endif
