# SPDX-License-Identifier: MIT
# Reads the TAP stream of one program. Prints "PASSED FAILED SKIPPED SECONDS CPU_SECONDS", then
# failures with their details, skips with their reasons, and "# figure:" lines. An incomplete or
# inconsistent stream counts as a failure. -v status=N is the program's exit status, -v limit_s=N
# its time limit, -v seconds=N its run time, -v cpu_seconds=N its processor time.

function fail(text)
{
    failed++
    report[++reports] = text
}

# "ok 3 - name # SKIP reason" -> "name # SKIP reason"
function test_name(line)
{
    sub(/^(not )?ok *[0-9]* *(- )?/, "", line)
    return line
}

function take_number(line)
{
    sub(/^(not )?ok */, "", line)
    tests++
    if (line + 0 != tests)
        fail("test " tests " has number " (line + 0))
}

function check_status()
{
    if (status == 124 || status == 137)
        fail("took longer than " limit_s " s, stopped")
    else if (status > 128)
        fail("ended by signal " (status - 128))
    else if (status != 0 && !not_ok)
        fail("exit status " status " though no test failed")
    else if (status == 0 && not_ok)
        fail("exit status 0 though a test failed")
}

/^1\.\.[0-9]+/ {
    if (planned++)
        fail("more than one plan")
    plan = substr($1, 4) + 0
    in_failure = 0
    if (/# *SKIP +[^ ]/ && plan == 0) {
        sub(/^.*# *SKIP */, "")
        all_skipped = $0
    }
    next
}

/^(not )?ok( |$)/ {
    take_number($0)
    in_failure = /^not ok/
    if (in_failure && ++not_ok)
        fail("not ok: " test_name($0))
    else if (/# *SKIP +[^ ]/) {
        skipped++
        report[++reports] = "skipped: " test_name($0)
    } else if (/# *(SKIP|TODO)/)
        fail("no reason for: " test_name($0))
    else
        passed++
    next
}

/^Bail out!/ { fail($0) }
/^# figure: / { report[++reports] = substr($0, 11); next }
in_failure { report[++reports] = "  " $0 }

END {
    check_status()
    if (!planned)
        fail("no plan: ended before its end")
    else if (all_skipped != "" && tests == 0) {
        skipped++
        report[++reports] = "skipped: " all_skipped
    } else if (plan != tests)
        fail("planned " plan " tests, ran " tests + 0)
    else if (tests == 0)
        fail("no test")
    print passed + 0, failed + 0, skipped + 0, seconds, cpu_seconds
    for (i = 1; i <= reports; i++)
        print report[i]
}
