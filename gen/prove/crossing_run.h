/* SPDX-License-Identifier: MIT */
/*
 * Lets the core cross one exception in a made-up world, with a finished table, and compares the
 * frame that it finds with the interrupted code.
 */
#ifndef GEN_PROVE_CROSSING_RUN_H
#define GEN_PROVE_CROSSING_RUN_H

#include "elf/image.h"
#include "prove/bank_world.h"

enum crossing_outcome {
    CROSSING_RIGHT,
    CROSSING_LOSES, /* right, but a register that no location holds any more is lost */
    CROSSING_STOPS, /* the trace ends with no-rule */
    CROSSING_WRONG,
};

enum crossing_frame {
    CROSSING_INTERRUPTED,
    CROSSING_CALLED,    /* returned to by a function, which keeps r4-r11 and sp */
    CROSSING_SUPERVISED /* returned to by a crossing of a call, which keeps all registers */
};

struct crossing_run {
    const struct bobbin_env *env; /* with the image, and the table */
    const struct bank_world *world;
    struct image_instruction at;
    enum crossing_frame frame; /* frame of the instruction AT */
};

/*
 * Crosses twice: with callbacks for memory and banked registers, and with a window and registers
 * that the caller knows. Returns the worse outcome, and in *WHY what is wrong (static text).
 */
enum crossing_outcome crossing_run(const struct crossing_run *run, const char **why);

#endif
