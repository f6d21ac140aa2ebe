/* SPDX-License-Identifier: MIT */
#define STATE(name) arm_##name

        .arm
#include "plain.inc"
