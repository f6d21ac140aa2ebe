/* SPDX-License-Identifier: MIT */
/* Runs shares of work on POSIX threads; the calling thread works too. */
#include "util/threads.h"

#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

struct thread {
    pthread_t handle;
    bool runs;
    void (*work)(void *share);
    void *share;
};

size_t threads_count(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);

    if (online < 1)
        return 1;
    return online < THREADS_MAX ? (size_t)online : THREADS_MAX;
}

static void *start(void *context)
{
    const struct thread *thread = context;

    thread->work(thread->share);
    return NULL;
}

void threads_run(void (*work)(void *share), void *shares, size_t size_bytes, size_t count)
{
    struct thread threads[THREADS_MAX];

    for (size_t i = 0; i < count; i++)
        threads[i] = (struct thread){.work = work, .share = (char *)shares + i * size_bytes};
    for (size_t i = 1; i < count; i++)
        threads[i].runs = pthread_create(&threads[i].handle, NULL, start, &threads[i]) == 0;
    /* The calling thread does share 0, and every share for which no thread could be created. */
    for (size_t i = 0; i < count; i++) {
        if (threads[i].runs)
            pthread_join(threads[i].handle, NULL);
        else
            start(&threads[i]);
    }
}
