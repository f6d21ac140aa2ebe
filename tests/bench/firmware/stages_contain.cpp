// SPDX-License-Identifier: MIT
// Containers, algorithms and memory of libstdc++.
#include <algorithm>
#include <functional>
#include <list>
#include <map>
#include <memory_resource>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench.h"

namespace
{

struct by_length {
    bool operator()(const std::string &left, const std::string &right) const
    {
        stage_go_on();
        return left.size() < right.size();
    }
};

const char *const names[] = {"warp", "weft", "bobbin", "shuttle", "a heddle of steel"};

struct upstream final : std::pmr::memory_resource {
    void *do_allocate(size_t bytes, size_t) override
    {
        stage_go_on();
        return ::operator new(bytes);
    }
    void do_deallocate(void *block, size_t, size_t) override
    {
        ::operator delete(block);
    }
    bool do_is_equal(const memory_resource &other) const noexcept override
    {
        return this == &other;
    }
};

struct tired final : std::runtime_error {
    tired() : runtime_error("thread broke")
    {
    }
    ~tired() override
    {
        stage_go_on();
    }
};

// Called by new if memory is short. Without a handler, the second attempt throws.
void out_of_memory()
{
    stage_go_on();
    std::set_new_handler(nullptr);
}

} // namespace

void stage_map()
{
    std::map<std::string, uint32_t, by_length> lengths;

    for (const char *name : names)
        lengths.emplace(name, 0).first->second++;
}

void stage_sort()
{
    std::vector<std::string> sorted(std::begin(names), std::end(names));

    std::stable_sort(sorted.begin(), sorted.end(), by_length());
}

void stage_list()
{
    std::list<std::string> list(std::begin(names), std::end(names));

    list.sort(by_length());
}

void stage_function()
{
    std::vector<std::function<void(uint32_t)>> calls;

    calls.emplace_back([&](uint32_t depth) {
        if (depth)
            calls.front()(depth - 1);
        else
            stage_go_on();
    });
    calls.front()(3);
}

void stage_pool()
{
    upstream memory;
    std::pmr::unsynchronized_pool_resource pool(&memory);
    std::pmr::vector<std::pmr::string> texts(&pool);

    texts.emplace_back("longer than what fits into a string itself");
}

void stage_new()
{
    std::set_new_handler(out_of_memory);
    try {
        std::vector<char> huge(0x70000000);
    } catch (const std::bad_alloc &) {
    }
}

void stage_caught()
{
    try {
        throw tired();
    } catch (const std::exception &) {
    }
}
