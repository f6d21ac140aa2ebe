/* SPDX-License-Identifier: MIT */
#include "selfcheck.h"

#include <inttypes.h>
#include <stdio.h>

#include "questions.h"
#include <bobbin/report.h>

static enum bobbin_table_error check_code(const struct bobbin_table *table,
                                          const struct bobbin_env *memory)
{
    struct bobbin_code_check check = {0};

    return bobbin_code_check_step(&check, table, memory, UINT32_MAX);
}

int selfcheck(enum bobbin_table_error error, const struct bobbin_table *table,
              const struct bobbin_env *memory, uint32_t step)
{
    enum bobbin_table_error code_error;
    struct code code;
    struct answers answers;

    printf("selfcheck table=%s", bobbin_table_error_name(error));
    if (error != BOBBIN_TABLE_OK) {
        printf("\n");
        return 1;
    }
    code_error = check_code(table, memory);
    code_open(&code, table, memory);
    ask_all(&answers, &code, step);
    printf(" code=%s halfwords=%" PRIu32 " answers=%" PRIu32 " callers=%" PRIu32 " hash=%08" PRIx32
           "%08" PRIx32 "\n",
           bobbin_table_error_name(code_error), code.halfwords, answers.count, answers.callers,
           (uint32_t)(answers.hash >> 32), (uint32_t)answers.hash);
    return code_error != BOBBIN_TABLE_OK ||
           answers.count != ANSWERS_PER_HALFWORD * ((code.halfwords + step - 1) / step);
}
