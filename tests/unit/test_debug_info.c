/* SPDX-License-Identifier: MIT */
/*
 * Debug information in each form in which compilers and linkers leave it: versions 2 to 5,
 * compressed, split, in separate files. The code is the same in each form, so each address must
 * have the same names and lines as in the plain image.
 */
#include "symbolize/symbolizer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "discover/open_image.h"
#include "util/diag.h"

#define GCC     "arm-none-eabi-gcc -mcpu=cortex-a9 -mthumb -nostdlib "
#define CLANG   "clang-19 --target=arm-none-eabi -mcpu=cortex-a9 -mthumb -nostdlib "
#define OBJCOPY "arm-none-eabi-objcopy "

/* How much of what the plain image has must be found. */
enum wanted { ALL, INNERMOST, NAMES };

struct form {
    const char *compiler, *flags;
    const char *after; /* shell commands after the link, in the folder of image.elf */
    const char *given; /* --debug-file=, in that folder; NULL: none */
    enum wanted wanted;
    const char *needs; /* a program without which the form is skipped */
};

#define STRIP    "arm-none-eabi-strip -s image.elf"
#define KEEP     OBJCOPY "--only-keep-debug image.elf separate.debug && "
#define LINKED   KEEP STRIP " && " OBJCOPY "--add-gnu-debuglink=separate.debug image.elf"
#define LOSE_DWO "mkdir lost && mv *.dwo lost"
#define BUILD_ID "id=$(readelf -n image.elf | sed -n 's/.*Build ID: //p') && two=${id%${id#??}} && "
#define BY_ID(to)                                                                                  \
    BUILD_ID "mkdir -p " to "/$two && " KEEP "mv separate.debug " to "/$two/${id#??}.debug && "
#define COMPRESS OBJCOPY "image.elf --compress-debug-sections="

static const struct form forms[] = {
    {GCC, "-gdwarf-2", ":", NULL, ALL, NULL},
    /* DWARF 2 does not say in which line an inlined call is. */
    {GCC, "-gdwarf-2 -gstrict-dwarf", ":", NULL, INNERMOST, NULL},
    {GCC, "-gdwarf-3 -gstrict-dwarf", ":", NULL, ALL, NULL},
    {GCC, "-gdwarf-4", ":", NULL, ALL, NULL},
    {GCC, "-g -gdwarf64", ":", NULL, ALL, NULL},
    {GCC, "-g -fdebug-types-section", ":", NULL, ALL, NULL},
    {GCC, "-g", COMPRESS "zlib", NULL, ALL, NULL},
    {GCC, "-g", COMPRESS "zlib-gnu", NULL, ALL, NULL},
    {GCC, "-g -gdwarf-4", COMPRESS "zlib-gnu", NULL, ALL, NULL},
    {GCC, "-g", COMPRESS "zstd", NULL, NAMES, NULL},
    {GCC, "-g -gsplit-dwarf", ":", NULL, ALL, NULL},
    {GCC, "-gdwarf-4 -gsplit-dwarf -ffunction-sections", ":", NULL, ALL, NULL},
    {CLANG, "-gdwarf-5 -gsplit-dwarf", ":", NULL, ALL, NULL},
    {CLANG, "-gdwarf-4 -gsplit-dwarf", ":", NULL, ALL, NULL},
    {GCC, "-g -gsplit-dwarf", LOSE_DWO, NULL, INNERMOST, NULL},
    {GCC, "-gdwarf-4 -gsplit-dwarf", LOSE_DWO, NULL, INNERMOST, NULL},
    {CLANG, "-gdwarf-5 -gsplit-dwarf", LOSE_DWO, NULL, INNERMOST, NULL},
    {GCC, "-gdwarf-4 -gsplit-dwarf", "dwp -e image.elf -o image.elf.dwp && " LOSE_DWO, NULL, ALL,
     "dwp"},
    {GCC, "-gdwarf-4 -gsplit-dwarf -ffunction-sections",
     "dwp -e image.elf -o other.dwp && " LOSE_DWO, "other.dwp", ALL, "dwp"},
    {CLANG, "-gdwarf-4 -gsplit-dwarf", "dwp -e image.elf -o other.dwp && " LOSE_DWO, "other.dwp",
     ALL, "dwp"},
    {CLANG, "-gdwarf-5 -gsplit-dwarf",
     "llvm-dwp live.dwo inlined.dwo -o image.elf.dwp && " LOSE_DWO, NULL, ALL, "llvm-dwp"},
    {CLANG, "-gdwarf-5 -gsplit-dwarf -ffunction-sections",
     "llvm-dwp live.dwo inlined.dwo -o other.dwp && " LOSE_DWO, "other.dwp", ALL, "llvm-dwp"},
    {GCC, "-g", KEEP STRIP, "separate.debug", ALL, NULL},
    {GCC, "-g", "cp image.elf whole.elf && " STRIP, "whole.elf", ALL, NULL},
    {GCC, "-g", LINKED, NULL, ALL, NULL},
    {GCC, "-g", LINKED " && mkdir .debug && mv separate.debug .debug", NULL, ALL, NULL},
    {GCC, "-g", BY_ID(".build-id") STRIP, NULL, ALL, NULL},
    {GCC, "-g", BY_ID("store/.build-id") STRIP, "store", ALL, NULL},
    {GCC, "-g", LINKED " && rm separate.debug && touch separate.debug", NULL, NAMES, NULL},
};

