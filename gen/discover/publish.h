/* SPDX-License-Identifier: MIT */
/* The last step of discovery. */
#ifndef GEN_DISCOVER_PUBLISH_H
#define GEN_DISCOVER_PUBLISH_H

#include "discover/worklist.h"

/* Writes the mappings and functions that were found to the image. */
void worklist_publish(struct worklist *worklist);

#endif
