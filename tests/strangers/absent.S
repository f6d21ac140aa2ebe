/* SPDX-License-Identifier: MIT */
/*
 * System functions that the whole of libstdc++ needs and that neither the boards nor libnosys
 * define. Each of them fails.
 */
        .syntax unified
        .arm
        .text
        .balign 4

        .irp    name, chdir, fchmod, fchmodat, getcwd, getentropy, mkdir, pathconf, readlink, \
                sleep, symlink, truncate, usleep
        .global \name
        .type   \name, %function
\name:
        .endr
        mvn     r0, #0
        bx      lr
