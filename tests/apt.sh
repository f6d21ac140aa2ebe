# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Functions that install Debian packages, and that derive a package source from one that apt uses.
# Source this.

command_there() {
    command -v "$1" >/dev/null 2>&1
}

# PACKAGE CHECK...: prints PACKAGE if the command CHECK fails
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

# SUITE: prints the source from which apt gets its component main, as "FILE:ENTRY". ENTRY is the
# number of a stanza in FILE.sources or of a line in FILE.list.
source_of() {
    # shellcheck disable=SC2016 # apt's variables
    apt-get indextargets --format '$(ORIGIN)|$(CODENAME)|$(COMPONENT)|$(REPO_URI)|$(SOURCESENTRY)' \
        'Created-By: Packages' |
        awk -F '|' -v suite="$1" \
            '$1 ~ /^Debian/ && $2 == suite && $3 == "main" && $4 !~ /^cdrom:/ { print $5; exit }'
}

# FROM: prints the format of its file, which is also the file's suffix: sources or list
source_kind() {
    case ${1%:*} in
    *.sources) echo sources ;;
    *) echo list ;;
    esac
}

# FROM TYPE SUITE: prints the source FROM (of source_of) with TYPE (deb, deb-src) and SUITE replaced
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

# FILE LINE TYPE SUITE. Keeps options such as signed-by, because apt refuses two sources with one
# address and different keys.
derive_line() {
    blank='[[:blank:]]'
    options='\(\[[^]]*\]\)\{0,1\}'
    address='\([^[:blank:]]*\)'
    sed -n "$2s/^$blank*deb$blank*$options$blank*$address$blank.*/$3 \1 \2 $4 main/p" "$1"
}
