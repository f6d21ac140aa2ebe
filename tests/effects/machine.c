/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include <string.h>

#include "core/format/bytes.h"
#include "util/diag.h"
#include <bobbin/bobbin.h>

enum {
    PAGE_BYTES = 0x1000,
    TARGET_PAGE_BYTES = 0x400,
    CODE = 0x08000000,
    CODE_BYTES = 0x10000,
    WORD_BYTES = 16
};

#define MODE_SVC   0x13u        /* ARM ARM B1.3.1 */
#define MASKED     0x1c0u       /* A, I and F are set: no interrupt is taken */
#define CPACR_VFP  (0xfu << 20) /* ARM ARM B4.1.40: full access to cp10 and cp11 */
#define FPEXC_EN   (1u << 30)   /* ARM ARM B4.1.57 */
#define PAGES_MAX  (sizeof(((struct machine *)NULL)->page) / sizeof(uint32_t))
#define CPSR_FLAGS 0xf0000000u

static const int core_registers[16] = {
    UC_ARM_REG_R0,  UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3, UC_ARM_REG_R4,  UC_ARM_REG_R5,
    UC_ARM_REG_R6,  UC_ARM_REG_R7, UC_ARM_REG_R8, UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11,
    UC_ARM_REG_R12, UC_ARM_REG_SP, UC_ARM_REG_LR, UC_ARM_REG_PC,
};

/* ---- memory ---------------------------------------------------------------------------------- */

/* The contents depend only on the address, so that runs repeat. */
static void fill(uc_engine *engine, uint32_t page)
{
    uint8_t bytes[PAGE_BYTES];

    for (uint32_t i = 0; i < PAGE_BYTES; i++)
        bytes[i] = (uint8_t)((page + i) * 2654435761u >> 23);
    uc_mem_write(engine, page, bytes, sizeof(bytes));
}

static bool make_page(struct machine *machine, uint32_t page)
{
    if (machine->pages_count == PAGES_MAX ||
        uc_mem_map(machine->engine, page, PAGE_BYTES, UC_PROT_READ | UC_PROT_WRITE) != UC_ERR_OK)
        return false;
    machine->page[machine->pages_count++] = page;
    fill(machine->engine, page);
    return true;
}

static void drop_pages(struct machine *machine)
{
    while (machine->pages_count)
        uc_mem_unmap(machine->engine, machine->page[--machine->pages_count], PAGE_BYTES);
}

static bool on_missing(uc_engine *engine, uc_mem_type type, uint64_t address, int size_bytes,
                       int64_t value, void *context)
{
    uint32_t first = (uint32_t)address & ~(PAGE_BYTES - 1u);
    uint32_t last = ((uint32_t)address + (uint32_t)size_bytes - 1) & ~(PAGE_BYTES - 1u);
    (void)engine, (void)type, (void)value;

    return make_page(context, first) && (first == last || make_page(context, last));
}

/*
 * Unicorn reports an access across its page boundary once as a whole, and then in parts. The parts
 * may be larger than the access.
 */
static bool is_part(const struct machine_run *run, uint32_t address)
{
    const struct machine_access *whole = &run->access[0];

    for (uint32_t i = 0; i < run->accesses_count; i++, whole++)
        if ((whole->address ^ (whole->address + whole->size_bytes - 1)) &
                ~(TARGET_PAGE_BYTES - 1u) &&
            address - (whole->address & ~7u) < 16)
            return true;
    return false;
}

static void on_access(uc_engine *engine, uc_mem_type type, uint64_t address, int size_bytes,
                      int64_t value, void *context)
{
    struct machine_run *run = ((struct machine *)context)->run;
    (void)engine, (void)value;

    if (!is_part(run, (uint32_t)address) && run->accesses_count < MACHINE_ACCESSES_MAX)
        run->access[run->accesses_count++] =
            (struct machine_access){(uint32_t)address, (uint32_t)size_bytes, type == UC_MEM_WRITE};
}

/*
 * Reads single bytes, because the word may cross a page boundary or the end of the address space.
 */
uint32_t machine_word(struct machine *machine, uint32_t address)
{
    uint8_t bytes[4];

    for (uint32_t i = 0; i < 4; i++, address++)
        while (uc_mem_read(machine->engine, address, &bytes[i], 1) != UC_ERR_OK)
            if (!make_page(machine, address & ~(PAGE_BYTES - 1u)))
                return 0;
    return bytes_u32(bytes);
}

/* ---- registers ------------------------------------------------------------------------------- */

static void write_state(uc_engine *engine, const struct machine_state *state)
{
    uc_reg_write(engine, UC_ARM_REG_CPSR, &state->cpsr);
    for (unsigned i = 0; i < 15; i++)
        uc_reg_write(engine, core_registers[i], &state->r[i]);
    for (int i = 0; i < 16; i++) {
        uint64_t value = state->s[2 * i] | (uint64_t)state->s[2 * i + 1] << 32;
        uc_reg_write(engine, UC_ARM_REG_D0 + i, &value);
    }
}

