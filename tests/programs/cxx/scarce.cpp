/* SPDX-License-Identifier: MIT */
// Lets the n-th allocation fail, for many n. All objects that exist at that time are destroyed on
// the way out.
#include <cstdlib>
#include <new>

#include "cxx.h"

namespace
{

struct {
    uint32_t left;  // number of allocations that still succeed
    uint32_t alive; // allocations that were not freed
} memory = {UINT32_MAX, 0};

using part = void (*)(uint32_t);

// Whether PART completes when only this number of ALLOCATIONS succeeds. Stores in NEEDED how many
// it used.
APART bool completes(part run, uint32_t allocations, uint32_t *needed)
{
    uint32_t alive = memory.alive;
    bool completed = true;

    memory.left = allocations;
    try {
        run(0);
    } catch (const std::bad_alloc &) {
        completed = false;
    }
    *needed = allocations - memory.left;
    memory.left = UINT32_MAX;
    CHECK(memory.alive == alive);
    return completed;
}

// Lets an allocation fail, at many positions near the beginning and the end and fewer in between.
APART void run_scarce(part run)
{
    uint32_t needed, used;

    CHECK(completes(run, UINT32_MAX, &needed));
    for (uint32_t i = 0; i < needed; i += 1 + i / 4) {
        CHECK(!completes(run, i, &used));
        CHECK(!completes(run, needed - 1 - i, &used));
    }
}

} // namespace

void *operator new(std::size_t size_bytes)
{
    void *pointer = memory.left != 0 ? std::malloc(size_bytes) : nullptr;

    if (pointer == nullptr)
        throw std::bad_alloc();
    memory.left--;
    memory.alive++;
    return pointer;
}

void operator delete(void *pointer) noexcept
{
    memory.alive -= pointer != nullptr;
    std::free(pointer);
}

void operator delete(void *pointer, std::size_t) noexcept
{
    operator delete(pointer);
}

void cxx_scarce()
{
    run_scarce(cxx_call);
    run_scarce(cxx_contain);
    run_scarce(cxx_regex);
}
