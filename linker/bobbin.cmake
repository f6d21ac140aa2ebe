# SPDX-License-Identifier: MIT
# For a CMakeLists.txt of your own:
#
#     include(bobbin/linker/bobbin.cmake)
#     add_executable(fw.elf ...)
#     bobbin_embed(fw.elf)
#
# BOBBIN is the tool (searched in the usual places), BOBBIN_FLAGS a list of its options.
cmake_minimum_required(VERSION 3.17)

find_program(BOBBIN bobbin DOC "the bobbin tool")
set(BOBBIN_FLAGS "" CACHE STRING "options of bobbin embed")

function(bobbin_embed target)
    if(NOT BOBBIN)
        message(FATAL_ERROR "bobbin_embed: no bobbin; set -DBOBBIN=PATH")
    endif()
    target_link_options(${target} PRIVATE -L${CMAKE_CURRENT_FUNCTION_LIST_DIR} -Wl,--build-id)
    add_custom_command(
        TARGET ${target} POST_BUILD
        COMMAND ${BOBBIN} embed $<TARGET_FILE:${target}> ${BOBBIN_FLAGS}
        COMMENT "Embedding the unwind table"
        VERBATIM)
endfunction()