static void read_state(uc_engine *engine, struct machine_state *state)
{
    uc_reg_read(engine, UC_ARM_REG_CPSR, &state->cpsr);
    for (unsigned i = 0; i < 16; i++)
        uc_reg_read(engine, core_registers[i], &state->r[i]);
    for (int i = 0; i < 16; i++) {
        uint64_t value = 0;
        uc_reg_read(engine, UC_ARM_REG_D0 + i, &value);
        state->s[2 * i] = (uint32_t)value;
        state->s[2 * i + 1] = (uint32_t)(value >> 32);
    }
}

static uint32_t random_u32(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state >> 16);
}

/*
 * Mostly word addresses in a few pages, for bases; some small numbers, for indexes; some random
 * multiples of 4.
 */
static uint32_t random_register(uint64_t *state)
{
    uint32_t value = random_u32(state) & ~3u;

    switch (random_u32(state) & 7) {
    case 0:
        return value & 28;
    case 1:
        return value;
    default:
        return 0x20000000 | (value & 0x7ffc);
    }
}

void machine_randomise(struct machine_state *state, uint64_t seed)
{
    for (unsigned i = 0; i < 8; i++)
        random_u32(&seed);
    for (unsigned i = 0; i < BOBBIN_PC; i++)
        state->r[i] = random_register(&seed);
    for (unsigned i = 0; i < 32; i++)
        state->s[i] = random_u32(&seed);
    state->cpsr = random_u32(&seed) & CPSR_FLAGS;
}

/* ---- the machine ----------------------------------------------------------------------------- */

static bool set_up(struct machine *machine)
{
    uint32_t cpacr = CPACR_VFP;
    uint32_t fpexc = FPEXC_EN;
    uc_engine *engine = machine->engine;
    uc_hook hook;

    return uc_mem_map(engine, CODE, CODE_BYTES, UC_PROT_ALL) == UC_ERR_OK &&
           uc_reg_write(engine, UC_ARM_REG_C1_C0_2, &cpacr) == UC_ERR_OK &&
           uc_reg_write(engine, UC_ARM_REG_FPEXC, &fpexc) == UC_ERR_OK &&
           uc_hook_add(engine, &hook, UC_HOOK_MEM_READ_UNMAPPED | UC_HOOK_MEM_WRITE_UNMAPPED,
                       (void *)on_missing, machine, 1, 0) == UC_ERR_OK &&
           uc_hook_add(engine, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, (void *)on_access,
                       machine, 1, 0) == UC_ERR_OK &&
           uc_context_alloc(engine, &machine->fresh) == UC_ERR_OK &&
           uc_context_save(engine, machine->fresh) == UC_ERR_OK;
}

int machine_open(struct machine *machine)
{
    memset(machine, 0, sizeof(*machine));
    if (uc_open(UC_ARCH_ARM, UC_MODE_ARM, &machine->engine) != UC_ERR_OK ||
        uc_ctl_set_cpu_model(machine->engine, UC_CPU_ARM_CORTEX_A15) != UC_ERR_OK ||
        !set_up(machine))
        return diag_error(NULL, "the emulator does not start");
    return STATUS_GOOD;
}

void machine_close(struct machine *machine)
{
    uc_context_free(machine->fresh);
    uc_close(machine->engine);
}

uint32_t machine_place(struct machine *machine, const struct word *word)
{
    uint32_t address = CODE + machine->code;

    if (machine->halves && word->thumb)
        address += machine->code / WORD_BYTES % 2 * 2;
    machine->code = (machine->code + WORD_BYTES) % CODE_BYTES;
    uc_mem_write(machine->engine, address, &word->bits, word->size_bytes);
    uc_ctl_remove_cache(machine->engine, address, address + WORD_BYTES);
    return address;
}

bool machine_execute(struct machine *machine, uint32_t address, bool thumb, struct machine_run *run)
{
    uc_err error;

    if (machine->pages_count > PAGES_MAX / 2)
        drop_pages(machine);
    machine->run = run;
    run->accesses_count = 0;
    run->before.r[BOBBIN_PC] = address;
    run->before.cpsr =
        (run->before.cpsr & CPSR_FLAGS) | MASKED | MODE_SVC | (thumb ? BOBBIN_CPSR_T : 0);
    uc_context_restore(machine->engine, machine->fresh);
    write_state(machine->engine, &run->before);
    error = uc_emu_start(machine->engine, address | thumb, 0, 0, 1);
    read_state(machine->engine, &run->after);
    /* The target of an executed branch may be unmapped. That is no error. */
    return error == UC_ERR_OK ||
           (error == UC_ERR_FETCH_UNMAPPED && run->after.r[BOBBIN_PC] != address) ||
           (error == UC_ERR_FETCH_PROT && run->after.r[BOBBIN_PC] != address);
}
