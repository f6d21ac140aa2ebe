/* SPDX-License-Identifier: MIT */
/* The system call: the functions of its caller and of its handler. */
#include "pump.h"

uint32_t service_dose(uint32_t millilitres)
{
    register uint32_t r0 __asm__("r0") = millilitres;

    __asm__ volatile("svc #0" : "+r"(r0) : : "memory");
    return r0;
}

/* One stroke moves the piston by a random angle. A dose lasts for several ticks. */
__attribute__((noinline)) static uint32_t stroke(uint32_t angle)
{
    for (uint32_t i = 0; i < 512; i++)
        angle = (angle << 3) ^ (angle >> 5) ^ i;
    return angle;
}

__attribute__((noinline)) static uint32_t dose(uint32_t millilitres)
{
    uint32_t strokes = 0, angle = millilitres;

    for (uint32_t done = 0; done < millilitres; done += 1 + (angle & 1)) {
        angle = stroke(angle);
        strokes++;
    }
    if (pump_crash == PUMP_CRASH_CALL)
        __asm__ volatile("udf #0");
    return strokes;
}

uint32_t service_call(uint32_t millilitres)
{
    uint32_t strokes;

    pump_dosing = true;
    strokes = dose(millilitres);
    pump_dosing = false;
    return strokes;
}
