/* SPDX-License-Identifier: MIT */
/*
 * Names of code at address 0, where linkers leave the debug information of removed functions. The
 * same objects are linked at 0 and at 0x60010000, where no removed function can be mistaken for
 * code. Every address must have the same names and lines in both images.
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

#define SOURCES   "tests/unit/symbols"
#define HIGH_BASE 0x60010000u

struct build {
    const char *compile, *link;
};

#define GCC   "arm-none-eabi-gcc -mcpu=cortex-a9 -mthumb -Os -nostdlib "
#define CLANG "clang-19 --target=arm-none-eabi -mcpu=cortex-a9 -mthumb -Os -nostdlib "
#define LLD   "ld.lld-19 --gc-sections --build-id -T "
#define LD    "arm-none-eabi-ld --gc-sections --build-id -T "

static const struct build builds[] = {
    {GCC "-g -gdwarf-5 -ffunction-sections", LD},
    {GCC "-g -gdwarf-4 -ffunction-sections", LD},
    {GCC "-g -gdwarf-5", LD},
    {CLANG "-g -gdwarf-5 -ffunction-sections", LLD},
    {CLANG "-g -gdwarf-4 -ffunction-sections", LD},
    {CLANG "-g -gdwarf-4", LLD},
};

struct fixture {
    char directory[64];
    char high[96], low[96]; /* paths of the two images */
};

__attribute__((format(printf, 1, 2))) static void run(const char *format, ...)
{
    char command[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(command, sizeof(command), format, arguments);
    va_end(arguments);
    if (system(command) != 0)
        fail_msg("%s", command);
}

static int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof(*fixture));

    strcpy(fixture->directory, P_tmpdir "/test_symbolizer.XXXXXX");
    assert_non_null(mkdtemp(fixture->directory));
    snprintf(fixture->high, sizeof(fixture->high), "%s/high.elf", fixture->directory);
    snprintf(fixture->low, sizeof(fixture->low), "%s/low.elf", fixture->directory);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;

    run("rm -r %s", fixture->directory);
    free(fixture);
    return 0;
}

static void link_at(const struct fixture *fixture, const struct build *build, const char *image,
                    const char *first, uint32_t base)
{
    const char *in = fixture->directory;

    run("sed 's/BASE/0x%x/; s/FIRST/%s/' " SOURCES "/image.ld >%s/image.ld", base, first, in);
    run("%s %s/image.ld %s/dead.o %s/inlined.o %s/live.o %s/start.o -o %s 2>%s/messages",
        build->link, in, in, in, in, in, image, in);
}

/* Links both images. The section FIRST comes first. */
static void make_images(const struct fixture *fixture, const struct build *build, const char *first)
{
    static const char *const sources[] = {"live.c", "inlined.c", "start.S", "dead.S"};

    for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++)
        run("%s -c " SOURCES "/%s -o %s/%.*s.o", build->compile, sources[i], fixture->directory,
            (int)(strchr(sources[i], '.') - sources[i]), sources[i]);
    link_at(fixture, build, fixture->high, first, HIGH_BASE);
    link_at(fixture, build, fixture->low, first, 0);
}

static void expect_same(const struct symbol *a, const struct symbol *b)
{
    assert_string_equal(a->function, b->function);
    assert_int_equal(a->offset, b->offset);
    assert_int_equal(a->line, b->line);
    assert_int_equal(a->inlined, b->inlined);
    assert_int_equal(a->file != NULL, b->file != NULL);
    if (a->file)
        assert_string_equal(a->file, b->file);
}

static void compare_function(const struct debug_index *high, const struct debug_index *low,
                             const struct image_function *function)
{
    struct symbol a[SYMBOLS_MAX];
    struct symbol b[SYMBOLS_MAX];

    for (uint32_t offset = 0; offset < function->size_bytes; offset += 2) {
        uint32_t pc = function->address + offset;
        size_t count = symbolizer_look_up(high, pc, BOBBIN_KIND_INTERRUPTED, a);
        assert_int_equal(symbolizer_look_up(low, pc - HIGH_BASE, BOBBIN_KIND_INTERRUPTED, b),
                         count);
        for (size_t i = 0; i < count; i++)
            expect_same(&a[i], &b[i]);
        assert_non_null(a[0].file);
    }
}

static void compare_images(const struct fixture *fixture)
{
    struct image high, low;
    struct debug_index debug_high, debug_low;

    assert_int_equal(image_open(&high, fixture->high), STATUS_GOOD);
    assert_int_equal(image_open(&low, fixture->low), STATUS_GOOD);
    debug_index_load(&debug_high, &high);
    debug_index_load(&debug_low, &low);
    assert_in_range(high.functions_count, 3, 8);
    for (size_t i = 0; i < high.functions_count; i++)
        compare_function(&debug_high, &debug_low, &high.functions[i]);
    debug_index_free(&debug_high);
    debug_index_free(&debug_low);
    image_close(&high);
    image_close(&low);
}

