# SPDX-License-Identifier: MIT
# points.awk SVG: a point in each visible frame of a flame graph, right of its text, as
# "X Y #rrggbb NAME".

function attribute(name) {
    match($0, " " name "=\"[^\"]*\"")
    return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
}

/^<g class="f"/ && attribute("width") >= 6 {
    print int(attribute("x") + attribute("width") - 2), attribute("y") + 9, attribute("fill"),
        attribute("data-n")
}
