/* SPDX-License-Identifier: MIT */
#include "task_list.h"

#include <string.h>

/* struct bobbin_kernel_list and struct bobbin_kernel of bobbin/rtos.h, as the firmware has them. */
struct kernel_value {
    uint16_t offset, size_bytes;
};

struct kernel_list {
    uint32_t head, end;
    uint16_t count, stride_bytes, next_offset, node_offset;
    uint32_t count_at;
    uint8_t state, is_indirect;
};

struct kernel {
    uint32_t list, lists_count, tasks_max, current;
    uint16_t current_count, current_stride_bytes, name_offset, name_size;
    struct kernel_value stack_low, stack_high, stack_size, saved, state;
    uint32_t states, states_count, resume;
};

/* The address of the object NAME; 0: there is none. */
static uint32_t object_named(const struct image *image, const char *name)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    GElf_Sym symbol;
    const char *found;

    while ((section = elf_nextscn(image->elf, section))) {
        Elf_Data *data = elf_getdata(section, NULL);
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB)
            continue;
        for (int i = 0; gelf_getsym(data, i, &symbol); i++) {
            found = elf_strptr(image->elf, header.sh_link, symbol.st_name);
            if (GELF_ST_TYPE(symbol.st_info) == STT_OBJECT && found && strcmp(found, name) == 0)
                return (uint32_t)symbol.st_value;
        }
    }
    return 0;
}

void task_list_open(struct task_list *list, const struct image *image)
{
    uint32_t address = object_named(image, "bobbin_kernel");
    struct kernel kernel;
    struct kernel_list all;

    memset(list, 0, sizeof(*list));
    if (!address || !image_read(image, address, &kernel, sizeof(kernel)) ||
        !image_read(image, kernel.list, &all, sizeof(all)) || kernel.lists_count != 1 ||
        all.count != 1 || all.next_offset == UINT16_MAX || all.end || all.is_indirect)
        return;
    list->is_described = true;
    list->head = all.head;
    list->next_offset = all.next_offset;
    list->node_offset = all.node_offset;
    list->current = kernel.current;
    list->saved_offset = kernel.saved.offset;
    list->low_offset = kernel.stack_low.offset;
    list->high_offset = kernel.stack_high.offset;
}

static bool read_word(struct guest *guest, uint32_t address, uint32_t *out)
{
    return guest_copy(guest, address, out, sizeof(*out));
}

bool task_list_read(struct task_list *list, struct guest *guest)
{
    uint32_t node;
    bool good =
        read_word(guest, list->head, &node) && read_word(guest, list->current, &list->running);

    for (list->count = 0; good && node; list->count++) {
        struct task *task = &list->task[list->count];
        uint32_t id = node - list->node_offset;
        if (list->count == TASKS_MAX)
            return false;
        task->id = id;
        good = read_word(guest, id + list->saved_offset, &task->saved) &&
               read_word(guest, id + list->low_offset, &task->stack_low) &&
               read_word(guest, id + list->high_offset, &task->stack_high) &&
               read_word(guest, node + list->next_offset, &node);
    }
    return good;
}

const struct task *task_list_at(const struct task_list *list, uint32_t sp)
{
    for (size_t i = 0; i < list->count; i++)
        if (sp > list->task[i].stack_low && sp <= list->task[i].stack_high)
            return &list->task[i];
    return NULL;
}
