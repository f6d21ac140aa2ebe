/* SPDX-License-Identifier: MIT */
#include <new>
#include <stdexcept>
#include <string>

#include "cxx.h"

namespace
{

int alive;

struct guard {
    guard()
    {
        alive++;
    }
    ~guard()
    {
        alive--;
    }
    guard(const guard &) = delete;
};

struct bad_depth : std::runtime_error {
    uint32_t depth;

    explicit bad_depth(uint32_t at) : std::runtime_error("depth " + std::to_string(at)), depth(at)
    {
    }
};

// Throws bad_depth(AT) from DEPTH frames further down. Each frame has an object to destroy.
APART uint32_t descend(uint32_t depth, uint32_t at)
{
    guard here;

    if (depth == 0)
        throw bad_depth(at);
    return descend(depth - 1, at) + 1;
}

APART uint32_t caught_here(uint32_t depth)
{
    try {
        return descend(depth, depth);
    } catch (const bad_depth &error) {
        return error.depth;
    }
}

// Passes a handler that does not match and one that throws again.
APART uint32_t caught_above(uint32_t depth)
{
    try {
        try {
            guard here;
            return descend(depth, depth);
        } catch (const std::bad_alloc &) {
            return 0;
        }
    } catch (const std::exception &error) {
        guard here;
        CHECK(error.what()[6] == static_cast<char>('0' + depth));
        throw;
    }
}

struct half_made {
    guard first;
    guard second;

    explicit half_made(bool complete)
    {
        if (!complete)
            throw 42;
    }
};

APART int construct(bool complete)
{
    try {
        half_made object(complete);
        return alive;
    } catch (int number) {
        return number + alive;
    }
}

// A large frame with aligned locals between throw and catch; doubles are live across both.
APART double in_large_frame(double x, uint32_t depth)
{
    alignas(64) volatile uint32_t words[1500];
    double y = x * 1.5, z = x * x;

    words[7] = depth;
    try {
        descend(words[7], depth);
    } catch (...) {
        y += z;
    }
    return y + z + words[7];
}

APART uint32_t thrown_while_catching()
{
    try {
        try {
            throw std::out_of_range("first");
        } catch (const std::logic_error &) {
            throw std::string("second");
        }
    } catch (const std::string &text) {
        return text.size();
    }
}

APART bool by_library()
{
    try {
        std::string("abc").at(7);
    } catch (const std::out_of_range &) {
        return true;
    }
    return false;
}

APART uint32_t depth_seen_outside(uint32_t depth)
{
    try {
        return caught_above(depth);
    } catch (const bad_depth &error) {
        return error.depth + 100;
    }
}

} // namespace

void cxx_throw(uint32_t round)
{
    uint32_t depth = round % 5 + 1;

    CHECK(caught_here(0) == 0);
    CHECK(caught_here(depth) == depth);
    CHECK(depth_seen_outside(depth) == depth + 100);
    CHECK(construct(true) == 2);
    CHECK(construct(false) == 42);
    CHECK(in_large_frame(2, depth) == 3 + 4 + 4 + depth);
    CHECK(thrown_while_catching() == 6);
    CHECK(by_library());
    CHECK(alive == 0);
}
