/* SPDX-License-Identifier: MIT */
#include <functional>
#include <memory>

#include "cxx.h"

namespace
{

struct shape {
    virtual ~shape() = default;
    virtual uint32_t area() const = 0;
};

struct named {
    uint32_t name;

    explicit named(uint32_t number) : name(number)
    {
    }
    virtual ~named() = default;
    virtual uint32_t tag() const
    {
        return name;
    }
};

struct square final : shape, named {
    uint32_t side;

    square(uint32_t number, uint32_t length) : named(number), side(length)
    {
    }
    uint32_t area() const override
    {
        return side * side;
    }
    // Called through a thunk, because the caller's `this` points to the other base.
    uint32_t tag() const override
    {
        return name + side;
    }
};

struct circle final : shape {
    uint32_t radius;

    explicit circle(uint32_t length) : radius(length)
    {
    }
    uint32_t area() const override
    {
        return 3 * radius * radius;
    }
};

APART uint32_t area_of(const shape &shape)
{
    return shape.area();
}

APART uint32_t tag_of(const named &named)
{
    return named.tag();
}

APART uint32_t iterate(const std::function<uint32_t(uint32_t)> &function, uint32_t count)
{
    uint32_t value = 1;

    while (count--)
        value = function(value);
    return value;
}

APART bool empty_function_throws()
{
    std::function<uint32_t(uint32_t)> nothing;

    try {
        nothing(1);
    } catch (const std::bad_function_call &) {
        return true;
    }
    return false;
}

uint32_t twice(uint32_t value)
{
    return 2 * value;
}

} // namespace

void cxx_call(uint32_t round)
{
    auto object = std::make_shared<square>(round, 5);
    std::unique_ptr<shape> other(new circle(2));
    uint32_t steps = 0;

    CHECK(area_of(*object) == 25);
    CHECK(tag_of(*object) == round + 5);
    CHECK(area_of(*other) == 12);
    CHECK(dynamic_cast<const circle *>(other.get())->radius == 2);
    CHECK(iterate(twice, 10) == 1024);
    CHECK(iterate([&](uint32_t value) { return value + ++steps; }, 4) == 11);
    CHECK(iterate(std::bind(std::plus<uint32_t>(), std::placeholders::_1, round), 3) ==
          1 + 3 * round);
    CHECK(empty_function_throws());
}
