/* SPDX-License-Identifier: MIT */
/* Copies structs of words. A plain assignment may call memcpy: that of a C library may use the
   FPU. */
#ifndef BOBBIN_COPY_WORDS_H
#define BOBBIN_COPY_WORDS_H

#include <stdint.h>

/* SIZE_BYTES is a multiple of 4. */
static inline void copy_words(void *to, const void *from, uint32_t size_bytes)
{
    typedef uint32_t __attribute__((may_alias)) any_word;

    for (uint32_t i = 0; i < size_bytes / 4; i++) {
        __asm__ volatile("" : "+r"(i)); /* no call of memcpy */
        ((any_word *)to)[i] = ((const any_word *)from)[i];
    }
}

#endif
