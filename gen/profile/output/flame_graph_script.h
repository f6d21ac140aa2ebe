/* SPDX-License-Identifier: MIT */
/* What moves in a flame graph: clicks enlarge a frame, a field finds names. */
#ifndef GEN_PROFILE_SVG_SCRIPT_H
#define GEN_PROFILE_SVG_SCRIPT_H

extern const char profile_svg_style[];
extern const char profile_svg_script[];

#endif
