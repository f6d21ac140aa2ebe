/* SPDX-License-Identifier: MIT */
/*
 * What gdb debugs: the images with their tables, the memory, and the core file if there is one. The
 * plug-in opens a target again when the user loads other files.
 */
#ifndef GEN_GDB_TARGET_H
#define GEN_GDB_TARGET_H

#include "elf/core_file_reader.h"
#include "symbolize/image_list.h"

/* Functions of the plug-in. Both return false if the bytes or the register are unknown. */
struct target_callbacks {
    bool (*read)(uint32_t address, void *out, uint32_t size_bytes);
    /* As bobbin_env.read_bank. */
    bool (*read_bank)(uint32_t mode, uint32_t number, uint32_t *out);
};

/* Maximum number of images. */
enum { TARGET_IMAGES_MAX = 255 };

struct target {
    struct target_callbacks callbacks;
    struct image_list images;
    size_t images_capacity;
    struct bobbin_table *tables; /* of those images that have one */
    uint8_t **table_bytes;
    size_t tables_count, tables_capacity, bytes_capacity;
    bool has_core;
    struct core_file core;
    char *core_path;
    bool told; /* that the target runs another build */
};

/*
 * Adds the image PATH with the table in it. If this table is missing, invalid or has no rules for
 * exception entry code, makes a new one. STATUS_...; then prints an error and adds nothing. TARGET
 * is all zero at first.
 */
int target_add_image(struct target *target, const char *path);

/* Takes memory and banked registers from the core file PATH. STATUS_... */
int target_set_core(struct target *target, const char *path);
void target_close(struct target *target);

/*
 * Whether the target, or the core file, has the build id of an image, as far as both have one. If
 * not, prints an error once. Before `load` the memory of a target may have another build.
 */
bool target_has_build(struct target *target);

/* An environment for the core; TARGET must outlive it, and must not change. */
struct bobbin_env target_env(struct target *target);

/* The thread of the core file with this ID, SP and CPSR. NULL: none. */
const struct core_file_thread *target_thread(const struct target *target, uint32_t id, uint32_t sp,
                                             uint32_t cpsr);

#endif
