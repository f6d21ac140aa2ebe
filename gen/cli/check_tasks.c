/* SPDX-License-Identifier: MIT */
#include "cli/check_tasks.h"

#include <stdio.h>
#include <stdlib.h>

#include "elf/image_message.h"
#include "prove/resume_proof.h"
#include "tasks/resumes_section.h"
#include "util/diag.h"
#include <bobbin/tasks.h>

static void print_counts(const struct tasks *tasks)
{
    size_t proved = 0, stated = 0;

    for (size_t i = 0; i < tasks->count; i++) {
        stated += tasks->rule[i].stated;
        proved += !tasks->rule[i].reason && !tasks->rule[i].stated;
    }
    printf("%zu resume points, %zu with a proved rule", tasks->count, proved);
    if (stated)
        printf(", %zu stated by --resume or --context", stated);
    printf(" (`bobbin show IMAGE --tasks` lists them)\n");
}

/* Drops the rules for which the format has no room, as the writer does. */
static void drop_unwritten(struct tasks *tasks)
{
    struct buffer bytes = {0};

    resumes_section_write(&bytes, tasks);
    free(bytes.bytes);
}

int check_tasks(const struct reference *reference, const struct bobbin_table *opened, bool is_text)
{
    struct bobbin_saved saved;
    struct tasks tasks;
    const char *why;
    uint32_t point = 0;
    int status;

    if (!bobbin_saved_at(opened, 0, &saved))
        return STATUS_GOOD;
    status = tasks_find_alone(&tasks, reference);
    drop_unwritten(&tasks);
    if (status == STATUS_GOOD && is_text)
        print_counts(&tasks);
    if (status == STATUS_GOOD &&
        !resume_proof_run(opened, reference->image, &tasks, &point, &why)) {
        image_error_at(reference->image, point,
                       "the table has a wrong resume rule (%s); run `bobbin embed` again", why);
        status = STATUS_PROBLEMS;
    }
    tasks_free(&tasks);
    return status;
}
