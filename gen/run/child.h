/* SPDX-License-Identifier: MIT */
/*
 * Runs a command in a process group of its own, with its standard output and standard error in
 * pipes. Standard input is inherited. If it is the terminal of this process, the command becomes
 * the foreground group: it may read the terminal and gets its Ctrl-C.
 */
#ifndef GEN_RUN_CHILD_H
#define GEN_RUN_CHILD_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>

struct child {
    pid_t pid; /* also the process group; 0: no command */
    int out;   /* read ends of the pipes; the caller closes them */
    int err;
    bool ended;
    int exit_status; /* once it has ended: its status, or 128 + signal, as shells have it */
    int signal;      /* the signal that ended it; 0: none */

    bool has_terminal;     /* the command is the foreground group of the terminal */
    struct termios before; /* settings of the terminal before the command started */
};

/*
 * Starts COMMAND, which ends with NULL, with the signal mask MASK. Returns 0 or an errno value: the
 * reason why the command cannot be started. CHILD then has pid 0 and no open descriptors.
 */
int child_start(struct child *child, char *const *command, const sigset_t *mask);

/*
 * Call this after SIGCHLD. Sets ENDED if the command has ended. Its process id stays in use until
 * child_finish. If the command was stopped by the terminal (Ctrl-Z), stops this process, too, and
 * continues both together.
 */
void child_update(struct child *child);

/* Sends SIGNAL to all processes that the command has started, and to the command. */
void child_signal(const struct child *child, int signal);

/*
 * Takes the terminal back and frees the process id. The command has ended. KILL_ALL: kills all
 * processes that it has started and that still run.
 */
void child_finish(struct child *child, bool kill_all);

#endif
