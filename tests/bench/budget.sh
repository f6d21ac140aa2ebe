#!/bin/sh
# SPDX-License-Identifier: MIT
# budget.sh DIRECTORY: prints a Markdown table: for some values of --budget the bytes of the fast
# table of DIRECTORY/bench.elf, and the instructions that the firmware executes to find a caller
# with this table. From the top.
set -eu

directory=$1
image=$directory/bench.elf
table=$directory/budget.table
answers=$directory/budget.answers
EVERY=16

build/tests/bench_questions "$image" "$EVERY" >"$directory/budget.questions"
functions=$(sed -n '1s/^image [^ ]* \([0-9]*\) .*/\1/p' "$directory/formats")
echo "| \`--budget=\` | bytes per function | instructions per call frame | per interrupted frame |"
echo "|---|---|---|---|"
for budget in 0 2.2 2.3 2.6 3 4; do
    build/bobbin table "$image" --budget="$budget" -o "$table"
    sh tests/bench/ask.sh "$image" "$directory/budget.questions" "$answers" - "$table"
    means=$(build/tests/bench_figures --answers "$answers")
    awk -v budget="$budget" -v bytes="$(wc -c <"$table")" -v functions="$functions" \
        -v call="${means% *}" -v interrupted="${means#* }" 'BEGIN {
            printf "| %s%s | %.2f | %d | %d |\n", budget, budget == 2.6 ? " (default)" : "",
                bytes / functions, call, interrupted }'
done
