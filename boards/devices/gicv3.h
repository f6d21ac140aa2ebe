/* SPDX-License-Identifier: MIT */
/* What the board defines for gicv3.c: the addresses of the controller's registers in memory. */
#ifndef BOARD_GICV3_H
#define BOARD_GICV3_H

#include <stdint.h>

#define GICV3_DISTRIBUTOR_BYTES   0x10000u
#define GICV3_REDISTRIBUTOR_BYTES 0x20000u

extern const uint32_t board_gic_distributor;
extern const uint32_t board_gic_redistributor; /* of processor 0 */

#endif
