# SPDX-License-Identifier: MIT
# The version for find_package(bobbin VERSION). It stands in bobbin.h; 0.x is compatible with 0.x
# only.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../core/include/bobbin/bobbin.h" bobbin_version
     REGEX "^#define BOBBIN_VERSION_M(AJOR|INOR) ")
string(REGEX REPLACE "[^0-9]+([0-9]+)[^0-9]+([0-9]+).*" "\\1.\\2" PACKAGE_VERSION
       "${bobbin_version}")
if(PACKAGE_VERSION VERSION_EQUAL "${PACKAGE_FIND_VERSION}")
    set(PACKAGE_VERSION_EXACT TRUE)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
