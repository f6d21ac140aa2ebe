# SPDX-License-Identifier: MIT
# For find_package(bobbin): see bobbin.cmake. `make install` copies this file to share/bobbin/cmake.
cmake_minimum_required(VERSION 3.20)
include("${CMAKE_CURRENT_LIST_DIR}/../linker/bobbin.cmake")
bobbin_source_properties()