struct fixture {
    char directory[64];
    char plain[96], image[96], given[96];
};

/* Runs a shell command in the folder of the images. */
__attribute__((format(printf, 2, 3))) static void run(const struct fixture *fixture,
                                                      const char *format, ...)
{
    char command[2048];
    int length = snprintf(command, sizeof(command), "top=$PWD; cd %s && ", fixture->directory);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(command + length, sizeof(command) - (size_t)length, format, arguments);
    va_end(arguments);
    if (system(command) != 0)
        fail_msg("%s", command);
}

static int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof(*fixture));

    strcpy(fixture->directory, P_tmpdir "/test_debug_info.XXXXXX");
    assert_non_null(mkdtemp(fixture->directory));
    snprintf(fixture->plain, sizeof(fixture->plain), "%s/plain.elf", fixture->directory);
    snprintf(fixture->image, sizeof(fixture->image), "%s/image.elf", fixture->directory);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;

    run(fixture, "rm -r %s", fixture->directory);
    free(fixture);
    return 0;
}

/* Links IMAGE from objects that COMPILER makes with FLAGS. */
static void build(const struct fixture *fixture, const char *compiler, const char *flags,
                  const char *image)
{
    static const char *const sources[] = {"live.c", "inlined.c", "start.S", "dead.S"};

    run(fixture, "rm -rf lost store .debug .build-id *.dwo *.dwp *.debug");
    for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++)
        run(fixture, "%s -O2 %s -c $top/tests/unit/symbols/%s -o %.*s.o", compiler, flags,
            sources[i], (int)(strchr(sources[i], '.') - sources[i]), sources[i]);
    run(fixture, "sed 's/BASE/0x60010000/; s/FIRST/.first/' $top/tests/unit/symbols/image.ld >ld");
    run(fixture,
        "arm-none-eabi-ld --gc-sections --build-id -T ld dead.o inlined.o live.o start.o "
        "-o %s 2>messages",
        image);
}

/* ---- compare --------------------------------------------------------------------------------- */

static void expect_level(const struct symbol *plain, const struct symbol *other)
{
    assert_string_equal(plain->function, other->function);
    assert_int_equal(plain->offset, other->offset);
    assert_int_equal(plain->inlined, other->inlined);
    assert_int_equal(plain->line, other->line);
    assert_string_equal(plain->file ? plain->file : "", other->file ? other->file : "");
}

