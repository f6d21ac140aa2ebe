/* SPDX-License-Identifier: MIT */
/* What is at an address that a report gives: a function, a variable, a stack, a section. */
#ifndef GEN_REPORT_ADDRESS_TEXT_H
#define GEN_REPORT_ADDRESS_TEXT_H

#include "report/report_model.h"
#include "symbolize/image_list.h"

/* Size of a text, with its NUL; longer names are cut. */
#define ADDRESS_TEXT_BYTES 320

/* What names the addresses of REPORT. */
struct address_names {
    const struct report *report;
    struct named_image *image; /* NULL: none, then only stacks are named */
};

/*
 * Writes what is at ADDRESS to TEXT, of ADDRESS_TEXT_BYTES, and returns TEXT:
 *
 *   <by_celsius+0xc> .text            code; without the Thumb bit of ADDRESS
 *   <journal+0x10> .bss               a variable or constant
 *   stack of "net", <net_stack+0x3c0> .bss
 *   sp+0x18 .stacks                   in the words of the stack that the report has
 *   .heap                             a section without a name for the address
 *   in no memory of the image
 *
 * "" if there is no image.
 */
const char *address_text(const struct address_names *names, uint32_t address,
                         char text[ADDRESS_TEXT_BYTES]);

/* Whether ADDRESS is in a section of the image. Without an image: true. */
bool address_is_in_image(const struct address_names *names, uint32_t address);

/*
 * Writes " at FILE:LINE" of the call before the return address RETURN_ADDRESS to TEXT, or "" if it
 * is unknown. Returns TEXT.
 */
const char *address_call_line(const struct address_names *names, uint32_t return_address,
                              char text[ADDRESS_TEXT_BYTES]);

#endif
