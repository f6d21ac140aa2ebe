#!/bin/sh
# SPDX-License-Identifier: MIT
# links.sh: every relative link in a Markdown page leads to a file, and every anchor to a heading.
# From the top.
set -u

. tests/tap.sh

# PAGE: its links, one a line. Code blocks have none.
links() {
    awk '/^ *```/ { code = !code; next } !code' "$1" | grep -o '](<\?[^)]*)' | sed 's/^](//; s/)$//'
}

# PAGE: the anchors of its headings, as GitHub makes them
anchors() {
    awk '/^ *```/ { code = !code; next } !code && /^#/' "$1" | sed 's/^#* *//' |
        tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9_ -]//g; s/ /-/g'
}

# PAGE: what is wrong in it
broken() {
    links "$1" | while read -r link; do
        case $link in
        *://*) continue ;;
        '#'*) file=$1 ;;
        *) file=$(dirname "$1")/${link%%#*} ;;
        esac
        if [ ! -e "$file" ]; then
            echo "no such file: $link"
        elif [ "$link" != "${link#*#}" ] && ! anchors "$file" | grep -qx -- "${link#*#}"; then
            echo "no such heading: $link"
        fi
    done
}

pages=$(git ls-files --cached --others --exclude-standard '*.md')
tap_check "there are pages" test -n "$pages"
for page in $pages; do
    tap_equal "$page: its links lead somewhere" '' "$(broken "$page")"
done
mkdir -p build/tests
echo '[x](nowhere.md)' >build/tests/broken.md
tap_equal "a broken link is found" 'no such file: nowhere.md' "$(broken build/tests/broken.md)"
tap_done
