/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "clib.h"

static char buffer[64];

void clib_stream(uint32_t round)
{
    static const int kinds[] = {_IOFBF, _IOLBF, _IONBF};

    CHECK(setvbuf(stdout, buffer, kinds[round % 3], sizeof(buffer)) == 0);
    CHECK(printf("# round %lu, pi %.6f\n", (unsigned long)round, 3.1415926535) > 0);
    CHECK(puts("# a line that is longer than the buffer, so that it goes out in the middle") >= 0);
    CHECK(fputs("# ", stdout) >= 0);
    CHECK(putchar('x') == 'x');
    CHECK(fwrite("yz\n", 1, 3, stdout) == 3);
    CHECK(fflush(stdout) == 0);
    CHECK(!ferror(stdout));
}
