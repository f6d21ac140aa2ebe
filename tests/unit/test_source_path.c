/* SPDX-License-Identifier: MIT */
/* The paths of source files in a repository, from the paths in the debug information. */
#include "symbolize/source_path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char root[] = "/tmp/bobbin-source-path-XXXXXX";

static void touch(const char *name)
{
    char path[256];
    FILE *file;

    snprintf(path, sizeof(path), "%s/%s", root, name);
    file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

/* The repository has fw/src/main.c, fw/src/uart.c and abort.c. */
static int make_repository(void **state)
{
    char path[256];

    (void)state;
    assert_non_null(mkdtemp(root));
    snprintf(path, sizeof(path), "%s/fw", root);
    mkdir(path, 0777);
    snprintf(path, sizeof(path), "%s/fw/src", root);
    mkdir(path, 0777);
    touch("fw/src/main.c");
    touch("fw/src/uart.c");
    touch("abort.c");
    return 0;
}

static int remove_repository(void **state)
{
    char command[256];

    (void)state;
    snprintf(command, sizeof(command), "rm -r %s", root);
    return system(command);
}

/* WANTED: NULL if FILE is not in the repository. "ROOT" in DIRECTORY stands for the repository. */
static void expect(const char *directory, const char *file, const char *wanted)
{
    char whole[256];
    char *found;

    if (strncmp(directory, "ROOT", 4) == 0)
        snprintf(whole, sizeof(whole), "%s%s", root, directory + 4);
    else
        snprintf(whole, sizeof(whole), "%s", directory);
    found = source_path_find(root, whole, file);
    if (wanted)
        assert_string_equal(found, wanted);
    else
        assert_null(found);
    free(found);
}

static void files_are_relative_to_the_repository(void **state)
{
    (void)state;
    expect("ROOT", "fw/src/main.c", "fw/src/main.c");
    expect("ROOT/fw", "src/main.c", "fw/src/main.c");
    expect("ROOT/fw/src", "main.c", "fw/src/main.c");
    expect("ROOT/build/debug", "../../fw/./src//main.c", "fw/src/main.c");
    expect("ROOT", "abort.c", "abort.c");
    expect("ROOT", "../../../../../fw/src/main.c", "fw/src/main.c");
}

static void the_repository_may_have_been_at_another_place(void **state)
{
    (void)state;
    expect("/home/other/project/fw", "src/uart.c", "fw/src/uart.c");
    expect("/home/other/project", "/home/other/project/fw/src/uart.c", "fw/src/uart.c");
    expect("/home/other/flat", "abort.c", "abort.c");
    expect("", "fw/src/uart.c", "fw/src/uart.c");
}

static void files_of_libraries_are_not_in_the_repository(void **state)
{
    (void)state;
    expect("/build/newlib/libc", "../newlib/libc/stdlib/abort.c", NULL);
    expect("/build/newlib/libc", "/build/newlib/libc/search/qsort.c", NULL);
    expect("/build", "missing.c", NULL);
    expect("", "", NULL);
}

static void the_root_is_that_of_the_ci_system(void **state)
{
    char path[256];
    char *found;

    (void)state;
    snprintf(path, sizeof(path), "%s/fw/src", root);
    assert_int_equal(chdir(path), 0);
    unsetenv("CI_PROJECT_DIR");
    setenv("GITHUB_WORKSPACE", root, 1);
    found = source_path_root();
    assert_string_equal(found, root);
    free(found);
    setenv("GITHUB_WORKSPACE", "/usr", 1); /* does not contain the current folder */
    found = source_path_root();
    assert_string_equal(found, path);
    free(found);
    assert_int_equal(chdir("/"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_relative_to_the_repository),
        cmocka_unit_test(the_repository_may_have_been_at_another_place),
        cmocka_unit_test(files_of_libraries_are_not_in_the_repository),
        cmocka_unit_test(the_root_is_that_of_the_ci_system),
    };

    return cmocka_run_group_tests(tests, make_repository, remove_repository);
}
