/* SPDX-License-Identifier: MIT */
#include "run/descendants.h"

#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "util/memory.h"

struct process {
    pid_t pid, parent, group;
    bool found;
};

struct processes {
    struct process *items;
    size_t count, capacity;
};

void descendants_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* Reads /proc/NAME/stat. False if NAME is no process that runs. See proc(5). */
static bool read_process(const char *name, struct process *process)
{
    char path[64];
    char text[512];
    const char *after_name;
    size_t size;
    char state;
    int parent, group;
    FILE *in;

    snprintf(path, sizeof(path), "/proc/%.20s/stat", name);
    in = name[0] >= '0' && name[0] <= '9' ? fopen(path, "re") : NULL;
    if (!in)
        return false;
    size = fread(text, 1, sizeof(text) - 1, in);
    fclose(in);
    text[size] = '\0';
    after_name = strrchr(text, ')'); /* the name may have parentheses, too */
    if (!after_name || sscanf(after_name + 1, " %c %d %d", &state, &parent, &group) != 3)
        return false;
    *process = (struct process){.pid = atoi(name), .parent = parent, .group = group};
    return state != 'Z' && state != 'X';
}

static void list_processes(struct processes *all)
{
    DIR *directory = opendir("/proc");
    const struct dirent *entry;
    struct process process;

    while (directory && (entry = readdir(directory)))
        if (read_process(entry->d_name, &process))
            array_push(all->items, all->count, all->capacity, process);
    if (directory)
        closedir(directory);
}

static bool has_found_parent(const struct processes *all, const struct process *process)
{
    if (process->parent == getpid())
        return true;
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].pid == process->parent)
            return all->items[i].found;
    return false;
}

/* Marks the children of this process and of marked processes, until there are no more. */
static void find_descendants(struct processes *all)
{
    bool changed;

    do {
        changed = false;
        for (size_t i = 0; i < all->count; i++) {
            struct process *process = &all->items[i];
            if (process->found || !has_found_parent(all, process))
                continue;
            process->found = changed = true;
        }
    } while (changed);
}

size_t descendants_signal(int signal, pid_t group)
{
    struct processes all = {0};
    size_t count = 0;

    list_processes(&all);
    find_descendants(&all);
    for (size_t i = 0; i < all.count; i++) {
        if (!all.items[i].found || all.items[i].group == group)
            continue;
        kill(all.items[i].pid, signal);
        count++;
    }
    free(all.items);
    return count;
}
