/* SPDX-License-Identifier: MIT */
/* Writes an output to a temporary file and renames it at the end. */
#include "util/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/diag.h"
#include "util/memory.h"

/* The permissions of the file LIKE, or the default permissions of a new file. */
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

/* True for a device or a pipe, which a rename must not replace. */
static bool is_special(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

static FILE *open_temporary(struct output *output, const char *like)
{
    size_t length = strlen(output->path) + 8;
    int descriptor;

    output->temporary = must_realloc(NULL, length, 1);
    snprintf(output->temporary, length, "%s.XXXXXX", output->path);
    descriptor = mkostemp(output->temporary, O_CLOEXEC);
    if (descriptor < 0)
        return NULL;
    if (fchmod(descriptor, mode_of(like)) == 0)
        return fdopen(descriptor, "wb");
    close(descriptor);
    return NULL;
}

int output_open(struct output *output, const char *path, const char *like)
{
    int error;

    *output = (struct output){.path = path};
    if (strcmp(path, "-") == 0)
        output->file = stdout;
    else if (is_special(path))
        output->file = fopen(path, "wbe");
    else
        output->file = open_temporary(output, like);
    if (output->file)
        return STATUS_GOOD;
    error = errno;
    if (output->temporary)
        unlink(output->temporary);
    free(output->temporary);
    return diag_error(path, "cannot write: %s", strerror(error));
}

/* Returns 0 or an errno value. */
static int finish(struct output *output)
{
    int error = fflush(output->file) != 0 || ferror(output->file) ? errno : 0;

    if (output->file != stdout && fclose(output->file) != 0 && !error)
        error = errno;
    if (!error && output->temporary && rename(output->temporary, output->path) != 0)
        error = errno;
    return error;
}

int output_close(struct output *output)
{
    int error = finish(output);

    if (error && output->temporary)
        unlink(output->temporary);
    free(output->temporary);
    return error ? diag_error(output->path, "cannot write: %s", strerror(error)) : STATUS_GOOD;
}

void output_discard(struct output *output)
{
    if (output->file != stdout)
        fclose(output->file);
    if (output->temporary)
        unlink(output->temporary);
    free(output->temporary);
}

int output_write(const char *path, const void *bytes, uint64_t size_bytes, const char *like)
{
    struct output output;
    int status = output_open(&output, path, like);

    if (status != STATUS_GOOD)
        return status;
    fwrite(bytes, 1, size_bytes, output.file);
    return output_close(&output);
}
