/* SPDX-License-Identifier: MIT */
/* Functions of threads.S. All of them are ARM code, except those with "thumb" in their names. */
#ifndef THREADS_H
#define THREADS_H

#include <stdint.h>

/* Starts a thread as an RTOS does: calls RUN on the stack below TOP, with RETURN_ADDRESS in lr. */
_Noreturn void thread_start(void (*run)(void), uint32_t *top, uint32_t return_address);

/* The exit function of a thread. The code before it ends in a jump, and there is no call. */
_Noreturn void thread_exit(void);
_Noreturn void thread_exit_thumb(void);

/* Overwrites its saved return address with WORD, then crashes. */
void smash(uint32_t word);

/* For smash, in main.c. */
void store_word(uint32_t word, uint32_t *to);
void crash(void);

/* A function; no call comes before the instruction at byte HARMLESS_MIDDLE. */
uint32_t harmless(uint32_t number);
#define HARMLESS_MIDDLE 8

/* Each of these calls RUN by a jump after it has set lr to a constant. */
void call_by_mov(void (*run)(void));
void call_by_adr(void (*run)(void));
void call_by_literal(void (*run)(void));
void call_by_adr_thumb(void (*run)(void));

#endif
