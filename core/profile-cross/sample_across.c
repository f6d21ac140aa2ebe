/* SPDX-License-Identifier: MIT */
/* Takes a sample whose trace crosses exceptions. */
#include "../profile/sample_steps.h"

void bobbin_profile_sample_across(struct bobbin_profile *profile, struct bobbin_cursor *cursor,
                                  struct bobbin_env *env, uint32_t *frames,
                                  const struct bobbin_profile_what *what,
                                  void (*crossed)(struct bobbin_env *env,
                                                  const struct bobbin_cursor *cursor))
{
    const struct sample_across across = {crossed, env};

    count_sample(profile, cursor, env, frames, what, &across);
}
