/* SPDX-License-Identifier: MIT */
#include "reader_name.h"

#include <dlfcn.h>

const char *reader_name(const struct format *format)
{
    const void *reader = format->reader;
    Dl_info info;

    return reader && dladdr(reader, &info) && info.dli_saddr == reader ? info.dli_sname : "?";
}

const char *reader_name_of_setting(enum plan_setting setting)
{
    return setting == PLAN_SMALL ? "bobbin_small" : "-";
}