static void expect_address(const struct debug_index *plain, const struct debug_index *other,
                           uint32_t pc, enum wanted wanted)
{
    struct symbol a[SYMBOLS_MAX];
    struct symbol b[SYMBOLS_MAX];
    size_t count = symbolizer_look_up(plain, pc, BOBBIN_KIND_INTERRUPTED, a);
    size_t found = symbolizer_look_up(other, pc, BOBBIN_KIND_INTERRUPTED, b);

    assert_string_equal(a[count - 1].function, b[found - 1].function);
    if (wanted == ALL) {
        assert_int_equal(count, found);
        for (size_t i = 0; i < count; i++)
            expect_level(&a[i], &b[i]);
    } else if (wanted == INNERMOST) {
        assert_int_equal(a[0].line, b[0].line);
        assert_string_equal(a[0].file, b[0].file);
    } else {
        assert_null(b[0].file);
    }
}

static void expect_names(const struct image *plain, const struct image *other, enum wanted wanted)
{
    struct debug_index debug_plain, debug_other;

    debug_index_load(&debug_plain, plain);
    debug_index_load(&debug_other, other);
    for (size_t i = 0; i < plain->functions_count; i++)
        for (uint32_t at = 0; at < plain->functions[i].size_bytes; at += 2)
            expect_address(&debug_plain, &debug_other, plain->functions[i].address + at, wanted);
    debug_index_free(&debug_plain);
    debug_index_free(&debug_other);
}

static void open_image(const struct fixture *fixture, const struct form *form, struct image *image)
{
    char path[128];
    char *paths[] = {path};
    struct debug_paths given;

    snprintf(path, sizeof(path), "%s/%s", fixture->directory, form->given ? form->given : "");
    debug_paths_init(&given, paths, form->given != NULL);
    assert_int_equal(image_open_with(image, fixture->image, &given), STATUS_GOOD);
    assert_int_equal(debug_paths_check(&given), STATUS_GOOD);
    debug_paths_free(&given);
}

static void compare(const struct fixture *fixture, const struct form *form)
{
    struct image plain, other;

    open_image(fixture, form, &other);
    /* Names only: the symbols of the stripped image are gone too, or the code is the same. */
    assert_int_equal(image_open(&plain, fixture->plain), STATUS_GOOD);
    assert_in_range(plain.functions_count, 3, 8);
    if (other.functions_count && !other.names)
        expect_names(&plain, &other, form->wanted);
    else
        assert_int_equal(form->wanted, NAMES);
    image_close(&plain);
    image_close(&other);
}

static bool is_there(const char *program)
{
    char command[128];

    snprintf(command, sizeof(command), "command -v %s >/dev/null", program);
    return system(command) == 0;
}

static void each_form_has_the_names_of_the_plain_image(void **state)
{
    const struct fixture *fixture = *state;

    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        const struct form *form = &forms[i];
        bool sections = strstr(form->flags, "-ffunction-sections");
        if (form->needs && !is_there(form->needs))
            continue;
        print_message("# %s%s; %s\n", form->compiler, form->flags, form->after);
        build(fixture, form->compiler, sections ? "-g -ffunction-sections" : "-g", "plain.elf");
        build(fixture, form->compiler, form->flags, "image.elf");
        run(fixture, "%s", form->after);
        compare(fixture, form);
    }
}

/* A file of another build must not give names or states. */
static void a_debug_file_of_another_build_is_refused(void **state)
{
    const struct fixture *fixture = *state;
    char *paths[] = {(char *)(uintptr_t)fixture->plain};
    struct debug_paths given;
    struct image image;

    build(fixture, GCC, "-g -O0", "plain.elf");
    build(fixture, GCC, "-g", "image.elf");
    debug_paths_init(&given, paths, 1);
    assert_int_equal(image_open_with(&image, fixture->image, &given), STATUS_GOOD);
    assert_null(image.debug_file.elf);
    assert_int_equal(debug_paths_check(&given), STATUS_BAD_INPUT);
    debug_paths_free(&given);
    image_close(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_form_has_the_names_of_the_plain_image, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_debug_file_of_another_build_is_refused, setup, teardown),
    };

    return cmocka_run_group_tests_name("debug information", tests, NULL, NULL);
}
