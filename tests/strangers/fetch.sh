#!/bin/sh
# SPDX-License-Identifier: MIT
# fetch.sh FOLDER PACKAGE...: fetches the sources of Debian's PACKAGEs and unpacks them as
# FOLDER/PACKAGE, unless they are there. Does not change the system's apt: lists and settings are in
# FOLDER/apt.
set -eu

. "$(dirname "$0")/../apt.sh"
folder=$1
shift

missing=
for package; do
    [ -d "$folder/$package" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

ID='' VERSION_CODENAME=''
# shellcheck source=/dev/null
. /etc/os-release
from=$(source_of "$VERSION_CODENAME")
[ "$ID" = debian ] && [ -n "$from" ] || {
    echo "fetch: apt knows no source of Debian: cannot tell where packages' sources are" >&2
    exit 1
}

mkdir -p "$folder/apt/lists/partial"
apt=$(cd "$folder/apt" && pwd)
list=$apt/source.$(source_kind "$from")
derive_source "$from" deb-src "$VERSION_CODENAME" >"$list"
get() {
    apt-get -qq -o "Dir::Etc::sourcelist=$list" -o Dir::Etc::sourceparts=- \
        -o "Dir::State::lists=$apt/lists" -o "APT::Sandbox::User=$(id -un)" "$@"
}
get update
for package in $missing; do
    echo "fetch: $package"
    (cd "$apt" && get source --download-only "$package")
    mkdir "$folder/$package.part"
    tar -xf "$(ls "$apt/$package"_*.orig.tar.*[!c])" -C "$folder/$package.part" --strip-components=1
    mv "$folder/$package.part" "$folder/$package"
done
