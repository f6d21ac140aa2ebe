/* SPDX-License-Identifier: MIT */
#define HERE(name)  thumb_##name
#define THERE(name) arm_##name
#define FACTOR      3

#include "state.inc"
