# SPDX-License-Identifier: MIT
# Checks where functions are declared. Reads headers, then C sources. The right header for a
# function of X.c is one of these:
#   X.h
#   a header whose name begins the name X, for one interface with several sources: image.h has the
#   functions of image_symbols.c
#   a header without a source of its own: public headers, and lists such as profile/output/outputs.h
# Prints one line for each function that only other headers declare.

/^[a-z]/ && !/^(static|extern|typedef)/ && !/;.*\(/ && match($0, /[a-z_0-9]+\(/) {
    name = substr($0, RSTART, RLENGTH - 1)
    if (FILENAME ~ /\.h$/)
        headers[name] = headers[name] " " FILENAME
    else if (!/;$/)
        source[name] = source[name] " " FILENAME
}

FNR == 1 { stems[stem(FILENAME), substr(FILENAME, length(FILENAME))] }

function stem(path)
{
    return substr(path, 1, length(path) - 2)
}

function is_right(header, file)
{
    return index(file, stem(header)) == 1 || !((stem(header), "c") in stems)
}

END {
    for (name in source) {
        files_count = split(source[name], files, " ")
        headers_count = split(headers[name], in_headers, " ")
        for (i = 1; i <= files_count; i++) {
            found = headers_count == 0
            for (k = 1; k <= headers_count; k++)
                found = found || is_right(in_headers[k], files[i])
            checked += headers_count > 0
            if (!found)
                print files[i] ": " name "() is declared in" headers[name]
        }
    }
    if (checked < 100)
        print "only " checked + 0 " functions were found"
}
