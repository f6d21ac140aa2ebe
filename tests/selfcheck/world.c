/* SPDX-License-Identifier: MIT */
#include "world.h"

#define MODE_SYS 0x1fu

/* sp is any 8-aligned address in this MiB. No memory needs to exist there. */
#define STACK      0x20000000u
#define STACK_MASK 0x000ffff8u

/* Numbers, after those of the registers, for other values that are computed from the address. */
enum { OF_SP = 16, OF_STATE, OF_VALID, OF_FLAGS, OF_D };

/*
 * Mixes the bits of X by shifts and by multiplications with an odd number near 2^32 divided by the
 * golden ratio. Each bit of X changes about half of the result's bits.
 */
static uint32_t mix(uint32_t x)
{
    for (int round = 0; round < 3; round++) {
        x ^= x >> 15;
        x *= 0x9e3779b1u;
    }
    return x ^ x >> 16;
}

static uint32_t mix2(uint32_t a, uint32_t b)
{
    return mix(a ^ mix(b + 1));
}

static uint32_t address_for(uint32_t address, uint32_t random)
{
    return address & 2 || random & 1 ? address | 1 : address;
}

/*
 * A plausible word for a register or the stack: mostly a code address, or a stack address near SP,
 * or any word.
 */
static uint32_t word_for(const struct world *world, uint32_t random, uint32_t sp)
{
    uint32_t halfword = (uint32_t)((uint64_t)mix(random) * world->code->halfwords >> 32);

    switch (random >> 28) {
    case 0:
        return mix(random);
    case 1:
    case 2:
        return sp + 4 * (random & 0xff);
    default:
        return address_for(code_address(world->code, halfword), random);
    }
}

static bool read_world(void *context, enum bobbin_space space, uint32_t address, void *out,
                       uint32_t size_bytes)
{
    const struct world *world = context;
    uint32_t random = mix2(world->seed, address);
    uint32_t word = word_for(world, random, address);
    uint8_t *bytes = out;

    if (space == BOBBIN_SPACE_CODE)
        return code_read(world->code, address, out, size_bytes);
    if (random % 128 == 0) /* an unreadable word; ends a trace */
        return false;
    for (uint32_t i = 0; i < size_bytes; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
    return true;
}

void world_open(struct world *world, const struct code *code)
{
    world->code = code;
    world->env = (struct bobbin_env){
        .context = world,
        .read = read_world,
        .tables = code->table,
        .tables_count = 1,
        .small = &bobbin_small,
        .guess = bobbin_guess,
    };
    world->seed = 0;
}

uint32_t world_return_address(const struct world *world, uint32_t address)
{
    return address_for(address, mix2(world->seed, OF_STATE));
}

/* One register in 64 is unknown. pc and sp are always known, because a frame needs them. */
static uint32_t valid_for(const struct world *world)
{
    uint32_t unknown = mix2(world->seed, OF_VALID);

    unknown &= mix(unknown) & mix(unknown + 1);
    unknown &= mix(unknown + 2) & mix(unknown + 3) & mix(unknown + 4);
    return ~unknown | BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_CPSR;
}

static uint64_t double_for(const struct world *world, uint32_t number)
{
    return (uint64_t)mix2(world->seed, OF_D + number) << 32 | mix2(world->seed, number << 8);
}

void world_machine(struct world *world, struct machine *machine, uint32_t address)
{
    uint32_t sp;

    world->seed = address;
    sp = STACK + (mix2(address, OF_SP) & STACK_MASK);
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t random = mix2(address, i);
        machine->r[i] = i >= 4 && i < 12 ? sp + 4 * (random >> 26) : word_for(world, random, sp);
    }
    machine->r[BOBBIN_SP] = sp;
    machine->r[BOBBIN_PC] = address;
    machine->cpsr = MODE_SYS | (mix2(address, OF_FLAGS) & 0xf0000000u);
    if (world_return_address(world, address) & 1)
        machine->cpsr |= BOBBIN_CPSR_T;
    machine->valid = valid_for(world);
    for (uint32_t i = 0; i < 8; i++)
        machine->d[i] = double_for(world, i);
}

void world_begin(const struct world *world, const struct machine *machine,
                 struct bobbin_cursor *cursor)
{
    bobbin_begin(cursor, &world->env, machine->r, machine->cpsr);
    cursor->valid = machine->valid;
    for (uint32_t i = 0; i < 8; i++)
        cursor->d[i] = machine->d[i];
}
