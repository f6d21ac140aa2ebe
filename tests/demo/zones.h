/* SPDX-License-Identifier: MIT */
/* Where sensors hang: zones inside zones. */
#ifndef DEMO_ZONES_H
#define DEMO_ZONES_H

#include <stdint.h>

/* Prints each zone with the zones around it, outermost first. */
void zones_print(void);

/* Moves the building into one of its own rooms: from then on no path ends. */
void zones_make_cycle(void);

#endif
