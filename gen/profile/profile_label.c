/* SPDX-License-Identifier: MIT */
/* Texts for contexts and processor modes in the outputs. */
#include "profile/profile_label.h"

#include <stdio.h>

const char *profile_mode_name(uint32_t mode)
{
    static const char *const names[32] = {
        [0x10] = "usr", [0x11] = "fiq", [0x12] = "irq", [0x13] = "svc", [0x16] = "mon",
        [0x17] = "abt", [0x1a] = "hyp", [0x1b] = "und", [0x1f] = "sys",
    };
    const char *name = names[mode & BOBBIN_CPSR_MODE];

    return mode != PROFILE_UNKNOWN && name ? name : "unknown";
}

static const char *task_label(const struct sample_context *context, char *text)
{
    if (context->idle)
        return "[idle]";
    if (context->task_name)
        snprintf(text, PROFILE_LABEL_BYTES, "[task %s]", context->task_name);
    else if (context->task != PROFILE_UNKNOWN)
        snprintf(text, PROFILE_LABEL_BYTES, "[task 0x%08x]", context->task);
    else
        return "[no task]";
    return text;
}

const char *profile_label(const struct sample_context *context, enum profile_by by,
                          const struct image_list *images, char text[PROFILE_LABEL_BYTES])
{
    switch (by) {
    case PROFILE_BY_TASK:
        return task_label(context, text);
    case PROFILE_BY_PROCESSOR:
        snprintf(text, PROFILE_LABEL_BYTES, "[processor %u]", context->processor);
        return text;
    case PROFILE_BY_MODE:
        snprintf(text, PROFILE_LABEL_BYTES, "[mode %s]", profile_mode_name(context->mode));
        return text;
    case PROFILE_BY_INTERRUPT:
        if (context->interrupt == PROFILE_UNKNOWN)
            return context->handler ? "[interrupt]" : "[no interrupt]";
        snprintf(text, PROFILE_LABEL_BYTES, "[interrupt %u]", context->interrupt);
        return text;
    case PROFILE_BY_IMAGE:
        snprintf(text, PROFILE_LABEL_BYTES, "[%.50s]",
                 basename(images->items[context->image].image.path));
        return text;
    default:
        return "";
    }
}
