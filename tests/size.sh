#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the bytes of the demo's tables on each board and of the code that the demo links of core
# and port, and writes them to README.md and tests/bench/README.md. From the top.
set -eu

image=build/fw/vexpress-a9/thumb-os/demo.elf
folders=build/linked_sizes

# FOLDER...: "| FLASH | RAM |", the sums of these folders
cells() {
    awk -v wanted=" $* " '
        index(wanted, " " $1 " ") { flash += $2; ram += $3 }
        END { printf "| %d | %d |\n", flash, ram }' "$folders"
}

# NAME: the bytes of the table in this setting, "fast" or "small"
table_bytes() {
    awk -v name="\"$1\"," '
        $1 == "\"name\":" { here = $2 == name }
        here && $1 == "\"bytes\":" { print $2 + 0; exit }' build/size.json
}

cost() {
    functions=$(awk '$1 == "\"functions\":" { print $2 + 0; exit }' build/size.json)
    code_bytes=$(awk '$1 == "\"code_bytes\":" { print $2 + 0; exit }' build/size.json)
    echo "| part of the demo, Cortex-A9, Thumb \`-Os\` | bytes of flash | bytes of RAM |"
    echo "|---|---|---|"
    echo "| table, \`--fast\`, for $functions functions with $code_bytes bytes of code" \
        "| $(table_bytes fast) | 0 |"
    echo "| the same table, \`--small\` | $(table_bytes small) | 0 |"
    echo "| core: \`core/format core/unwind\` $(cells core/format core/unwind)"
    echo "| core, only for a \`--small\` table: \`core/small core/insn\`" \
        "$(cells core/small core/insn)"
    echo "| crash reports: \`port\`" \
        "$(cells port/common port/crash port/sink port/armv7 port/armv7-a)"
}

in_code_block() {
    echo '```'
    "$@"
    echo '```'
}

# Prints how long the demo's report is, with CR LF, without the words of the stack
report_bytes() {
    sh build/fw/vexpress-a9/qemu "$image" "sort; crash wild" 2>/dev/null </dev/null |
        grep '%bobbin ' | grep -v ' stack ' | wc -c
}

echo "report of the demo: $(report_bytes) bytes of text without stack words"
echo
build/bobbin size "$image" --json >build/size.json
awk -f tests/linked_sizes.awk "$image.map" >"$folders"
for board in vexpress-a9/thumb-os versatile-r5f/arm-o2; do
    echo "build/fw/$board/demo.elf"
    build/bobbin size "build/fw/$board/demo.elf"
    echo
done
cost >build/size_cost.md
cat build/size_cost.md
in_code_block build/bobbin size "$image" >build/size_demo.md
sh tests/write_table.sh README.md 'make size: cost' <build/size_cost.md
sh tests/write_table.sh tests/bench/README.md 'make size: demo' <build/size_demo.md