static void removed_functions_do_not_name_a_function_at_0(void **state)
{
    for (size_t i = 0; i < sizeof(builds) / sizeof(builds[0]); i++) {
        make_images(*state, &builds[i], ".first");
        compare_images(*state);
    }
}

/* clang's assembler writes lines, but no entries for functions. */
static void removed_functions_do_not_name_assembly_at_0(void **state)
{
    for (size_t i = 0; i < sizeof(builds) / sizeof(builds[0]); i++) {
        make_images(*state, &builds[i], ".text.start");
        compare_images(*state);
    }
}

static const struct image_function *function_named(const struct image *image, const char *name)
{
    for (size_t i = 0; i < image->functions_count; i++)
        if (strcmp(image->functions[i].name, name) == 0)
            return &image->functions[i];
    fail_msg("no function %s", name);
    return NULL;
}

/* outer contains summed, inlined, and summed contains clamped, inlined. */
static void inlined_calls_are_levels(void **state)
{
    const struct fixture *fixture = *state;
    const struct image_function *outer;
    struct image image;
    struct debug_index debug;
    struct symbol symbols[SYMBOLS_MAX];
    size_t deepest = 0;

    make_images(fixture, &builds[0], ".first");
    assert_int_equal(image_open(&image, fixture->low), STATUS_GOOD);
    debug_index_load(&debug, &image);
    outer = function_named(&image, "outer");
    for (uint32_t pc = outer->address; pc < outer->address + outer->size_bytes; pc += 2) {
        size_t count = symbolizer_look_up(&debug, pc, BOBBIN_KIND_INTERRUPTED, symbols);
        assert_string_equal(symbols[count - 1].function, "outer");
        assert_false(symbols[count - 1].inlined);
        if (count < 3)
            continue;
        deepest = count;
        assert_string_equal(symbols[0].function, "clamped");
        assert_in_range(symbols[0].line, 5, 10);
        assert_string_equal(symbols[1].function, "summed");
        assert_int_equal(symbols[1].line, 15);
        assert_int_equal(symbols[2].line, 41);
        assert_true(symbols[0].inlined && symbols[1].inlined);
    }
    assert_int_equal(deepest, 3);
    debug_index_free(&debug);
    image_close(&image);
}

/*
 * A call may be the last instruction of its function. The address after it belongs to the next
 * function.
 */
static void a_return_address_is_named_by_its_call(void **state)
{
    const struct fixture *fixture = *state;
    const struct image_function *first;
    struct image image;
    struct debug_index debug;
    struct symbol symbols[SYMBOLS_MAX];
    uint32_t after;

    make_images(fixture, &builds[0], ".first");
    assert_int_equal(image_open(&image, fixture->low), STATUS_GOOD);
    debug_index_load(&debug, &image);
    first = function_named(&image, "first");
    assert_int_equal(first->address, 0);
    after = first->address + first->size_bytes;
    assert_int_equal(symbolizer_look_up(&debug, after, BOBBIN_KIND_CALL, symbols), 1);
    assert_string_equal(symbols[0].function, "first");
    assert_int_equal(symbols[0].offset, first->size_bytes);
    symbolizer_look_up(&debug, after, BOBBIN_KIND_INTERRUPTED, symbols);
    assert_string_equal(symbols[0].function, "_start");
    debug_index_free(&debug);
    image_close(&image);
}

static void without_debug_information_there_are_names(void **state)
{
    static const struct build plain = {GCC, LD};
    const struct fixture *fixture = *state;
    struct image image;
    struct debug_index debug;
    struct symbol symbols[SYMBOLS_MAX];

    make_images(fixture, &plain, ".first");
    assert_int_equal(image_open(&image, fixture->low), STATUS_GOOD);
    debug_index_load(&debug, &image);
    assert_int_equal(symbolizer_look_up(&debug, 2, BOBBIN_KIND_INTERRUPTED, symbols), 1);
    assert_string_equal(symbols[0].function, "first");
    assert_int_equal(symbols[0].offset, 2);
    assert_null(symbols[0].file);
    assert_int_equal(symbolizer_look_up(&debug, 0xdead0000, BOBBIN_KIND_INTERRUPTED, symbols), 1);
    assert_null(symbols[0].function);
    debug_index_free(&debug);
    image_close(&image);
}

int main(void)
{
#define WITH_DIRECTORY(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        WITH_DIRECTORY(removed_functions_do_not_name_a_function_at_0),
        WITH_DIRECTORY(removed_functions_do_not_name_assembly_at_0),
        WITH_DIRECTORY(inlined_calls_are_levels),
        WITH_DIRECTORY(a_return_address_is_named_by_its_call),
        WITH_DIRECTORY(without_debug_information_there_are_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
