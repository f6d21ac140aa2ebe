/* SPDX-License-Identifier: MIT */
/*
 * Runs the whole tool on damaged ELF files. An image, or a core file, is mutated in its headers and
 * sections and given to every verb that only reads.
 *
 * Each verb must return a documented status, whatever the file contains. The image is
 * build/tests/small.elf, or the file in the environment variable FUZZ_IMAGE. FUZZ_RAM is a dump of
 * its memory from 0x20000000 on, for bobbin tasks.
 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/verb.h"
#include "core/format/crc32.h"
#include "fuzz.h"

#define FILE_BYTES_MAX 65536u
#define REPORT_FRAMES  24u

struct file {
    int fd;
    char path[32];
    uint8_t bytes[FILE_BYTES_MAX];
    uint32_t size;
};

static struct file image, core, report, ram;
static FILE *nowhere; /* stdout of the verbs */

static void make_file(struct file *file, const char *name)
{
    file->fd = memfd_create(name, 0);
    fuzz_check(file->fd >= 0);
    snprintf(file->path, sizeof(file->path), "/proc/self/fd/%d", file->fd);
}

static void store(struct file *file, const uint8_t *bytes, uint32_t size)
{
    fuzz_check(ftruncate(file->fd, 0) == 0);
    fuzz_check(pwrite(file->fd, bytes, size, 0) == (ssize_t)size);
}

static void load(struct file *file, const char *path)
{
    FILE *in = fopen(path, "rb");

    fuzz_check(in != NULL);
    file->size = (uint32_t)fread(file->bytes, 1, FILE_BYTES_MAX, in);
    fuzz_check(file->size < FILE_BYTES_MAX);
    fclose(in);
    store(file, file->bytes, file->size);
}

static void put_line(const char *format, unsigned number, uint32_t value)
{
    char fields[128], line[160], end[32];
    int length;

    snprintf(fields, sizeof(fields), format, number, (unsigned)value);
    length = snprintf(line, sizeof(line), "%%bobbin %u %s", number, fields);
    snprintf(end, sizeof(end), " *%08x\n",
             (unsigned)bobbin_crc32(0, (const uint8_t *)line, (uint32_t)length));
    report.size += (uint32_t)sprintf((char *)report.bytes + report.size, "%s%s", line, end);
}

/*
 * A report with frames all over the code, so that decode names them, and registers for a core file.
 * A task has the same frames.
 */
static void make_report(void)
{
    unsigned line = 3;

    put_line("report 1.0 fuzz", 0, 0);
    put_line("regs r13=20000000 r14=8021 r15=8010 cpsr=3f", 1, 0);
    put_line("stack 20000000 8031 8021 8011 8041 8031 8021 8011 8001", 2, 0);
    for (unsigned i = 0; i < REPORT_FRAMES; i++) {
        char fields[64];
        snprintf(fields, sizeof(fields), "frame %u pc=%x sp=20000000 call table", i,
                 0x8000 + 6 * i);
        put_line(fields, line++, 0);
    }
    put_line("stop outermost value=0 frames=24", line++, 0);
    put_line("task 0 blocked id=1 : task", line++, 0);
    for (unsigned i = 0; i < REPORT_FRAMES; i++) {
        char fields[64];
        snprintf(fields, sizeof(fields), "other-frame %u pc=%x sp=%x call table", i, 0x8000 + 6 * i,
                 0x20000100 + 8 * i);
        put_line(fields, line++, 0);
    }
    put_line("other-stop thread-base value=8000 frames=24", line++, 0);
    put_line("end lines=55", line++, 0);
    fuzz_check(line == 55);
    store(&report, report.bytes, report.size);
}

static int run(const struct verb *verb, const char *second, const char *third, const char *fourth,
               const char *fifth)
{
    const char *words[] = {verb->name, second, third, fourth, fifth, NULL};
    char *argv[6];
    FILE *real_stdout = stdout;
    int argc = 0, status;

    for (; words[argc]; argc++) {
        argv[argc] = strdup(words[argc]);
        fuzz_check(argv[argc] != NULL);
    }
    argv[argc] = NULL;
    stdout = nowhere;
    status = verb_execute(verb, argc, argv);
    stdout = real_stdout;
    for (int i = 0; i < argc; i++)
        free(argv[i]);
    return status;
}

