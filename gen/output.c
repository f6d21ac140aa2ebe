/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diag.h"

static int write_all(FILE *file, const void *bytes, uint64_t size_bytes)
{
    int failed = fwrite(bytes, 1, size_bytes, file) != size_bytes;

    return fflush(file) != 0 || failed;
}

/* The permissions of LIKE, or those that a new file gets. */
static mode_t mode_of(const char *like)
{
    struct stat info;
    mode_t mask;

    if (like && stat(like, &info) == 0)
        return info.st_mode & 07777;
    mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* A device or a pipe must not be replaced by a file. */
static bool is_special(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

static int write_special(const char *path, const void *bytes, uint64_t size_bytes)
{
    FILE *file = fopen(path, "wb");
    int failed = !file || write_all(file, bytes, size_bytes);
    int error = errno;

    if (file && fclose(file) != 0 && !failed) {
        failed = 1;
        error = errno;
    }
    return failed ? diag_error(path, "%s", strerror(error)) : STATUS_GOOD;
}

int output_write(const char *path, const void *bytes, uint64_t size_bytes, const char *like)
{
    size_t length = strlen(path) + 8;
    char *name;
    FILE *file = NULL;
    int descriptor;
    int error = 0;

    if (strcmp(path, "-") == 0)
        return write_all(stdout, bytes, size_bytes) ? diag_error("-", "%s", strerror(errno))
                                                    : STATUS_GOOD;
    if (is_special(path))
        return write_special(path, bytes, size_bytes);
    name = must_realloc(NULL, length, 1);
    snprintf(name, length, "%s.XXXXXX", path);
    descriptor = mkstemp(name);
    if (descriptor >= 0)
        file = fdopen(descriptor, "wb");
    if (!file || fchmod(descriptor, mode_of(like)) != 0 || write_all(file, bytes, size_bytes))
        error = errno;
    if (file && fclose(file) != 0 && !error)
        error = errno;
    if (!error && rename(name, path) != 0)
        error = errno;
    if (error && descriptor >= 0)
        unlink(name);
    free(name);
    return error ? diag_error(path, "%s", strerror(error)) : STATUS_GOOD;
}
