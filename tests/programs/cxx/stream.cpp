/* SPDX-License-Identifier: MIT */
#include <iomanip>
#include <iostream>
#include <sstream>

#include "cxx.h"

namespace
{

APART std::string print(uint32_t number, double real)
{
    std::ostringstream out;

    out << std::hex << std::showbase << number << ' ' << std::dec << std::setw(6) << number << ' '
        << std::fixed << std::setprecision(2) << real << ' ' << std::boolalpha << (number > 10);
    return out.str();
}

APART uint32_t read_numbers(const std::string &text)
{
    std::istringstream in(text);
    uint32_t sum = 0;

    for (uint32_t number; in >> number;)
        sum += number;
    CHECK(in.eof());
    return sum;
}

APART bool failing_stream_throws()
{
    std::istringstream in("no number");
    uint32_t number;

    in.exceptions(std::ios::failbit);
    try {
        in >> number;
    } catch (const std::ios_base::failure &) {
        return true;
    }
    return false;
}

} // namespace

void cxx_stream(uint32_t round)
{
    CHECK(print(42, 2.5) == "0x2a     42 2.50 true");
    CHECK(read_numbers("1 20 300") == 321);
    CHECK(failing_stream_throws());
    std::cout << "# round " << round << ", " << std::setprecision(3) << 3.14159 << std::endl;
    CHECK(std::cout.good());
}
