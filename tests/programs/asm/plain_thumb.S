/* SPDX-License-Identifier: MIT */
#define STATE(name) thumb_##name

        .thumb
#include "plain.inc"
