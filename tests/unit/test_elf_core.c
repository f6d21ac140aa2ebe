/* SPDX-License-Identifier: MIT */
#include "elf/core_file_reader.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "elf/core_file_writer.h"
#include "util/diag.h"

static const uint8_t stack[] = {1, 2, 3, 4, 5, 6, 7, 8};
static const uint8_t top[] = {0xfc, 0xfd, 0xfe, 0xff};

static struct core_file_memory memory[] = {
    {0x60100ff0, sizeof(stack), stack},
    {0xfffffffc, sizeof(top), top},
};

static struct core_file_thread threads[] = {
    {.id = 1, .signal = CORE_SIGSEGV, .r = {[13] = 0x60100ff0, [15] = 0x8034}, .cpsr = 0x6000013f},
    {.id = 2,
     .name = "rx task",
     .pc_wild = true,
     .r = {[0] = 7},
     .d_known = true,
     .d = {[8] = 0x0123456789abcdef}},
};

/* One word inside STACK; the other one ends before it. */
static struct core_file_word truth[] = {{0x60100ff4, 0x11223344}, {0x60100fec, 0x55667788}};

static const struct core_file written = {
    .truth = truth,
    .truth_count = 2,
    .threads = threads,
    .threads_count = 2,
    .memory = memory,
    .memory_count = 2,
    .build_id = {0xab, 0xcd, 0xef},
    .build_id_size = 3,
};

struct fixture {
    char path[64];
    uint8_t *bytes; /* of the written file */
    size_t size;
};

static void write_bytes(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof(*fixture));
    FILE *file;

    strcpy(fixture->path, P_tmpdir "/test_elf_core.XXXXXX");
    close(mkstemp(fixture->path));
    assert_int_equal(core_file_write(&written, fixture->path), STATUS_GOOD);
    file = fopen(fixture->path, "rb");
    fixture->bytes = malloc(65536);
    fixture->size = fread(fixture->bytes, 1, 65536, file);
    fclose(file);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;

    unlink(fixture->path);
    free(fixture->bytes);
    free(fixture);
    return 0;
}

static int open_changed(struct fixture *fixture, struct core_file *core)
{
    write_bytes(fixture->path, fixture->bytes, fixture->size);
    return core_file_open(core, fixture->path);
}

static void reads_what_was_written(void **state)
{
    struct fixture *fixture = *state;
    struct core_file core;

    assert_int_equal(core_file_open(&core, fixture->path), STATUS_GOOD);
    assert_int_equal(core.threads_count, 2);
    assert_int_equal(core.threads[0].id, 1);
    assert_int_equal(core.threads[0].signal, CORE_SIGSEGV);
    assert_memory_equal(core.threads[0].r, threads[0].r, sizeof(threads[0].r));
    assert_int_equal(core.threads[0].cpsr, 0x6000013f);
    assert_false(core.threads[0].d_known);
    assert_false(core.threads[0].pc_wild);
    assert_true(core.threads[1].d_known);
    assert_true(core.threads[1].pc_wild);
    assert_string_equal(core.threads[0].name, "");
    assert_string_equal(core.threads[1].name, "rx task");
    assert_memory_equal(core.threads[1].d, threads[1].d, sizeof(threads[1].d));
    assert_int_equal(core.build_id_size, 3);
    assert_memory_equal(core.build_id, written.build_id, 3);
    core_file_close(&core);
}

static void memory_is_read_within_one_piece(void **state)
{
    struct fixture *fixture = *state;
    struct core_file core;
    uint8_t out[8];

    assert_int_equal(core_file_open(&core, fixture->path), STATUS_GOOD);
    assert_true(core_file_read(&core, 0x60100ff0, out, 4));
    assert_memory_equal(out, stack, 4);
    assert_true(core_file_read(&core, 0x60100ff2, out, 4));
    assert_memory_equal(out, "\x03\x04\x44\x33", 4);
    assert_true(core_file_read(&core, 0xfffffffc, out, 4));
    assert_memory_equal(out, top, 4);
    assert_false(core_file_read(&core, 0x60100ff6, out, 4));
    assert_false(core_file_read(&core, 0x60100fef, out, 4));
    assert_false(core_file_read(&core, 0x60100ff8, out, 1));
    assert_false(core_file_read(&core, 0xfffffffe, out, 4));
    assert_false(core_file_read(&core, 0, out, 4));
    core_file_close(&core);
}

