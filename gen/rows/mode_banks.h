/* SPDX-License-Identifier: MIT */
/* Which bank the registers of a mode are in (ARM ARM B1.3). */
#ifndef GEN_ROWS_MODE_BANKS_H
#define GEN_ROWS_MODE_BANKS_H

#include <stdint.h>

#include <bobbin/cross.h>

/* Stands for the bank that the exception entered, if the code runs in CROSSING_MODE_ANY. */
enum { BANK_ENTERED = BOBBIN_BANKS, BANK_COUNT = BOBBIN_BANKS + 1 };

/* The bank of the mode with low bits MODE. BANK_ENTERED for CROSSING_MODE_ANY. */
uint8_t bank_of_mode(uint8_t mode);

/* The mode of BANK; for BOBBIN_BANK_USR system mode. CROSSING_MODE_ANY for BANK_ENTERED. */
uint8_t bank_mode(uint8_t bank);

/* The bank whose lr is "r14" in MODE. HYP mode uses that of user mode (ARM ARM B1.3.2). */
uint8_t bank_of_lr(uint8_t mode);

#endif
