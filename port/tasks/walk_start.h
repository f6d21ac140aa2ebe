/* SPDX-License-Identifier: MIT */
/* Starts a walk over the tasks. */
#ifndef BOBBIN_WALK_START_H
#define BOBBIN_WALK_START_H

#include <bobbin/port.h>

/* Without an initialiser, for which compilers call memset: that of a C library may use the FPU. */
static inline void walk_start(struct bobbin_task_walk *walk)
{
    walk->list = walk->number = walk->count = walk->damaged = 0;
    walk->node = walk->first = walk->seen = 0;
}

/* Takes the next task. Returns false after the last one, and if the firmware has no tasks. */
static inline bool walk_next(struct bobbin_task_walk *walk, struct bobbin_task *task)
{
    return bobbin_config.task && bobbin_config.task(walk, task) == BOBBIN_TASK_FOUND;
}

#endif
