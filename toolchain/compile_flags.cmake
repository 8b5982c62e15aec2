# SPDX-License-Identifier: Apache-2.0
# ghostcar_flags: what every source of the project is compiled with.
add_library(ghostcar_flags INTERFACE)

# Includes are rooted at the top of the repository: #include "model/math/curve.h".
target_include_directories(ghostcar_flags INTERFACE ${PROJECT_SOURCE_DIR})

target_compile_options(ghostcar_flags INTERFACE
    # Same bits on every compiler, optimisation level and processor: no fused multiply-add, no
    # reordering; without errno, sqrt is one instruction and not a call into libm.
    -ffp-contract=off -fno-fast-math -fno-math-errno
    -Wall -Wextra -Wpedantic -Wconversion -Werror
    # Joined sources see each other's names, and clang (unlike gcc) minds when a header reuses one.
    $<$<NOT:$<AND:$<BOOL:${GHOSTCAR_JOIN_SOURCES}>,$<CXX_COMPILER_ID:Clang>>>:-Wshadow>
    $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>
    # gcc 12 sees overlapping copies in std::string's operator+ that are not there (its bug 105651).
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<COMPILE_LANGUAGE:CXX>>:-Wno-restrict>)

find_package(Threads REQUIRED)
target_link_libraries(ghostcar_flags INTERFACE Threads::Threads)

# Recordings and coverage must not tell on which machine they were built.
target_compile_options(ghostcar_flags INTERFACE
    -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
