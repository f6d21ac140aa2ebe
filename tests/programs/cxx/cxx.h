/* SPDX-License-Identifier: MIT */
/* Tests of C++ and its library. Each part is in one file and checks itself. */
#ifndef CXX_H
#define CXX_H

#include "program.h"

void cxx_throw(uint32_t round);   // caught at several depths, thrown again, out of constructors
void cxx_call(uint32_t round);    // std::function, virtual functions, thunks, lambdas
void cxx_contain(uint32_t round); // vector, map, sort, string
void cxx_stream(uint32_t round);  // stringstream, cout
void cxx_regex(uint32_t round);
void cxx_scarce(); // call, contain and regex once more, with failing allocations

#endif
