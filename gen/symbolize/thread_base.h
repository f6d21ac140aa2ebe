/* SPDX-License-Identifier: MIT */
/*
 * Recognises where the stack of a thread ends. An RTOS starts a thread with the address of an exit
 * function in lr. No call comes before that address, so a trace is complete there.
 */
#ifndef GEN_SYMBOLIZE_THREAD_BASE_H
#define GEN_SYMBOLIZE_THREAD_BASE_H

#include "elf/image.h"

/*
 * Whether RETURN_ADDRESS, without its Thumb bit, is such an exit function of IMAGE: a function
 * starts there, and no call comes before it.
 */
bool thread_base_is(const struct image *image, uint32_t return_address);

#endif
