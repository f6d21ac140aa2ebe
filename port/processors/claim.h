/* SPDX-License-Identifier: MIT */
/*
 * Which processor reports. Exclusive loads and stores need memory and a monitor that are set up;
 * here ordinary words and barriers are enough, because this is Lamport's bakery algorithm: a
 * processor draws a number, and the least number wins. A loser gives its number back.
 */
#ifndef BOBBIN_CLAIM_H
#define BOBBIN_CLAIM_H

#include <stdbool.h>
#include <stdint.h>

/*
 * For processor NUMBER, on that processor. True if it reports: from now on, or already. False if
 * another one does. Two processors never report at the same time.
 */
bool bobbin_claim(uint32_t number);

void bobbin_claim_release(uint32_t number);

/* No processor reports. */
void bobbin_claim_reset(void);

#endif
