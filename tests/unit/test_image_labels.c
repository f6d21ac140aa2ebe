/* SPDX-License-Identifier: MIT */
/* Untyped symbols in code: which of them are labels, in which order and state. */
#include "elf/image_labels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "discover/open_image.h"
#include "util/diag.h"

#define BUILD "arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 "

static const char source[] = ".syntax unified\n"
                             ".text\n"
                             ".set absolute_number, 0x8004\n"
                             ".global absolute_number, _start, __start_alias, weak_alias\n"
                             ".weak weak_alias\n"
                             ".arm\n"
                             "weak_alias:\n"
                             "__start_alias:\n"
                             "_start: bl sized\n"
                             "local_loop: b local_loop\n"
                             ".type sized, %function\n"
                             "sized: push {r4, lr}\n"
                             "inside_sized: pop {r4, pc}\n"
                             ".size sized, . - sized\n"
                             "literals: .word 1, 2\n"
                             ".thumb\n"
                             "thumb_code: b thumb_code\n"
                             "nop\n"
                             "end_of_code:\n"
                             ".data\n"
                             "variable: .word 0\n";

struct fixture {
    char directory[64], path[96];
    struct image image;
};

/* Builds the source, then runs the command TAIL with the path of the image. */
static void build(struct fixture *fixture, const char *tail)
{
    char command[512];
    FILE *pipe;

    snprintf(command, sizeof(command), BUILD "-x assembler - -o %s && %s %s", fixture->path, tail,
             fixture->path);
    pipe = popen(command, "w");
    assert_non_null(pipe);
    fputs(source, pipe);
    assert_int_equal(pclose(pipe), 0);
    assert_int_equal(image_open(&fixture->image, fixture->path), STATUS_GOOD);
}

static int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof(*fixture));

    strcpy(fixture->directory, P_tmpdir "/test_image_labels.XXXXXX");
    assert_non_null(mkdtemp(fixture->directory));
    snprintf(fixture->path, sizeof(fixture->path), "%s/image.elf", fixture->directory);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;

    image_close(&fixture->image);
    unlink(fixture->path);
    rmdir(fixture->directory);
    free(fixture);
    return 0;
}

static void only_untyped_symbols_on_code_are_labels(void **state)
{
    static const char *const wanted[] = {"_start",     "__start_alias", "weak_alias",
                                         "local_loop", "inside_sized",  "thumb_code"};
    struct fixture *fixture = *state;

    build(fixture, "test -f");
    assert_int_equal(fixture->image.labels_count, sizeof(wanted) / sizeof(wanted[0]));
    for (size_t i = 0; i < fixture->image.labels_count; i++)
        assert_string_equal(fixture->image.labels[i].name, wanted[i]);
}

static void a_label_has_the_state_of_its_mapping(void **state)
{
    struct fixture *fixture = *state;
    const struct image *image = &fixture->image;
    const struct image_label *arm, *thumb;

    build(fixture, "test -f");
    arm = image_label_at(image, 0x8000);
    thumb = image_label_at(image, 0x8018);
    assert_string_equal(arm->name, "_start");
    assert_int_equal(image_label_state(image, arm), IMAGE_ARM);
    assert_string_equal(thumb->name, "thumb_code");
    assert_int_equal(image_label_state(image, thumb), IMAGE_THUMB);
    assert_null(image_label_at(image, 0x8002));
    assert_null(image_label_at(image, 0x8010));
}

/* Without mapping symbols, labels on literals cannot be told from labels on code. */
static void without_mapping_symbols_the_state_may_be_unknown(void **state)
{
    struct fixture *fixture = *state;
    const struct image *image = &fixture->image;

    build(fixture, "arm-none-eabi-objcopy -w -N '$*'");
    assert_int_equal(image->mappings[0].address, 0x8000);
    assert_int_equal(image_label_state(image, image_label_at(image, 0x8000)), IMAGE_ARM);
    assert_non_null(image_label_at(image, 0x8010));
    assert_int_equal(image_label_state(image, image_label_at(image, 0x8018)), IMAGE_UNREACHED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_untyped_symbols_on_code_are_labels, setup, teardown),
        cmocka_unit_test_setup_teardown(a_label_has_the_state_of_its_mapping, setup, teardown),
        cmocka_unit_test_setup_teardown(without_mapping_symbols_the_state_may_be_unknown, setup,
                                        teardown),
    };

    return cmocka_run_group_tests_name("image labels", tests, NULL, NULL);
}
