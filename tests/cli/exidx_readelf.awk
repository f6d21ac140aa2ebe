# SPDX-License-Identifier: MIT
# Turns the output of `readelf -u` into a rule for each entry of .ARM.exidx, with each register on
# its own: "ADDRESS cfa=sp+8 ra=[cfa-4] r4=[cfa-8]". Uses readelf's text of the instructions, not
# their bytes, with one exception: the extra word of FSTMX, which the text does not mention. An
# entry that cannot be expressed as a rule is "no-rule", as in the core.

function begin() {
    base = "sp"; indirect = ""; offset = 0; count = 0; verdict = ""; finished = 0
    split("", slot)
}

function number(name) {
    return substr(name, 2) + 0
}

function pop_one(name) {
    if (name ~ /^r[0-9]+$/) {
        if (name ~ /^r(4|5|6|7|8|9|10|11)$/)
            slot[name] = offset
        if (name == "r15" || (name == "r14" && !("pc" in slot)))
            slot["ra"] = offset
        if (name == "r15")
            slot["pc"] = offset
    }
    if (name ~ /^D(8|9|10|11|12|13|14|15)$/)
        slot["d" number(name)] = offset
    offset += name ~ /^(D|wR)/ ? 8 : 4
}

function any_saved(  name) {
    for (name in slot)
        return 1
    return 0
}

# LIST is like "r4, r5, D8-D11"
function pop(list,  names, ends, n, i, k) {
    if (list ~ /r13/) {
        if (any_saved() || indirect || list ~ /r([4-9]|10|11|14|15)(,|$)/)
            verdict = "no-rule"
        indirect = offset + (list ~ /r12/ ? 4 : 0) ""
        offset = 0
        return
    }
    n = split(list, names, ", *")
    for (i = 1; i <= n; i++) {
        if (split(names[i], ends, "-") == 1) {
            pop_one(names[i])
            continue
        }
        match(ends[1], /[0-9]/)
        for (k = substr(ends[1], RSTART) + 0; k <= substr(ends[2], RSTART) + 0; k++)
            pop_one(substr(ends[1], 1, RSTART - 1) k)
    }
}

function signed(value) {
    return value == 0 ? "" : value > 0 ? "+" value : "" value
}

function place(name) {
    return " " name "=[cfa" signed(slot[name] - offset) "]"
}

function finish(  i, line) {
    if (!address)
        return
    if (indirect == "")
        line = "cfa=" base signed(offset)
    else
        line = "cfa=[" base signed(indirect) "]" signed(offset)
    line = line ("ra" in slot ? place("ra") : " ra=lr")
    for (i = 4; i <= 11; i++)
        line = line ("r" i in slot ? place("r" i) : "")
    for (i = 8; i <= 15; i++)
        line = line ("d" i in slot ? place("d" i) : "")
    print address, verdict ? verdict : line
}

/^0x/ {
    finish()
    begin()
    address = sprintf("0x%08s", substr($1, 3))
    gsub(" ", "0", address)
    if (/\[cantunwind\]/)
        verdict = "no-rule"
    next
}
!/^  0x/ || finished || verdict { next }
/ finish$/ { finished = 1 }
/Refuse/ { verdict = "no-rule" }
/\[(Spare|Reserved|unsupported opcode)\]/ { verdict = "corrupt-table" }
/ vsp = vsp \+ / { offset += $NF }
/ vsp = vsp - / { offset -= $NF }
/ vsp = r[0-9]+$/ {
    if (any_saved() || indirect)
        verdict = "no-rule"
    base = $NF == "r14" ? "lr" : $NF
    offset = 0
}
/ pop \{/ {
    list = $0
    gsub(/.*\{|\}.*/, "", list)
    pop(list)
    if ($1 ~ /^0xb[389a-f]$/)
        offset += 4
}
END { finish() }
