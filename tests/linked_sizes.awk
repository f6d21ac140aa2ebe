# SPDX-License-Identifier: MIT
# linked_sizes.awk MAP: from a map of GNU ld, the bytes that a program links of each folder of core
# and port: lines "FOLDER FLASH RAM". Sections that are not loaded do not count.

/^Linker script and memory map/ { inside = 1 }
!inside { next }

# A long section name has a line of its own.
NF == 1 && /^ [.A-Z]/ { section = $1; next }
NF == 4 && /^ [.A-Z]/ { section = $1 }
/^ / && $(NF - 1) ~ /^0x/ && $(NF - 2) ~ /^0x/ && match($NF, /\/(core|port)\/[a-z0-9-]*\//) {
    folder = substr($NF, RSTART + 1, RLENGTH - 2)
    bytes = number($(NF - 1))
    if (section ~ /^\.(debug|comment|ARM\.attributes)/)
        next
    if (section ~ /^(\.bss|\.data|COMMON)/)
        ram[folder] += bytes
    else
        flash[folder] += bytes
    seen[folder]
}

# Not all awks read hexadecimal numbers.
function number(text, i, value) {
    for (i = 3; i <= length(text); i++)
        value = 16 * value + index("0123456789abcdef", substr(text, i, 1)) - 1
    return value + 0
}

END {
    for (folder in seen)
        print folder, flash[folder] + 0, ram[folder] + 0
}
