/* SPDX-License-Identifier: MIT */
/* Starts a command and follows it until it ends. */
#include "run/child.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/descendants.h"

/* The pipes between the two processes. Index 0 of each is the read end. */
struct pipes {
    int out[2], err[2];
    int failure[2]; /* has the errno value of exec; closed without data if exec succeeds */
};

static void close_pair(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

static bool open_pipes(struct pipes *pipes)
{
    if (pipe2(pipes->out, O_CLOEXEC) != 0)
        return false;
    if (pipe2(pipes->err, O_CLOEXEC) == 0) {
        if (pipe2(pipes->failure, O_CLOEXEC) == 0)
            return true;
        close_pair(pipes->err);
    }
    close_pair(pipes->out);
    return false;
}

/* ---- the terminal ------------------------------------------------------------------------ */

/* Whether standard input is a terminal whose foreground group is this process. */
static bool owns_terminal(void)
{
    return isatty(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp();
}

/* SIGTTOU would stop a background process that calls this. */
static void set_foreground(pid_t group)
{
    sigset_t mask, before;

    sigemptyset(&mask);
    sigaddset(&mask, SIGTTOU);
    sigprocmask(SIG_BLOCK, &mask, &before);
    tcsetpgrp(STDIN_FILENO, group);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* ---- start ------------------------------------------------------------------------------- */

/* Runs in the new process. Only async-signal-safe functions are allowed here. */
static _Noreturn void become(const struct child *child, char *const *command, const sigset_t *mask,
                             const struct pipes *pipes, pid_t parent)
{
    int error;

    setpgid(0, 0);
    if (child->has_terminal)
        set_foreground(getpid());
    /* If this process is killed, the command must not go on. */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(1);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, mask, NULL);
    if (dup2(pipes->out[1], STDOUT_FILENO) >= 0 && dup2(pipes->err[1], STDERR_FILENO) >= 0)
        execvp(command[0], command);
    error = errno;
    _exit(write(pipes->failure[1], &error, sizeof(error)) < 0 ? 126 : 127);
}

/* Waits until exec has succeeded or failed. Returns 0 or an errno value. */
static int exec_error(int failure)
{
    int error = 0;
    ssize_t size;

    do
        size = read(failure, &error, sizeof(error));
    while (size < 0 && errno == EINTR);
    return size == sizeof(error) ? error : 0;
}

static void close_write_ends(const struct pipes *pipes)
{
    close(pipes->out[1]);
    close(pipes->err[1]);
    close(pipes->failure[1]);
}

/* The command could not be started. */
static void forget(struct child *child)
{
    close(child->out);
    close(child->err);
    child_finish(child, false);
    *child = (struct child){.out = -1, .err = -1};
}

int child_start(struct child *child, char *const *command, const sigset_t *mask)
{
    struct pipes pipes;
    pid_t parent = getpid();
    int error;

    descendants_adopt();
    *child = (struct child){.out = -1, .err = -1, .has_terminal = owns_terminal()};
    if (!open_pipes(&pipes))
        return errno;
    if (child->has_terminal && tcgetattr(STDIN_FILENO, &child->before) != 0)
        child->has_terminal = false;
    child->pid = fork();
    error = errno;
    if (child->pid == 0)
        become(child, command, mask, &pipes, parent);
    close_write_ends(&pipes);
    child->out = pipes.out[0];
    child->err = pipes.err[0];
    if (child->pid > 0) {
        setpgid(child->pid, child->pid); /* whichever process comes first */
        error = exec_error(pipes.failure[0]);
    } else {
        child->pid = 0;
    }
    close(pipes.failure[0]);
    if (error)
        forget(child);
    return error;
}

/* ---- until the end ----------------------------------------------------------------------- */

/* The command was stopped: stops the group of this process, until the shell continues it. */
static void stop_too(const struct child *child)
{
    if (!child->has_terminal)
        return;
    set_foreground(getpgrp());
    kill(0, SIGSTOP);
    set_foreground(child->pid);
    child_signal(child, SIGCONT);
}

/* Reaps processes of the command whose parent has ended. The command itself is not reaped. */
static void reap_orphans(const struct child *child)
{
    siginfo_t info;

    for (;;) {
        info = (siginfo_t){0};
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || !info.si_pid ||
            info.si_pid == child->pid)
            return;
        waitpid(info.si_pid, NULL, WNOHANG);
    }
}

void child_update(struct child *child)
{
    siginfo_t info = {0};

    if (!child->pid || child->ended)
        return;
    reap_orphans(child);
    if (waitid(P_PID, (id_t)child->pid, &info, WSTOPPED | WNOHANG) == 0 && info.si_pid) {
        stop_too(child);
        return;
    }
    info = (siginfo_t){0};
    if (waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || !info.si_pid)
        return;
    child->ended = true;
    child->signal = info.si_code == CLD_EXITED ? 0 : info.si_status;
    child->exit_status = child->signal ? 128 + child->signal : info.si_status;
}

void child_signal(const struct child *child, int signal)
{
    if (!child->pid)
        return;
    kill(-child->pid, signal); /* also reaches what is being forked at this moment */
    descendants_signal(signal, child->pid);
}

/* Processes whose parent is killed become children of this process. */
static void kill_descendants(void)
{
    while (descendants_signal(SIGKILL, 0) > 0)
        waitpid(-1, NULL, 0);
}

void child_finish(struct child *child, bool kill_all)
{
    if (!child->pid)
        return;
    while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    if (kill_all)
        kill_descendants();
    if (child->has_terminal) {
        set_foreground(getpgrp());
        tcsetattr(STDIN_FILENO, TCSADRAIN, &child->before);
    }
    child->has_terminal = false;
}