/* The tool makes the core file from the report. */
static void make_core(void)
{
    char path[] = "/tmp/fuzz_image.XXXXXX", option[sizeof(path) + 2];
    int fd = mkstemp(path);

    fuzz_check(fd >= 0);
    snprintf(option, sizeof(option), "-o%s", path);
    fuzz_check(run(&verb_decode, image.path, report.path, "--force", option) <= 1);
    load(&core, path);
    fuzz_check(core.size > sizeof(Elf32_Ehdr));
    unlink(path);
    close(fd);
}

static void set_up(void)
{
    const char *path = getenv("FUZZ_IMAGE"), *ram_path = getenv("FUZZ_RAM");

    nowhere = fopen("/dev/null", "w");
    fuzz_check(nowhere != NULL);

    make_file(&image, "image");
    make_file(&core, "core");
    make_file(&report, "report");
    make_file(&ram, "ram");
    load(&image, path ? path : "build/tests/small.elf");
    if (ram_path)
        load(&ram, ram_path);
    make_report();
    make_core();
}

/* Damages a header or the contents of one section. */
static void damage(struct fuzz_source *source, uint8_t *bytes, uint32_t size)
{
    Elf32_Ehdr header;
    Elf32_Shdr section;
    uint32_t at;

    memcpy(&header, bytes, sizeof(header));
    if (header.e_shnum == 0 || fuzz_one_in(source, 6)) {
        fuzz_mutate(source, bytes, fuzz_one_in(source, 2) ? size : 128);
        return;
    }
    at = header.e_shoff + (uint32_t)sizeof(section) * fuzz_below(source, header.e_shnum);
    if (at > size - sizeof(section))
        return;
    memcpy(&section, bytes + at, sizeof(section));
    if (fuzz_one_in(source, 3))
        fuzz_mutate(source, bytes + at, sizeof(section));
    else if (section.sh_type != SHT_NOBITS && section.sh_offset < size &&
             section.sh_size <= size - section.sh_offset)
        fuzz_mutate(source, bytes + section.sh_offset, section.sh_size);
}

static void check(int status)
{
    fuzz_check(status >= 0 && status <= 3);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t bytes[FILE_BYTES_MAX];
    struct fuzz_source source;

    if (image.size == 0)
        set_up();
    fuzz_source_begin(&source, data, size);
    memcpy(bytes, image.bytes, image.size);
    for (uint32_t i = 1 + fuzz_below(&source, 3); i > 0; i--)
        damage(&source, bytes, image.size);
    store(&image, bytes, image.size);
    memcpy(bytes, core.bytes, core.size);
    if (fuzz_one_in(&source, 2))
        fuzz_mutate(&source, bytes, core.size);
    store(&core, bytes, core.size);
    memcpy(bytes, ram.bytes, ram.size);
    if (ram.size && fuzz_one_in(&source, 2))
        fuzz_mutate(&source, bytes, ram.size);
    store(&ram, bytes, ram.size);
    check(run(&verb_table, image.path, "-o/dev/null", NULL, NULL));
    check(run(&verb_show, image.path, NULL, NULL, NULL));
    check(run(&verb_table, image.path, "-o/dev/null", "--format=chrome2:3b", NULL));
    check(run(&verb_size, image.path, "--format=groups:pages", NULL, NULL));
    check(run(&verb_size, image.path, fuzz_one_in(&source, 8) ? "--formats" : "--format=chrome1",
              NULL, NULL));
    check(run(&verb_decode, image.path, report.path, "--force", NULL));
    check(run(&verb_decode, image.path, report.path, "--force", "-o-"));
    check(run(&verb_unwind, image.path, core.path, NULL, NULL));
    check(run(&verb_tasks, image.path, ram.path, "--base=0x20000000", NULL));
    return 0;
}
