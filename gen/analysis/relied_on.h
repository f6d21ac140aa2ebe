/* SPDX-License-Identifier: MIT */
/*
 * Notes the assumptions (assumptions.h) on which the results of a finished analysis rely. For the
 * stage reference.
 */
#ifndef GEN_ANALYSIS_RELIED_ON_H
#define GEN_ANALYSIS_RELIED_ON_H

#include "analysis/analysis.h"
#include "analysis/assumptions.h"

/* Notes what the analysis assumed about NODE. A path leads to NODE, with PATH before it. */
void relied_on_at(struct assumptions *assumptions, const struct analysis *analysis,
                  const struct node *node, const struct frame_path *path);

/* Notes what the analysis assumed about the functions, data and vectors of the image. */
void relied_on_in_image(struct assumptions *assumptions, const struct analysis *analysis);

#endif
