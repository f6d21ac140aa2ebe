#!/bin/sh
# SPDX-License-Identifier: MIT
# mutants.sh IMAGE COUNT [SETTING]: makes COUNT mutants of the table in IMAGE
# (tests/mutants/mutant.h), or of a table with SETTING, such as small. The judge must catch each
# mutant; otherwise the mutant must be shown to find the same callers as the good table. Run from
# the top folder, with the tool and build/tests/mutants built.
#
#   JUDGE   a command that fails if the table of its last argument, an image, is wrong; by default
#           bobbin check
#   TRUTH   yes (default): JUDGE catches only false tables, so a caught mutant must not be shown to
#           be equivalent. no: JUDGE catches every table that differs
set -u

. tests/tap.sh
IMAGE=$1 COUNT=$2 SETTING=${3-}
BOARD=${IMAGE#build/fw/} BOARD=${BOARD%%/*}
. tests/oracle/lib.sh
: "${JUDGE:=build/bobbin check --require=100}" "${TRUTH:=yes}"
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
MUTANT=$WORK/mutant.elf
if [ -n "$SETTING" ]; then
    tap_check "a table of the setting $SETTING fits" \
        build/bobbin embed "$IMAGE" "--$SETTING" -o "$WORK/image.elf"
    IMAGE=$WORK/image.elf
fi

# IMAGE: returns 0 if it is good, 1 if it is wrong, 2 if the judge failed; its output is in
# $WORK/judge
judge() {
    # shellcheck disable=SC2086 # a command with its options
    timeout 60 $JUDGE "$1" >"$WORK/judge" 2>&1
    case $? in
    0) return 0 ;;
    1 | 3) return 1 ;;
    *) return 2 ;;
    esac
}

# Whether the mutant is shown to be equivalent. Writes the differences to $WORK/differences.
equivalent() {
    build/tests/mutants/differences "$IMAGE" "$MUTANT" >"$WORK/differences" 2>&1
}

# Whether the oracle runs the mutant at every address where it differs, and finds no mismatch. This
# covers code that witness.h cannot follow, such as a function that never returns.
oracle_agrees() {
    : >"$WORK/executed"
    for words in 'interrupts sort;stats;verify' 'crash assert' 'crash oldassert' 'crash abort' \
        'crash stackprotector' 'crash wild' 'crash undef'; do
        oracle_run "$MUTANT" "$WORK/oracle" "$words"
        [ "$(oracle_field "$WORK/oracle" mismatches)" = 0 ] || return 1
        grep '^executed ' "$WORK/oracle.out" >>"$WORK/executed"
    done
    awk '$1 == "executed" { start[n] = $2; end[n++] = $3; next }
        /^0x/ {
            found = 0
            for (i = 0; i < n; i++) found += "0x" start[i] <= $1 && $1 < "0x" end[i]
            missed += !found
        }
        END { exit missed > 0 }' "$WORK/executed" "$WORK/differences"
}

# Prints the fate of the mutant: caught, equivalent, alive; disputed, if it is both of the first
# two; unjudged, if the judge failed.
fate() {
    judge "$MUTANT"
    case $? in
    1) if [ "$TRUTH" = yes ] && equivalent; then echo disputed; else echo caught; fi ;;
    2) echo unjudged ;;
    *)
        if equivalent || { [ "$TRUTH" = yes ] && oracle_agrees; }; then
            echo equivalent
        else
            echo alive
        fi
        ;;
    esac
}

# Prints a line for each mutant: fate, number, kind of the change, what was changed.
judge_all() {
    for number in $(seq 0 $((COUNT - 1))); do
        if change=$(build/tests/mutants/mutate "$IMAGE" "$number" "$MUTANT" 2>&1); then
            fate=$(fate)
        else
            fate=unmade
        fi
        echo "$fate $number $change"
        [ "$fate" != alive ] || sed 's/^/    /' "$WORK/differences"
    done
}

# FATE: prints the mutants with it; for those alive also the first differences
lines() {
    awk -v fate="^$1 " '!/^ / { wanted = $0 ~ fate; left = 5 } wanted && left-- > 0' "$WORK/fates"
}

tap_check "the judge finds nothing wrong with the good table" judge "$IMAGE"
judge_all >"$WORK/fates"
tap_equal "every mutant is made and judged" '' "$(lines 'un[a-z]*')"
tap_equal "each is caught or equivalent" '' "$(lines alive)"
tap_equal "none is both" '' "$(lines disputed)"
tap_check "most are caught" test "$(grep -c '^caught ' "$WORK/fates")" -gt $((COUNT / 2))
tap_note "of $COUNT mutants of $IMAGE caught / equivalent, by kind:"
tap_note "$(awk '!/^ / { kinds[$3]; n[$1, $3]++ }
    END { for (k in kinds) print k, n["caught", k] + 0, "/", n["equivalent", k] + 0 }' \
    "$WORK/fates" | sort)"
tap_done