static void every_truncation_is_bad_input(void **state)
{
    struct fixture *fixture = *state;
    struct core_file core;

    for (size_t size = 0; size < fixture->size; size++) {
        write_bytes(fixture->path, fixture->bytes, size);
        assert_int_equal(core_file_open(&core, fixture->path), STATUS_BAD_INPUT);
        assert_null(core.file);
    }
}

/* The meaning of a changed byte does not matter. The reader must only survive it. */
static void every_changed_byte_is_survived(void **state)
{
    static const uint8_t values[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    struct fixture *fixture = *state;
    struct core_file core;
    uint8_t out[4];

    for (size_t i = 0; i < fixture->size; i++) {
        uint8_t original = fixture->bytes[i];
        for (size_t j = 0; j < sizeof(values); j++) {
            fixture->bytes[i] = values[j];
            if (open_changed(fixture, &core) == STATUS_GOOD) {
                core_file_read(&core, 0x60100ff0, out, sizeof(out));
                core_file_close(&core);
            }
        }
        fixture->bytes[i] = original;
    }
}

static void files_of_another_kind_are_bad_input(void **state)
{
    static const struct {
        size_t offset;
        uint8_t value;
    } changes[] = {
        {0, 'x'},
        {EI_CLASS, ELFCLASS64},
        {EI_DATA, ELFDATA2MSB},
        {offsetof(Elf32_Ehdr, e_type), ET_EXEC},
        {offsetof(Elf32_Ehdr, e_machine), EM_386},
        {offsetof(Elf32_Ehdr, e_phentsize), 31},
        {offsetof(Elf32_Ehdr, e_phnum), 0},
        {sizeof(Elf32_Ehdr) + 5 * sizeof(Elf32_Phdr) + offsetof(Elf32_Nhdr, n_descsz), 147},
    };
    struct fixture *fixture = *state;
    struct core_file core;

    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        uint8_t original = fixture->bytes[changes[i].offset];
        fixture->bytes[changes[i].offset] = changes[i].value;
        assert_int_equal(open_changed(fixture, &core), STATUS_BAD_INPUT);
        fixture->bytes[changes[i].offset] = original;
    }
    assert_int_equal(core_file_open(&core, "no/such/file"), STATUS_BAD_INPUT);
    assert_int_equal(core_file_open(&core, "/"), STATUS_BAD_INPUT);
}

static void a_core_without_threads_is_bad_input(void **state)
{
    struct fixture *fixture = *state;
    struct core_file empty = {.memory = memory, .memory_count = 1};
    struct core_file core;

    assert_int_equal(core_file_write(&empty, fixture->path), STATUS_GOOD);
    assert_int_equal(core_file_open(&core, fixture->path), STATUS_BAD_INPUT);
}

static void an_output_that_cannot_be_written_is_bad_input(void **state)
{
    (void)state;
    assert_int_equal(core_file_write(&written, "no/such/directory/core.elf"), STATUS_BAD_INPUT);
}

int main(void)
{
#define WITH_FILE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        WITH_FILE(reads_what_was_written),
        WITH_FILE(memory_is_read_within_one_piece),
        WITH_FILE(every_truncation_is_bad_input),
        WITH_FILE(every_changed_byte_is_survived),
        WITH_FILE(files_of_another_kind_are_bad_input),
        WITH_FILE(a_core_without_threads_is_bad_input),
        cmocka_unit_test(an_output_that_cannot_be_written_is_bad_input),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
