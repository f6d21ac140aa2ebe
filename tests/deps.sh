#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the missing tools and libraries that building and testing need (`make deps`). Silent if
# nothing is missing. Works on Debian 12 or newer, as root or with sudo; elsewhere, if something is
# missing, prints the list and fails. Each tool is tested by use, so a tool from another source also
# counts.
set -u

. "$(dirname "$0")/apt.sh"

QEMU_MAJOR_MIN=10
BACKPORTS=/etc/apt/sources.list.d/bobbin-backports

library_there() {
    pkg-config --exists "$1" 2>/dev/null
}

host_headers_there() {
    echo '#include <stdio.h>' | gcc -E -o /dev/null - 2>/dev/null
}

# FILE: gcc prints a path if it has this library, otherwise only the name
target_library_there() {
    case $(arm-none-eabi-gcc -print-file-name="$1" 2>/dev/null) in
    */*) return 0 ;;
    esac
    return 1
}

qemu_there() {
    major=$(qemu-system-arm --version 2>/dev/null |
        sed -n 's/^QEMU emulator version \([0-9]*\).*/\1/p')
    [ "${major:-0}" -ge "$QEMU_MAJOR_MIN" ]
}

is_bookworm() {
    grep -q '^VERSION_CODENAME=bookworm' /etc/os-release 2>/dev/null
}

missing_packages() {
    need gcc command_there gcc
    need libc6-dev host_headers_there
    need pkg-config command_there pkg-config
    need libdw-dev library_there libdw
    need libelf-dev library_there libelf
    need zlib1g-dev library_there zlib
    need libzstd-dev library_there libzstd
    need g++ command_there g++
    need libcapstone-dev library_there capstone
    need libcmocka-dev library_there cmocka
    need libunicorn-dev library_there unicorn
    need gcc-arm-none-eabi command_there arm-none-eabi-gcc
    need libnewlib-arm-none-eabi target_library_there libc.a
    need libstdc++-arm-none-eabi-newlib target_library_there libstdc++.a
    need clang-19 command_there clang-19
    need lld-19 command_there ld.lld-19
    need clang-format command_there clang-format
    need gdb-multiarch command_there gdb-multiarch
    need cmake command_there cmake
    need xxd command_there xxd
    need bsdextrautils command_there hexdump
    need valgrind command_there valgrind
    need u-boot-qemu test -r /usr/lib/u-boot/qemu_arm/uboot.elf
    need sqlite3 command_there sqlite3
    if is_bookworm; then # later releases have no ClickHouse; its test is skipped there
        need clickhouse-client command_there clickhouse-client
        need clickhouse-server test -x /usr/sbin/clickhouse-server
    fi
    need qemu-system-arm qemu_there
}

one_line() {
    echo "$1" | tr '\n' ' '
}

add_backports() {
    suite=$1-backports
    [ -z "$(source_of "$suite")" ] || return 0
    from=$(source_of "$1")
    [ -n "$from" ] || {
        echo "deps: apt has no source for Debian $1, from which the address of $suite" \
            "could be derived. Please add $suite to apt's sources." >&2
        return 1
    }
    kind=$(source_kind "$from")
    echo "deps: adding $suite as $BACKPORTS.$kind, derived from ${from%:*}"
    derive_source "$from" deb "$suite" | as_root tee "$BACKPORTS.$kind" >/dev/null
    apt update && [ -n "$(source_of "$suite")" ] && return 0
    as_root rm -f "$BACKPORTS.$kind"
    echo "deps: apt cannot use $suite; removed $BACKPORTS.$kind again" >&2
    return 1
}

install_qemu() {
    candidate=$(apt-cache policy qemu-system-arm | sed -n 's/^ *Candidate: //p')
    release=
    if ! dpkg --compare-versions "$candidate" ge "1:$QEMU_MAJOR_MIN"; then
        add_backports "$VERSION_CODENAME" || return 1
        release=$VERSION_CODENAME-backports
    fi
    apt install -y --no-install-recommends ${release:+-t "$release"} qemu-system-arm
}

# COMMAND...: runs it while packages start no services. The tests start a database of their own.
without_services() {
    policy=/usr/sbin/policy-rc.d
    if [ -e $policy ]; then
        "$@"
        return
    fi
    printf '#!/bin/sh\nexit 101\n' | as_root tee $policy >/dev/null
    as_root chmod 755 $policy
    "$@"
    result=$?
    as_root rm -f $policy
    return $result
}

install() {
    apt update || return 1
    others=$(echo "$1" | grep -v '^qemu-system-arm$')
    if [ -n "$others" ]; then
        # shellcheck disable=SC2086 # one word per package
        without_services apt install -y --no-install-recommends $others || return 1
    fi
    case $1 in
    *qemu-system-arm*) install_qemu ;;
    esac
}

missing=$(missing_packages)
[ -n "$missing" ] || exit 0

ID='' VERSION_CODENAME=''
# shellcheck source=/dev/null
[ ! -r /etc/os-release ] || . /etc/os-release

if [ "$ID" != debian ] || ! command_there apt-get; then
    echo "deps: this is not Debian. Please install the contents of these Debian packages" \
        "(QEMU $QEMU_MAJOR_MIN or newer):"
    echo "$missing"
    exit 1
fi
if [ "$(id -u)" != 0 ] && ! command_there sudo; then
    echo "deps: not root, and no sudo. Please install these packages" \
        "(QEMU $QEMU_MAJOR_MIN or newer):" >&2
    echo "$missing" >&2
    exit 1
fi
echo "deps: installing $(one_line "$missing")"
install "$missing" || {
    echo "deps: the installation failed" >&2
    exit 1
}
missing=$(missing_packages)
[ -z "$missing" ] || {
    echo "deps: the installation succeeded, but these are not usable: $(one_line "$missing")" >&2
    exit 1
}
