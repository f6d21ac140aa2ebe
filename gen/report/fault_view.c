/* SPDX-License-Identifier: MIT */
#include "report/fault_view.h"

#include <stdio.h>
#include <string.h>

#include "util/colours.h"
#include <bobbin/report.h>

/* At most this many registers are printed; a store of a list uses up to 16. */
#define REGISTERS_MAX 6

/* ---- finding --------------------------------------------------------------------------------- */

static bool has_cause(const struct report *report, enum bobbin_cause cause)
{
    return strcmp(report->cause, bobbin_cause_name(cause)) == 0;
}

static bool find_status(const struct report *report, const char *name, uint32_t *value)
{
    for (size_t i = 0; i < report->status_count; i++) {
        if (strcmp(report->status[i].name, name) != 0)
            continue;
        *value = report->status[i].value;
        return true;
    }
    return false;
}

/* The port says of such an abort that it is asynchronous, in the text of the cause. */
static bool is_asynchronous(const struct report *report)
{
    return strstr(report->cause_text, "asynchronous") != NULL;
}

static void compare(struct fault *fault, const struct report *report)
{
    const struct memory_access *access = &fault->access;
    uint32_t size_bytes = access->size_bytes ? access->size_bytes : 1;

    if (!has_cause(report, BOBBIN_CAUSE_DATA_ABORT) || fault->kind != FAULT_AT_PC ||
        !access->address_known || !find_status(report, "dfar", &fault->dfar))
        return;
    fault->agreement = fault->dfar - access->address < size_bytes ? FAULT_AGREES : FAULT_DISAGREES;
}

static struct memory_registers registers_of(const struct report *report)
{
    return (struct memory_registers){
        .r = report->crashed.r, .cpsr = report->crashed.cpsr, .valid = report->crashed.valid};
}

/* The instruction at pc. */
static void find_at_pc(struct fault *fault, const struct address_names *names)
{
    const struct report *report = names->report;
    struct memory_registers registers = registers_of(report);
    bool thumb = report->crashed.cpsr & BOBBIN_CPSR_T;

    fault->pc = report->crashed.r[BOBBIN_PC];
    if (!memory_access_read(&fault->access, &names->image->image, fault->pc, thumb, &registers))
        return;
    fault->kind = is_asynchronous(report) ? FAULT_NEAR_PC : FAULT_AT_PC;
    compare(fault, report);
}

/* The call before lr, if its register still has the pc. */
static void find_call(struct fault *fault, const struct address_names *names)
{
    const struct report_thread *crashed = &names->report->crashed;
    uint32_t lr = crashed->r[BOBBIN_LR];
    int number;

    if (!(crashed->valid & BOBBIN_VALID_R(BOBBIN_LR)))
        return;
    number = memory_access_call_register(&names->image->image, lr, &fault->access);
    if (number < 0 || number == BOBBIN_LR || !(crashed->valid & BOBBIN_VALID_R(number)) ||
        (crashed->r[number] & ~1u) != (crashed->r[BOBBIN_PC] & ~1u))
        return;
    fault->kind = FAULT_AT_CALL;
    fault->pc = (lr & ~1u) - (lr & 1 ? 2 : 4);
    fault->access.used = 1u << number;
}

void fault_find(struct fault *fault, const struct address_names *names)
{
    const struct report *report = names->report;
    uint32_t needed = BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_CPSR;

    memset(fault, 0, sizeof(*fault));
    if (!names->image || report->crashed.role != REPORT_CRASHED ||
        (report->crashed.valid & needed) != needed)
        return;
    if (has_cause(report, BOBBIN_CAUSE_UNDEFINED) || has_cause(report, BOBBIN_CAUSE_DATA_ABORT))
        find_at_pc(fault, names);
    else if (has_cause(report, BOBBIN_CAUSE_NULL_CALL))
        find_call(fault, names);
    else if (has_cause(report, BOBBIN_CAUSE_PREFETCH_ABORT))
        find_at_pc(fault, names);
    if (fault->kind == FAULT_UNKNOWN && has_cause(report, BOBBIN_CAUSE_PREFETCH_ABORT))
        find_call(fault, names);
}

/* ---- text ------------------------------------------------------------------------------------ */

static const char *register_text(unsigned number, char text[8])
{
    snprintf(text, 8, number == BOBBIN_SP ? "sp" : number == BOBBIN_LR ? "lr" : "r%u", number);
    return text;
}

