// SPDX-License-Identifier: MIT
// Streams and regular expressions of libstdc++.
#include <istream>
#include <iterator>
#include <ostream>
#include <regex>
#include <streambuf>
#include <string>

#include "bench.h"

namespace
{

// Without a buffer, so each character is a call.
struct wire final : std::streambuf {
    const char *given = "1234 ";

    int_type overflow(int_type character) override
    {
        stage_go_on();
        return traits_type::not_eof(character);
    }
    int_type underflow() override
    {
        return *given ? traits_type::to_int_type(*given) : traits_type::eof();
    }
    int_type uflow() override
    {
        int_type character = underflow();

        stage_go_on();
        given += *given != 0;
        return character;
    }
};

// An iterator over text that starts the next stage when it reads an n.
struct reader {
    using iterator_category = std::bidirectional_iterator_tag;
    using value_type = char;
    using difference_type = ptrdiff_t;
    using pointer = const char *;
    using reference = const char &;

    const char *at;

    reference operator*() const
    {
        if (*at == 'n')
            stage_go_on();
        return *at;
    }
    reader &operator++()
    {
        at++;
        return *this;
    }
    reader operator++(int)
    {
        return reader{at++};
    }
    reader &operator--()
    {
        at--;
        return *this;
    }
    bool operator==(const reader &other) const
    {
        return at == other.at;
    }
    bool operator!=(const reader &other) const
    {
        return at != other.at;
    }
};

} // namespace

void stage_regex()
{
    static const char text[] = "bin";
    std::regex pattern("(b|o)*(in|un)");
    std::match_results<reader> match;

    std::regex_match(reader{text}, reader{text + sizeof(text) - 1}, match, pattern);
}

void stage_ostream()
{
    wire out;
    std::ostream stream(&out);

    stream << std::showbase << 2.5;
}

void stage_istream()
{
    wire in;
    std::istream stream(&in);
    std::string word;

    stream >> word;
}
