#!/bin/sh
# SPDX-License-Identifier: MIT
# The house rules that a machine can check: what is at the top, licences, format, who may include whom.
# From the top.
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
    for file in $(files '*.c' '*.h' '*.cpp' '*.S' '*.inc' '*.ld' '*.mk' '*.cmake' '*.sh' '*.py' '*.awk' Makefile .ci/run); do
        head -n 3 "$file" | grep -q 'SPDX-License-Identifier: MIT' || echo "$file"
    done
}

core_includes_nobody() {
    grep -rHn '#include' core | grep -vE '<std(bool|int|def)\.h>|<bobbin/[a-z_]*\.h>|"(\.\./[a-z]*/)?[a-z0-9_]*\.h"'
}

port_includes_core_only() {
    grep -rHn '#include "' port | grep -E '"(gen|boards|board|tests)'
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
silent "the core includes itself alone" core_includes_nobody
silent "the port includes nothing but itself and the core" port_includes_core_only
# Versions of the formatter disagree; this is Debian 12's.
if clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
    # shellcheck disable=SC2046 # file names without spaces
    tap_check "sources are formatted" clang-format --dry-run -Werror $(files '*.c' '*.h' '*.cpp')
else
    tap_skip "sources are formatted" "clang-format 14 is not installed"
fi
tap_done
