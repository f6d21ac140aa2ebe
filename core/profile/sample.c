/* SPDX-License-Identifier: MIT */
/* Takes a sample whose trace ends at an exception entry. */
#include "sample_steps.h"

void bobbin_profile_sample(struct bobbin_profile *profile, struct bobbin_cursor *cursor,
                           const struct bobbin_env *env, uint32_t *frames,
                           const struct bobbin_profile_what *what)
{
    count_sample(profile, cursor, env, frames, what, 0);
}
