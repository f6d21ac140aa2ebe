#!/bin/sh
# SPDX-License-Identifier: MIT
# The rules of the house that a machine can check: the top level, licences, formatting, includes,
# line length. Run it from the top.
set -u

. tests/tap.sh

files() {
    git ls-files -co --exclude-standard -- "$@" 2>/dev/null || find "$@" -type f
}

top_is_as_it_should_be() {
    [ "$(files . | sed 's|/.*||' | sort -u | grep -v '^\.' | tr '\n' ' ')" = \
        'LICENSE Makefile README.md boards core gen linker port tests ' ]
}

every_source_has_its_licence() {
    for file in $(files '*.c' '*.h' '*.cpp' '*.S' '*.inc' '*.ld' '*.mk' '*.cmake' '*.sh' '*.py' \
        '*.awk' Makefile .ci/run); do
        head -n 3 "$file" | grep -q 'SPDX-License-Identifier: MIT' || echo "$file"
    done
}

core_needs_no_library() {
    grep -rHn '#include <' core | grep -vE '<std(bool|int|def)\.h>|<bobbin/[a-z_]*\.h>'
}

nothing_built_is_kept() {
    files . | grep -E '\.(o|a|so|su|d|elf|bin)$'
}

# The rule itself is a table in gen/README.md.
includes_point_down() {
    grep -rHE '^ *# *include' core port gen --include='*.[chS]' |
        awk -f tests/includes.awk gen/README.md -
}

# shellcheck disable=SC2046 # file names without spaces
functions_are_in_their_header() {
    awk -f tests/declarations.awk $(files core port gen | grep '\.h$') \
        $(files core port gen | grep '\.c$')
}

# Tables and links of a page cannot be wrapped. Tools write pictures and JSON, devices write logs.
lines_end_at_100_columns() {
    files . | grep -vE '\.(svg|json|log)$' | tr '\n' '\0' |
        LC_ALL=C.UTF-8 xargs -0 grep -HnE '^.{101}' | grep -vE '^[^:]*\.md:[0-9]*:(\||.*\]\()'
}

# NAME COMMAND...: passes when COMMAND prints nothing.
silent() {
    name=$1
    shift
    found=$("$@")
    tap_check "$name" test -z "$found"
    [ -z "$found" ] || echo "$found" | sed 's/^/# /'
}

tap_check "the top level is as README says" top_is_as_it_should_be
silent "every source names its licence" every_source_has_its_licence
silent "no file is a result of a build" nothing_built_is_kept
silent "the core includes no library but the compiler's" core_needs_no_library
silent "each folder includes only folders below it" includes_point_down
silent "each function is declared in the header of its source" functions_are_in_their_header
silent "lines end at 100 columns" lines_end_at_100_columns
# Versions of the formatter disagree; this is Debian 12's.
if clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
    # shellcheck disable=SC2046 # file names without spaces
    tap_check "sources are formatted" clang-format --dry-run -Werror $(files '*.c' '*.h' '*.cpp')
else
    tap_skip "sources are formatted" "clang-format 14 is not installed"
fi
tap_done
