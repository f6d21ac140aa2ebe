#!/bin/sh
# SPDX-License-Identifier: MIT
# abilities.sh: runs a firmware of which the oracle knows nothing (abilities/start.S). The oracle
# must follow moved code and tasks, and must count a loss of track where it cannot. Run from the top
# folder, with the firmware and the oracle built.
set -u

. tests/tap.sh
BOARD=vexpress-a9
. tests/oracle/lib.sh
ELF=build/tests/abilities.elf
WORK=build/tests/oracle/abilities
mkdir -p "$WORK"
cat >"$WORK/licences" <<'END'
root switch_to
# The second task is new.
launch switch_to
switch switch_to
END
printf 'root switch_to # and nothing else\n' >"$WORK/none"
printf '# a comment\n\nexcuse switch_to\n' >"$WORK/bad"
build/bobbin table "$ELF" -o "$WORK/table" 2>"$WORK/table.err"
build/bobbin table "$ELF" --exceptions=all -o "$WORK/exceptions.table" 2>"$WORK/exceptions.err"

# NAME LICENCES OPTION...: a run
run() {
    name=$1 ORACLE_LICENCES=$WORK/$2
    shift 2
    options=
    for option; do
        options="$options,$option"
    done
    oracle_run "$ELF" "$WORK/$name" '' ",table=$WORK/${TABLE:-table},allow=no-rule,max=0$options"
    status=$?
}

# NAME STATUS FIELD=VALUE...: what run NAME must have ended with
ended() {
    name=$1
    tap_equal "$name: exit status" "$2" "$status"
    shift 2
    for want; do
        tap_equal "$name: ${want%%=*}" "${want#*=}" "$(oracle_field "$WORK/$name" "${want%%=*}")"
    done
    tap_note "$(tail -n 1 "$WORK/$name.err")"
}

run auto licences moved=auto
ended auto 0 mismatches=0 losses=0 skipped=0 exceptions=10 resumed=10 switches=10
tap_check "auto: the oracle names the move" \
    grep -q 'code of 0x60010000 runs at 0x60400000' "$WORK/auto.err"
tap_check "auto: calls were compared" test "$(oracle_field "$WORK/auto" frames)" -gt 1000

# The handler returns to the instruction after the undefined one, as if an SVC had entered it.
TABLE=exceptions.table
run exceptions licences moved=auto
ended exceptions 0 mismatches=0 losses=0 skipped=0 exceptions=10
TABLE=

run stated licences moved=60010000:60400000:1000
ended stated 0 mismatches=0 losses=0 skipped=0 exceptions=10
tap_equal "stated: as many instructions as found" "$(oracle_field "$WORK/auto" instructions)" \
    "$(oracle_field "$WORK/stated" instructions)"

# All that the copy executes is outside the image.
run unmoved licences
ended unmoved 90 mismatches=0
tap_check "unmoved: the copy is skipped" test "$(oracle_field "$WORK/unmoved" skipped)" -gt 400

# Without a licence the start of the second task is a loss; its later turns are not.
run unlicensed none moved=auto
ended unlicensed 90 mismatches=0 losses=1
tap_check "unlicensed: the function is named" grep -q '^loss switch_to discards ' \
    "$WORK/unlicensed.out"
run allowed none moved=auto allow=losses
ended allowed 0 mismatches=0 losses=1

for start in deep "0x$(arm-none-eabi-nm "$ELF" | sed -n 's/ t deep$//p')"; do
    run from licences moved=auto "from=$start"
    ended from 0 mismatches=0 losses=0
    tap_check "from=$start: less was judged" test "$(oracle_field "$WORK/from" instructions)" -lt \
        "$(oracle_field "$WORK/auto" instructions)"
done
run stop licences moved=auto stop=500
ended stop 0 mismatches=0 instructions=500

run nowhere licences from=nowhere
tap_check "an unknown start is refused" test "$status" != 0
tap_check "and named" grep -q 'no function nowhere' "$WORK/nowhere.err"
run bad bad
tap_check "a wrong licence is refused" test "$status" != 0
tap_check "and its line is named" grep -q 'line 3' "$WORK/bad.err"
tap_done
