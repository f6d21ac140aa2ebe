# SPDX-License-Identifier: MIT
# table.awk JSON: what bench_scale wrote as a table of tests/bench/README.md, a row an image.

{ gsub(/[",]/, "") }
$1 == "seconds_max:" { limit_s = $2 }
$1 == "functions:" { functions = $2 }
$1 == "code_bytes:" { code_bytes[functions] = $2 }
$1 == "verb:" { verb = $2 }
$1 == "name:" { run = verb " " $2; figure = "" }
$1 == "table_bytes:" { bytes[functions, run] = $2 }
$1 == "wall_ms:" { seconds[functions, run] = $2 / 1000 }
$1 == "peak_bytes:" { peak[functions, run] = $2 / 1048576 }
$1 ~ /_instructions:$/ { figure = $1 }
$1 == "mean:" { mean[functions, run, figure] = $2 }
$1 == "good:" && run == "check fast" { row[++rows] = functions }

function commas(number) {
    return number < 1000 ? number "" : commas(int(number / 1000)) sprintf(",%03d", number % 1000)
}

# A time over the limit is marked.
function time(functions, run, value) {
    value = sprintf("%.1f", seconds[functions, run])
    return seconds[functions, run] > limit_s ? "**" value "** (over)" : value
}

END {
    print "| functions | bytes of code | bytes per function, fast; small | seconds, fast; small; " \
        "check | MiB, fast; small | instructions per call frame | interrupted |"
    print "|---|---|---|---|---|---|---|"
    for (i = 1; i <= rows; i++) {
        f = row[i]
        printf "| %s | %s | %.2f; %.2f | %s; %s; %s | %d; %d | %d | %d |\n", commas(f),
            commas(code_bytes[f]), bytes[f, "table fast"] / f, bytes[f, "table small"] / f,
            time(f, "table fast"), time(f, "table small"), time(f, "check fast"),
            peak[f, "table fast"], peak[f, "table small"],
            mean[f, "table fast", "call_instructions:"],
            mean[f, "table fast", "interrupted_instructions:"]
    }
    printf "\nThe limit is %d seconds for a run.\n", limit_s
}
