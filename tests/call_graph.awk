# SPDX-License-Identifier: MIT
# Reads `objdump -dr` of objects, then the .su files of their compiler (-fstack-usage). Prints
#   recursion PATH          a cycle of calls
#   unknown FUNCTION NAME   a call to NAME, which no object defines
#   unmeasured FUNCTION     a function without a stack figure
#   dynamic FUNCTION        a frame whose size is not constant
#   indirect FUNCTION       a function that calls through a pointer
#   stack BYTES PATH        the deepest path, with the bytes of each function; without functions
#                           that are called through pointers

function function_of(name)
{
    if ((object, name) in defined)
        return object ":" name
    return name in global_object ? global_object[name] ":" name : ""
}

# A branch within a function is a loop; a call to the function itself is recursion. A branch to
# another function is a tail call: the caller has freed its frame (AAPCS32 6.1.1: sp is restored). A
# branch to the caller's own cold part keeps the frame.
function add_call(name, is_call)
{
    sub(/[+-]0x[0-9a-f]+$/, "", name)
    if (is_call || name != current)
        calls[object ":" current] = calls[object ":" current] " " object "|" name "|" \
            (is_call || name ~ /\.cold/)
}

# Takes the branch noted before, unless a relocation followed; the relocation has the right target.
function take_pending()
{
    if (pending != "")
        add_call(pending, pending_is_call)
    pending = ""
}

FILENAME ~ /\.su$/ { take_stack(); next }

/file format/ {
    take_pending()
    object = $1
    sub(/^.*\//, "", object)
    sub(/\.o:$/, "", object)
    next
}

/^[0-9a-f]+ <[^>]*>:$/ {
    take_pending()
    current = substr($2, 2, length($2) - 3)
    defined[object, current] = 1
    functions[++functions_count] = object ":" current
    global_object[current] = object
    next
}

/R_ARM_(THM_)?(CALL|JUMP)/ {
    pending = ""
    add_call($3, pending_is_call)
    next
}

{
    take_pending()
    mnemonic = $3 ~ /^[0-9a-f]+$/ ? $4 : $3
    if (mnemonic ~ /^(b|bl|blx|b[a-z][a-z]|bl[a-z][a-z]|cbn?z)(\.[nw])?$/ && /<[^>]*>/) {
        pending = $0
        sub(/^.*</, "", pending)
        sub(/>.*$/, "", pending)
        pending_is_call = mnemonic ~ /^bl(x|[a-z][a-z])?(\.[nw])?$/ && mnemonic !~ /^(ble|blt|bls)/
    } else if (mnemonic ~ /^blx/ || (mnemonic ~ /^bx/ && !/\tlr/))
        indirect[object ":" current] = 1
}

# A line is "path/step.c:28:25:read_slot <tab> 32 <tab> static". A function and its specialised
# copies (name.isra, name.constprop) count as one, with the deepest frame. Only the symbol has the
# suffix.
function take_stack(    fields, count, file, name)
{
    count = split($1, fields, ":")
    file = FILENAME
    sub(/^.*\//, "", file)
    sub(/\.su$/, "", file)
    name = file ":" fields[count]
    sub(/\.[a-z]+.*$/, "", name)
    if (!(name in stack) || stack[name] < $2 + 0)
        stack[name] = $2 + 0
    if ($3 != "static")
        print "dynamic " name
}

function stack_of(function_name,    plain)
{
    plain = function_name
    sub(/\.[a-z]+.*$/, "", plain)
    if (function_name in stack)
        return stack[function_name]
    if (plain in stack)
        return stack[plain]
    print "unmeasured " function_name
    return 0
}

function visit(caller, path,    list, count, i, part, callee, bytes, deepest)
{
    if (caller in depth)
        return depth[caller]
    if (caller in open) {
        print "recursion" path " " caller
        return 0
    }
    open[caller] = 1
    deepest = stack_of(caller)
    count = split(calls[caller], list, " ")
    for (i = 1; i <= count; i++) {
        split(list[i], part, "|")
        object = part[1]
        callee = function_of(part[2])
        if (callee == "") {
            print "unknown " caller " " part[2]
            continue
        }
        bytes = visit(callee, path " " caller) + (part[3] ? stack_of(caller) : 0)
        if (bytes > deepest) {
            deepest = bytes
            below[caller] = callee
            is_last[caller] = !part[3]
        }
    }
    delete open[caller]
    depth[caller] = deepest
    return depth[caller]
}

END {
    take_pending()
    for (f = 1; f <= functions_count; f++) {
        if (visit(functions[f], "") > depth[worst])
            worst = functions[f]
        if (functions[f] in indirect)
            print "indirect " functions[f]
    }
    printf "stack %d", depth[worst]
    for (; worst != ""; worst = below[worst])
        printf " %s(%d)", worst, is_last[worst] ? 0 : stack_of(worst)
    print ""
}
