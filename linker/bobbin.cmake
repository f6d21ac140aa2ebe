# SPDX-License-Identifier: MIT
# The targets and the function of the CMake package, for CMake 3.20 or newer:
#
#     project(fw C ASM)
#     find_package(bobbin REQUIRED)          # or: add_subdirectory(bobbin/linker bobbin)
#     target_link_libraries(fw.elf PRIVATE bobbin::core bobbin::port-armv7-a)
#     bobbin_embed(fw.elf --require=100)
#
# If CMake does not find the package, configure with -Dbobbin_DIR=PREFIX/share/bobbin/cmake.
#
# Each target adds sources to the firmware, so they are compiled with the firmware's own flags for
# processor, ABI and LTO. Flags that only Bobbin's sources need are properties of these sources.
#
#   bobbin::core          the unwinder and the space for its table; the other targets add it too
#   bobbin::small         reads tables of `bobbin embed --small`
#   bobbin::foreign       reads tables of `bobbin embed --format=FORMAT`
#   bobbin::rules         gives single rules: bobbin_rule_at()
#   bobbin::profile       samples call stacks; needs a port
#   bobbin::profile-cross with profile and port-cross: bobbin_sampler_interrupt_across()
#   bobbin::profile-wall  with profile and port-tasks: wall-clock profiles
#   bobbin::port-armv7-a  crash reports on ARMv7-A
#   bobbin::port-armv7-r  crash reports on ARMv7-R
#   bobbin::port-armv8-r  crash reports on ARMv8-R in AArch32
#   bobbin::port-hyp      with bobbin::port-armv7-a: crash reports of firmware in Hyp mode
#   bobbin::port-processors  with one of these ports: crash reports of several processors; also
#                         compile with BOBBIN_PROCESSORS=N
#   bobbin::port-cross    with one of these ports: the traces of reports cross exceptions
#   bobbin::port-record   with one of these ports: reports that survive a reset
#   bobbin::port-tasks    with one of these ports: reports have the tasks of an RTOS; also needs
#                         the file of your RTOS in port/rtos, or a function of your own
#
# Cache variables: BOBBIN is the tool, BOBBIN_FLAGS a list of options for each `bobbin embed`.
get_filename_component(bobbin_root "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)

get_property(bobbin_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
if(NOT "C" IN_LIST bobbin_languages OR NOT "ASM" IN_LIST bobbin_languages)
    message(FATAL_ERROR "bobbin: error: enable C and ASM: project(NAME C ASM)")
endif()

find_program(BOBBIN bobbin HINTS "${bobbin_root}/build" "${bobbin_root}/../../bin"
             NO_CMAKE_FIND_ROOT_PATH DOC "the bobbin tool")
set(BOBBIN_FLAGS "" CACHE STRING "options of bobbin embed")

# bobbin_folders(OUT FOLDER...): the sources in these folders
function(bobbin_folders out)
    get_filename_component(root "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/.." ABSOLUTE)
    set(sources "")
    foreach(folder IN LISTS ARGN)
        file(GLOB found "${root}/${folder}/*.c" "${root}/${folder}/*.S")
        list(APPEND sources ${found})
    endforeach()
    set(${out} "${sources}" PARENT_SCOPE)
endfunction()

# bobbin_part(NAME FOLDER...): the target bobbin::NAME with the sources of these folders
function(bobbin_part name)
    if(TARGET bobbin_${name})
        return()
    endif()
    bobbin_folders(sources ${ARGN})
    add_library(bobbin_${name} INTERFACE)
    add_library(bobbin::${name} ALIAS bobbin_${name})
    target_sources(bobbin_${name} INTERFACE ${sources})
    if(NOT name STREQUAL "core")
        target_link_libraries(bobbin_${name} INTERFACE bobbin_core)
    endif()
endfunction()

# Sets the properties of Bobbin's sources. They are valid only in one directory: the one that calls
# this function, or DIRECTORY.
function(bobbin_source_properties)
    bobbin_folders(sources core/* port/*)
    list(FILTER sources INCLUDE REGEX "\\.c$")
    set(gcc -mgeneral-regs-only -fno-tree-loop-distribute-patterns)
    set(clang -mno-implicit-float -fomit-frame-pointer)
    set_source_files_properties(${sources} ${ARGN} PROPERTIES
        COMPILE_OPTIONS "-std=gnu11;-ffreestanding;-ffunction-sections;-fdata-sections;\
-fno-stack-protector;-mno-unaligned-access;$<IF:$<C_COMPILER_ID:GNU>,${gcc},${clang}>"
        SKIP_PRECOMPILE_HEADERS ON
        SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# bobbin_embed(TARGET [OPTION...]): after each link, `bobbin embed OPTION...` writes the table.
function(bobbin_embed target)
    if(NOT BOBBIN)
        message(FATAL_ERROR "bobbin: error: the tool is not found; configure with -DBOBBIN=PATH")
    endif()
    bobbin_source_properties()
    add_custom_command(
        TARGET ${target} POST_BUILD
        COMMAND ${BOBBIN} embed $<TARGET_FILE:${target}> ${BOBBIN_FLAGS} ${ARGN}
        COMMENT "Embedding the unwind table in ${target}"
        VERBATIM)
endfunction()

bobbin_part(core core/format core/unwind)
bobbin_part(small core/small core/insn)
bobbin_part(foreign core/foreign core/rules core/insn)
bobbin_part(cross core/cross)
bobbin_part(rules core/rules)
bobbin_part(profile core/profile port/sampling)
bobbin_part(port-armv7-a port/common port/crash port/sink port/armv7 port/armv7-a)
bobbin_part(port-armv7-r port/common port/crash port/sink port/armv7 port/armv7-r)
bobbin_part(port-armv8-r port/common port/crash port/sink port/armv7 port/armv8-r)
bobbin_part(port-hyp port/armv7-hyp)
bobbin_part(port-processors port/others port/processors)
bobbin_part(profile-cross core/profile-cross port/sampling-cross)
bobbin_part(port-cross core/cross port/cross port/armv7-cross)
bobbin_part(port-record core/record port/record)
bobbin_part(port-tasks core/tasks port/others port/tasks)
bobbin_part(profile-wall port/sampling-wall)

target_sources(bobbin_core INTERFACE "${bobbin_root}/linker/reserve.c")
target_include_directories(bobbin_core SYSTEM INTERFACE
    "${bobbin_root}/core/include" "${bobbin_root}/port/include")
target_link_directories(bobbin_core INTERFACE "${bobbin_root}/linker")
target_link_options(bobbin_core INTERFACE -Wl,--build-id -Wl,-z,noexecstack)
set_property(TARGET bobbin_core PROPERTY INTERFACE_LINK_DEPENDS
    "${bobbin_root}/linker/bobbin.ld" "${bobbin_root}/linker/insert.ld")
