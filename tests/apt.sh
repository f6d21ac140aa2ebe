# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Source this to install Debian packages, and to make a source of them out of one that apt already uses.

command_there() {
    command -v "$1" >/dev/null 2>&1
}

# PACKAGE CHECK...: prints PACKAGE when CHECK fails.
need() {
    package=$1
    shift
    "$@" || echo "$package"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o Dpkg::Use-Pty=0 "$@"
}

# Where apt got Debian's main component of SUITE from: "FILE:ENTRY". ENTRY is the number of a stanza
# in FILE.sources, of a line in FILE.list.
source_of() {
    # shellcheck disable=SC2016 # apt's variables
    apt-get indextargets --format '$(ORIGIN)|$(CODENAME)|$(COMPONENT)|$(REPO_URI)|$(SOURCESENTRY)' \
        'Created-By: Packages' |
        awk -F '|' -v suite="$1" \
            '$1 ~ /^Debian/ && $2 == suite && $3 == "main" && $4 !~ /^cdrom:/ { print $5; exit }'
}

# FROM: how its file is written, and has to be named: sources or list
source_kind() {
    case ${1%:*} in
    *.sources) echo sources ;;
    *) echo list ;;
    esac
}

# FROM TYPE SUITE: what source_of gave, with TYPE (deb, deb-src) and SUITE in place of its own
derive_source() {
    case $(source_kind "$1") in
    sources) derive_stanza "${1%:*}" "${1##*:}" "$2" "$3" ;;
    list) derive_line "${1%:*}" "${1##*:}" "$2" "$3" ;;
    esac
}

# FILE ENTRY TYPE SUITE
derive_stanza() {
    awk -v wanted="$2" -v type="$3" -v suite="$4" '
        /^#/ { next }
        /^[ \t]*$/ { inside = 0; next }
        !inside { inside = 1; number++ }
        number != wanted { next }
        /^[^ \t]/ { field = tolower($1) }
        field == "suites:" || field == "components:" || field == "types:" { next }
        { print }
        END { print "Types: " type "\nSuites: " suite "\nComponents: main" }' "$1"
}

# FILE LINE TYPE SUITE. Options, such as signed-by, stay: apt refuses two sources of one place with different
# keys.
derive_line() {
    blank='[[:blank:]]'
    sed -n "$2s/^$blank*deb$blank*\(\[[^]]*\]\)\{0,1\}$blank*\([^[:blank:]]*\)$blank.*/$3 \1 \2 $4 main/p" "$1"
}
