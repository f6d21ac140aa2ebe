/* SPDX-License-Identifier: MIT */
/* Messages about an address of an image. */
#ifndef GEN_ELF_IMAGE_MESSAGE_H
#define GEN_ELF_IMAGE_MESSAGE_H

#include "elf/image.h"

/* "bobbin: error: FILE: 0x00008034 (uart_isr+0x1c): MESSAGE", see util/diag.h. */
void image_error_at(const struct image *image, uint32_t address, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void image_warning_at(const struct image *image, uint32_t address, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
