/* SPDX-License-Identifier: MIT */
/* The script inside a flame graph: a click enlarges a frame, a text field searches for names. */
#ifndef GEN_PROFILE_OUTPUT_FLAME_GRAPH_SCRIPT_H
#define GEN_PROFILE_OUTPUT_FLAME_GRAPH_SCRIPT_H

extern const char profile_svg_style[];
extern const char profile_svg_script[];

#endif
