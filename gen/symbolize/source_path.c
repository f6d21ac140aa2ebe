/* SPDX-License-Identifier: MIT */
#include "symbolize/source_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/memory.h"

/* ---- the root ---------------------------------------------------------------------------- */

/* Whether PATH is FOLDER or inside it. */
static bool is_inside(const char *path, const char *folder)
{
    size_t length = strlen(folder);

    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

char *source_path_root(void)
{
    static const char *const variables[] = {"GITHUB_WORKSPACE", "CI_PROJECT_DIR"};
    char *current = realpath(".", NULL);

    if (!current)
        return must_strdup(".");
    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
        const char *value = getenv(variables[i]);
        char *folder = value && *value ? realpath(value, NULL) : NULL;
        if (folder && is_inside(current, folder)) {
            free(current);
            return folder;
        }
        free(folder);
    }
    return current;
}

/* ---- files ------------------------------------------------------------------------------- */

/* Returns DIRECTORY/FILE, or FILE if it is absolute. malloc'ed. */
static char *join(const char *directory, const char *file)
{
    size_t size = strlen(directory) + strlen(file) + 2;
    char *path = must_realloc(NULL, size, 1);

    if (file[0] == '/')
        snprintf(path, size, "%s", file);
    else
        snprintf(path, size, "%s/%s", directory, file);
    return path;
}

/* Removes the last part of OUT, which has LENGTH characters. Returns the new length. */
static size_t without_last_part(const char *out, size_t length)
{
    while (length > 0 && out[length - 1] != '/')
        length--;
    return length > 0 ? length - 1 : 0;
}

/* Resolves "." and ".." in PATH and removes the slash at the start, in place. */
static void normalise(char *path)
{
    size_t length = 0;

    for (const char *part = path; *part;) {
        size_t size = strcspn(part, "/");
        bool is_up = size == 2 && memcmp(part, "..", 2) == 0;
        if (is_up) {
            length = without_last_part(path, length);
        } else if (size > 0 && !(size == 1 && *part == '.')) {
            if (length > 0)
                path[length++] = '/';
            memmove(path + length, part, size);
            length += size;
        }
        part += size;
        part += *part == '/';
    }
    path[length] = '\0';
}

static bool exists(const char *root, const char *path)
{
    char *whole = join(root, path);
    bool result = *path && access(whole, F_OK) == 0;

    free(whole);
    return result;
}

/* The longest end of PATH that exists in ROOT, or NULL. */
static const char *longest_end(const char *root, const char *path, bool single_name)
{
    while (path && !exists(root, path)) {
        path = strchr(path, '/');
        path += path != NULL;
    }
    return path && (single_name || strchr(path, '/')) ? path : NULL;
}

char *source_path_find(const char *root, const char *directory, const char *file)
{
    char *path = join(directory, file);
    const char *start = root + (root[0] == '/');
    const char *found;
    char *result;

    normalise(path);
    if (is_inside(path, start) && exists(root, path + strlen(start) + (*start != '\0')))
        found = path + strlen(start) + (*start != '\0');
    else
        found = longest_end(root, path, !strchr(file, '/'));
    result = found ? must_strdup(found) : NULL;
    free(path);
    return result;
}
