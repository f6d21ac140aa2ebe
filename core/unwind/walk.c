/* SPDX-License-Identifier: MIT */
/* Walks a whole stack and stores its frames. */
#include "known.h"

uint32_t bobbin_walk(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                     struct bobbin_frame *frames, uint32_t frames_max)
{
    uint32_t count;

    for (count = 0; cursor->stop == BOBBIN_STOP_NONE; count++) {
        if (count == frames_max) {
            cursor->stop = BOBBIN_STOP_DEPTH;
            /* makes bobbin_step take the slow path, which checks stop */
            if (cursor->kind == BOBBIN_KIND_CALL)
                cursor->word = KNOWN_LATER;
            break;
        }
        frames[count].pc = cursor->r[BOBBIN_PC];
        frames[count].sp = cursor->r[BOBBIN_SP];
        frames[count].valid = cursor->valid;
        frames[count].kind = cursor->kind;
        frames[count].trust = cursor->trust;
        bobbin_step(cursor, env);
    }
    return count;
}