static void print_values(const struct fault *fault, const struct report_thread *crashed, FILE *out)
{
    const char *between = "  with ";
    unsigned printed = 0;
    char name[8];

    for (unsigned i = 0; i < BOBBIN_PC; i++) {
        if (!(fault->access.used & crashed->valid & BOBBIN_VALID_R(i)))
            continue;
        if (printed++ == REGISTERS_MAX) {
            fputs(", ...", out);
            break;
        }
        fprintf(out, "%s%s = 0x%08x", between, register_text(i, name), crashed->r[i]);
        between = ", ";
    }
    if (printed)
        fputc('\n', out);
}

static const char *access_word(enum memory_access_kind kind)
{
    return kind == MEMORY_ACCESS_READ    ? "reads"
           : kind == MEMORY_ACCESS_WRITE ? "writes"
                                         : "reads and writes";
}

static void print_access(const struct fault *fault, const struct address_names *names, FILE *out)
{
    const struct memory_access *access = &fault->access;
    char text[ADDRESS_TEXT_BYTES];

    fprintf(out, "  it %s ", access_word(access->kind));
    if (access->size_bytes)
        fprintf(out, "%u byte%s ", access->size_bytes, access->size_bytes == 1 ? "" : "s");
    fprintf(out, "at 0x%08x", access->address);
    address_text(names, access->address, text);
    fprintf(out, "%s%s", text[0] ? ", " : "", text);
    if (fault->agreement == FAULT_AGREES)
        fputs("; dfar agrees", out);
    else if (fault->agreement == FAULT_DISAGREES)
        fprintf(out,
                "; but dfar is 0x%08x: the registers or the code differ from those of the fault",
                fault->dfar);
    fputc('\n', out);
}

/* What the kind of FAULT adds; "" for an instruction at pc. */
static const char *relation_text(enum fault_kind kind)
{
    return kind == FAULT_AT_CALL ? "  it called the address in that register\n"
           : kind == FAULT_NEAR_PC
               ? "  the abort is asynchronous: an earlier instruction caused it\n"
               : "";
}

void fault_view_print(const struct fault *fault, const struct address_names *names, FILE *out,
                      bool colour)
{
    if (fault->kind == FAULT_UNKNOWN)
        return;
    fprintf(out, "instruction 0x%08x: %s%s%s\n", fault->pc, colour ? TEXT_BOLD : "",
            fault->access.text, colour ? TEXT_PLAIN : "");
    print_values(fault, &names->report->crashed, out);
    if (fault->kind == FAULT_AT_PC && fault->access.address_known)
        print_access(fault, names, out);
    fputs(relation_text(fault->kind), out);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void access_json(const struct fault *fault, const struct address_names *names,
                        struct json *json)
{
    static const char *const words[] = {NULL, "read", "write", "read-write"};
    char text[ADDRESS_TEXT_BYTES];

    json_string(json, "access", words[fault->access.kind]);
    json_address(json, "address", fault->access.address);
    if (fault->access.size_bytes)
        json_number(json, "size", fault->access.size_bytes);
    json_string(json, "address_text", address_text(names, fault->access.address, text));
    if (fault->agreement != FAULT_NOT_COMPARED)
        json_bool(json, "dfar_agrees", fault->agreement == FAULT_AGREES);
}

void fault_view_json(const struct fault *fault, const struct address_names *names,
                     struct json *json)
{
    static const char *const relations[] = {"", "caused", "called", "later"};
    const struct report_thread *crashed = &names->report->crashed;
    char name[8];

    if (fault->kind == FAULT_UNKNOWN)
        return;
    json_object(json, "instruction");
    json_address(json, "pc", fault->pc);
    json_string(json, "text", fault->access.text);
    json_string(json, "relation", relations[fault->kind]);
    json_object(json, "used");
    for (unsigned i = 0; i < BOBBIN_PC; i++) {
        snprintf(name, sizeof(name), "r%u", i);
        if (fault->access.used & crashed->valid & BOBBIN_VALID_R(i))
            json_address(json, name, crashed->r[i]);
    }
    json_object_end(json);
    if (fault->kind == FAULT_AT_PC && fault->access.address_known)
        access_json(fault, names, json);
    json_object_end(json);
}
