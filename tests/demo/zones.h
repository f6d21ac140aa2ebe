/* SPDX-License-Identifier: MIT */
/* The places of the sensors: zones within zones. */
#ifndef DEMO_ZONES_H
#define DEMO_ZONES_H

#include <stdint.h>

/* Prints each zone after the zones that contain it, outermost first. */
void zones_print(void);

/* Puts the building into one of its own rooms. Printing a path then recurses without end. */
void zones_make_cycle(void);

#endif
