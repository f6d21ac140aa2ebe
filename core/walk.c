/* SPDX-License-Identifier: MIT */
/* Whole traces, made of steps. */
#include "bobbin.h"

uint32_t bobbin_walk(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                     struct bobbin_frame *frames, uint32_t frames_max)
{
    uint32_t count = 0;

    if (cursor->stop != BOBBIN_STOP_NONE)
        return 0;
    do {
        if (count == frames_max) {
            cursor->stop = BOBBIN_STOP_DEPTH;
            cursor->word = 0;
            break;
        }
        frames[count].pc = cursor->r[BOBBIN_PC];
        frames[count].sp = cursor->r[BOBBIN_SP];
        frames[count].valid = cursor->valid;
        frames[count].kind = cursor->kind;
        frames[count].trust = cursor->trust;
        count++;
    } while (bobbin_step(cursor, env));
    return count;
}
