/* SPDX-License-Identifier: MIT */
#include "spare_stack.h"

union bobbin_spare_stack bobbin_spare_stack;
