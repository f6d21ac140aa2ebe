/* SPDX-License-Identifier: MIT */
/*
 * All processes that the command has started, also those in process groups of their own, as
 * timeout(1) makes them. Linux only: they are listed in /proc, and a process whose parent has ended
 * becomes a child of this process.
 */
#ifndef GEN_RUN_DESCENDANTS_H
#define GEN_RUN_DESCENDANTS_H

#include <stddef.h>
#include <sys/types.h>

/* Call this before the first process is started. */
void descendants_adopt(void);

/*
 * Sends SIGNAL to all descendants of this process that run and are not in the process group GROUP
 * (0: none). Returns their number; 0 if /proc cannot be read.
 */
size_t descendants_signal(int signal, pid_t group);

#endif
