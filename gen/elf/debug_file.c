/* SPDX-License-Identifier: MIT */
/* Opens the debug file of an image and checks that it belongs to the image; see debug_file.h. */
#include "elf/debug_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf/debug_search.h"
#include "elf/debug_section.h"
#include "elf/image.h"
#include "elf/symbol_table.h"
#include "util/diag.h"
#include "util/memory.h"

/* ---- the paths of the user ------------------------------------------------------------------- */

void debug_paths_init(struct debug_paths *given, char *const *paths, size_t count)
{
    *given = (struct debug_paths){.paths = paths, .count = count};
    given->used = must_realloc(NULL, count + 1, sizeof(*given->used));
    memset(given->used, 0, (count + 1) * sizeof(*given->used));
}

void debug_paths_free(struct debug_paths *given)
{
    free(given->used);
    *given = (struct debug_paths){0};
}

int debug_paths_check(const struct debug_paths *given)
{
    for (size_t i = 0; i < given->count; i++)
        if (!given->used[i])
            return diag_error(given->paths[i],
                              "belongs to another build: its build id or its "
                              "code sections differ; give the debug file of this image");
    return STATUS_GOOD;
}

/* ---- one file -------------------------------------------------------------------------------- */

static bool is_arm(Elf *elf)
{
    GElf_Ehdr header;

    return elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &header) && header.e_machine == EM_ARM &&
           header.e_ident[EI_CLASS] == ELFCLASS32 && header.e_ident[EI_DATA] == ELFDATA2LSB;
}

bool debug_file_open(struct debug_file *file, const char *path)
{
    *file = (struct debug_file){.fd = open(path, O_RDONLY | O_CLOEXEC)};
    if (file->fd < 0)
        return false;
    file->path = must_strdup(path);
    elf_version(EV_CURRENT);
    file->elf = elf_begin(file->fd, ELF_C_READ_MMAP, NULL);
    if (file->elf && is_arm(file->elf))
        return true;
    debug_file_close(file);
    errno = 0;
    return false;
}

void debug_file_close(struct debug_file *file)
{
    if (file->elf)
        elf_end(file->elf);
    if (file->path)
        close(file->fd);
    free(file->path);
    *file = (struct debug_file){.fd = -1};
}

/* ---- does it belong to the image? ------------------------------------------------------------ */

/* The size of the build id in FILE, which goes to ID; 0 if there is none. */
static uint32_t read_build_id(const struct debug_file *file, uint8_t id[64])
{
    Elf_Data *data = debug_section_named(file->elf, ".note.gnu.build-id");
    GElf_Nhdr note;
    size_t name, value;

    if (data)
        data->d_type = ELF_T_NHDR;
    if (!data || gelf_getnote(data, 0, &note, &name, &value) == 0 || note.n_descsz > 64)
        return 0;
    memcpy(id, (const uint8_t *)data->d_buf + value, note.n_descsz);
    return note.n_descsz;
}

static bool has_code_section(Elf *elf, const struct image_section *wanted)
{
    Elf_Scn *scn = NULL;
    GElf_Shdr header;

    while ((scn = elf_nextscn(elf, scn)))
        if (gelf_getshdr(scn, &header) && (header.sh_flags & SHF_EXECINSTR) &&
            header.sh_addr == wanted->address && header.sh_size == wanted->size_bytes)
            return true;
    return false;
}

bool debug_file_belongs(const struct debug_file *file, const struct image *image)
{
    uint8_t id[64];
    uint32_t size = read_build_id(file, id);

    if (size && image->build_id_size)
        return size == image->build_id_size && memcmp(id, image->build_id, size) == 0;
    for (size_t i = 0; i < image->sections_count; i++)
        if (image->sections[i].executable && !has_code_section(file->elf, &image->sections[i]))
            return false;
    return true;
}

/* ---- choose ---------------------------------------------------------------------------------- */

static bool is_directory(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* A package or a single .dwo has no build id: units find theirs by the id of the unit. */
static bool is_split(const struct debug_file *file)
{
    return debug_section_exists(file->elf, ".debug_info.dwo") ||
           debug_section_exists(file->elf, ".debug_cu_index");
}

static void add_package(struct image *image, const struct debug_file *file)
{
    array_push(image->packages, image->packages_count, image->packages_capacity, *file);
}

/* Gives FILE to IMAGE, or closes it if it belongs to another image. */
static bool keep_file(struct image *image, struct debug_file *file)
{
    bool split = is_split(file);

    if (split)
        add_package(image, file);
    else if (!image->debug_file.path && debug_file_belongs(file, image))
        image->debug_file = *file;
    else
        debug_file_close(file);
    return split || file->elf;
}

static int take_file(struct image *image, struct debug_paths *given, size_t i)
{
    struct debug_file file;

    errno = 0;
    if (!debug_file_open(&file, given->paths[i]))
        return diag_error(given->paths[i], "cannot read the debug file: %s",
                          errno ? strerror(errno) : "not a 32-bit ARM ELF file");
    given->used[i] |= keep_file(image, &file);
    return STATUS_GOOD;
}

static int take_given(struct image *image, struct debug_paths *given)
{
    int status = STATUS_GOOD;

    for (size_t i = 0; given && i < given->count && status == STATUS_GOOD; i++) {
        if (!is_directory(given->paths[i]))
            status = take_file(image, given, i);
        else if (!image->debug_file.path &&
                 debug_search(&image->debug_file, image, given->paths[i]))
            given->used[i] = true;
    }
    return status;
}

/* Whether IMAGE, which has no debug file yet, needs none. */
static bool is_complete(const struct image *image)
{
    struct symbol_table table;

    return symbol_table_find(image, &table) && table.header.sh_type == SHT_SYMTAB &&
           debug_section_exists(image->elf, ".debug_info");
}

/* gdb and lldb find the package of firmware.elf in firmware.elf.dwp. */
static void find_package(struct image *image, const char *path)
{
    struct debug_file file;
    char *name = NULL;

    if (asprintf(&name, "%s.dwp", path) < 0)
        return;
    if (debug_file_open(&file, name)) {
        if (is_split(&file))
            add_package(image, &file);
        else
            debug_file_close(&file);
    }
    free(name);
}

int debug_file_find(struct image *image, struct debug_paths *given)
{
    int status = take_given(image, given);

    if (status == STATUS_GOOD && !image->debug_file.path && !is_complete(image))
        debug_search(&image->debug_file, image, NULL);
    find_package(image, image->path);
    if (image->debug_file.path)
        find_package(image, image->debug_file.path);
    return status;
}
