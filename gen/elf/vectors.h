/* SPDX-License-Identifier: MIT */
/*
 * The exception vector table (ARM ARM B1.8.1): eight instructions of four bytes, usually jumps.
 * They are in ARM state unless SCTLR.TE is set.
 */
#ifndef GEN_ELF_VECTORS_H
#define GEN_ELF_VECTORS_H

#include <stdint.h>

enum {
    VECTORS = 8,
    VECTOR_RESERVED = 5,    /* no exception uses this vector */
    VECTOR_FIQ = 7,         /* the last vector: the handler itself may start here */
    VECTORS_ALIGNMENT = 32, /* of the table, in bytes */
    VECTOR_BYTES = 4,
};

/* The register that has the address of a table (ARM ARM B4.1.156). */
enum vector_base {
    VECTOR_BASE_VBAR,  /* or none: address 0, or the ELF entry */
    VECTOR_BASE_MVBAR, /* of monitor mode */
    VECTOR_BASE_HVBAR, /* of HYP mode */
};

/* A table at ADDRESS, to which the register BASE points. */
struct vector_table {
    uint32_t address;
    uint8_t base; /* enum vector_base */
};

#endif
