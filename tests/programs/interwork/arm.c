/* SPDX-License-Identifier: MIT */
#define HERE(name)  arm_##name
#define THERE(name) thumb_##name
#define FACTOR      5

#include "state.inc"
