/* SPDX-License-Identifier: MIT */
#include <regex>
#include <string>

#include "cxx.h"

namespace
{

APART void match_report()
{
    static const std::regex line("frame ([0-9]+) pc=([0-9a-f]{8})");
    const std::string text = "frame 0 pc=60012c1a sp=6082ece8";
    std::smatch match;

    CHECK(std::regex_search(text, match, line));
    CHECK(match[2] == "60012c1a");
}

APART bool bad_pattern_throws()
{
    try {
        std::regex bad("(unclosed");
    } catch (const std::regex_error &error) {
        return error.code() == std::regex_constants::error_paren;
    }
    return false;
}

} // namespace

void cxx_regex(uint32_t round)
{
    match_report();
    CHECK(bad_pattern_throws());
    CHECK(std::regex_replace(std::to_string(round + 10), std::regex("[0-9]"), "n") == "nn");
}
