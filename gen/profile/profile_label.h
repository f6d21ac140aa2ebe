/* SPDX-License-Identifier: MIT */
/* Texts for contexts and processor modes in the outputs. */
#ifndef GEN_PROFILE_PROFILE_LABEL_H
#define GEN_PROFILE_PROFILE_LABEL_H

#include "profile/profile_sums.h"
#include "symbolize/image_list.h"

/* The kind of outermost frames that --by adds above the functions. */
enum profile_by {
    PROFILE_BY_NOTHING,
    PROFILE_BY_TASK,
    PROFILE_BY_PROCESSOR,
    PROFILE_BY_MODE,
    PROFILE_BY_INTERRUPT,
    PROFILE_BY_IMAGE,
};

/* Writes the name of CONTEXT for the outputs to TEXT and returns TEXT. */
#define PROFILE_LABEL_BYTES 64
const char *profile_label(const struct sample_context *context, enum profile_by by,
                          const struct image_list *images, char text[PROFILE_LABEL_BYTES]);

/* The name of a processor mode, for example "irq" (ARM ARM B1.3.1). */
const char *profile_mode_name(uint32_t mode);

#endif
