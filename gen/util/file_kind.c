/* SPDX-License-Identifier: MIT */
#include "util/file_kind.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

struct signature {
    const char *bytes;
    size_t size, offset;
    const char *kind;
};

#define AT(offset, bytes, kind)                                                                    \
    {                                                                                              \
        bytes, sizeof(bytes) - 1, offset, kind                                                     \
    }

static const struct signature signatures[] = {
    AT(0, "\260BPF", "a capture of samples: read it with bobbin profile"),
    AT(0, "\037\213", "a gzip file"),
    AT(0, "\050\265\057\375", "a Zstandard file"),
    AT(0, "\375\067zXZ", "an xz file: unpack it first"),
    AT(0, "BZh", "a bzip2 file: unpack it first"),
    AT(0, "\004\042\115\030", "an LZ4 file: unpack it first"),
    AT(0, "PK\003\004", "a ZIP archive, or a file of an office program: unpack it first"),
    AT(0, "7z\274\257\047\034", "a 7-Zip archive: unpack it first"),
    AT(0, "Rar!", "a RAR archive: unpack it first"),
    AT(257, "ustar", "a tar archive: unpack it first"),
    AT(0, "\324\303\262\241", "a packet capture (pcap)"),
    AT(0, "\241\262\303\324", "a packet capture (pcap)"),
    AT(0, "\115\074\262\241", "a packet capture (pcap)"),
    AT(0, "\012\015\015\012", "a packet capture (pcapng)"),
    AT(0, "%PDF", "a PDF document"),
    AT(0, "\211PNG", "a PNG picture"),
    AT(0, "\377\330\377", "a JPEG picture"),
    AT(0, "GIF8", "a GIF picture"),
    AT(0, "{\\rtf", "an RTF document: save it as plain text"),
    AT(0, "\320\317\021\340", "a document of an old office program: save it as plain text"),
    AT(0, "SQLite format 3", "an SQLite database"),
    AT(0, "LPKSHHRH", "a journal of systemd: export it with journalctl -o cat"),
    AT(0, "ElfFile", "a Windows event log"),
    AT(0, "UF2\n", "a UF2 image"),
    AT(0, "$date", "a recording of signals (VCD)"),
    AT(0, "$timescale", "a recording of signals (VCD)"),
    AT(0, "<SALEAE>", "a recording of signals (Saleae)"),
};

/* ELF: the type of the file is a number of 16 bits at offset 16, 4 for a core. */
static const char *elf_kind(const uint8_t *start, size_t size)
{
    bool is_big = size > 5 && start[5] == 2;

    if (size > 17 && start[is_big ? 17 : 16] == 4)
        return "an ELF core: read it with bobbin unwind";
    return "an ELF file: give it as IMAGE";
}

/* Lines of ":LLAAAATT..." (Intel HEX) or "S1..." (Motorola S-record): hexadecimal digits. */
static const char *image_text_kind(const uint8_t *start, size_t size)
{
    size_t digits = 0;

    while (1 + digits < size && isxdigit(start[1 + digits]))
        digits++;
    if (digits < 9 || 1 + digits >= size || !isspace(start[1 + digits]))
        return NULL;
    if (start[0] == ':')
        return "an Intel HEX image";
    return start[0] == 'S' && isdigit(start[1]) ? "a Motorola S-record image" : NULL;
}

/* Bytes that no text has, even if it is UTF-16 or comes from a bad line. */
static bool is_binary(const uint8_t *start, size_t size)
{
    size_t odd = 0, zeros = 0;

    for (size_t i = 0; i < size; i++) {
        zeros += start[i] == 0;
        odd += start[i] != 0 && !isprint(start[i]) && !isspace(start[i]) && start[i] != '\033' &&
               start[i] < 0x80;
    }
    return size > 0 && (8 * odd > size || (zeros > 0 && 4 * (size - zeros) < size));
}

const char *file_kind(const uint8_t *start, size_t size)
{
    if (size == 0)
        return "an empty file";
    if (size >= 4 && memcmp(start, "\177ELF", 4) == 0)
        return elf_kind(start, size);
    for (size_t i = 0; i < sizeof(signatures) / sizeof(signatures[0]); i++) {
        const struct signature *signature = &signatures[i];
        if (size >= signature->offset + signature->size &&
            memcmp(start + signature->offset, signature->bytes, signature->size) == 0)
            return signature->kind;
    }
    if (start[0] == ':' || start[0] == 'S')
        return image_text_kind(start, size);
    return is_binary(start, size) ? "a binary file" : NULL;
}
