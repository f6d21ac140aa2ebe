/* SPDX-License-Identifier: MIT */
/* Guesses the caller of a pc outside all code. */
#include "gate.h"
#include "known.h"
#include "reading.h"

void bobbin_begin_wild(struct bobbin_cursor *cursor)
{
    cursor->word = BOBBIN_STOP_PC_OUTSIDE;
}

static bool is_called(struct bobbin_cursor *cursor)
{
    uint32_t lr = cursor->r[BOBBIN_LR];
    uint32_t call, number;

    if (cursor->kind != BOBBIN_KIND_INTERRUPTED || !(cursor->valid & BOBBIN_VALID_R(BOBBIN_LR)))
        return false;
    if (lr & 1) { /* ARM ARM A8.8.26 BLX (register), T1 */
        if (gate_read(cursor, GATE_CODE_HALF, lr - 3, &call) != BOBBIN_STOP_NONE ||
            (call & 0xff87) != 0x4780)
            return false;
        number = call >> 3;
    } else { /* encoding A1 */
        if (gate_read(cursor, GATE_CODE_WORD, lr - 4, &call) != BOBBIN_STOP_NONE ||
            (call & 0x0ffffff0) != 0x012fff30 || call >> 28 == 15)
            return false;
        number = call;
    }
    number &= 15;
    return number < BOBBIN_SP && (cursor->valid >> number & 1) &&
           (cursor->r[number] & ~1u) == cursor->r[BOBBIN_PC];
}

bool bobbin_guess(struct bobbin_cursor *cursor)
{
    if (!cursor->reading.env->tables_count || !is_called(cursor))
        return false;
    reading_leave(cursor);
    cursor->reading.trust = BOBBIN_TRUST_LR;
    return true;
}
