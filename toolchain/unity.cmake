# SPDX-License-Identifier: Apache-2.0
# Unity is not committed: the first build that needs it fetches Debian's copy (fetch_unity).
set(GHOSTCAR_UNITY_DIR ${PROJECT_SOURCE_DIR}/build/unity CACHE PATH
    "where unity.c, unity.h and unity_internals.h are, or are put")

add_custom_command(
    OUTPUT ${GHOSTCAR_UNITY_DIR}/unity.c
    COMMAND ${PROJECT_SOURCE_DIR}/toolchain/fetch_unity ${GHOSTCAR_UNITY_DIR}
    COMMENT "Fetching Unity"
    VERBATIM)
set_source_files_properties(${GHOSTCAR_UNITY_DIR}/unity.c PROPERTIES HEADER_FILE_ONLY TRUE)

add_library(ghostcar_unity STATIC EXCLUDE_FROM_ALL
    ${PROJECT_SOURCE_DIR}/tests/unit/unity_cpp.cpp ${GHOSTCAR_UNITY_DIR}/unity.c)
target_include_directories(ghostcar_unity SYSTEM PUBLIC ${GHOSTCAR_UNITY_DIR})
# unity.h lays out its structures by these: they must be the same everywhere.
target_compile_definitions(ghostcar_unity PUBLIC UNITY_INCLUDE_DOUBLE UNITY_SUPPORT_64)

# It is the product that has to be fast; optimising the tests themselves as well would only take time.
target_compile_options(ghostcar_unity PUBLIC -O0)

# Half the time of a test's compilation goes into headers that nearly all tests read: once is enough.
# A definition that such a header looks at has to be that of the tests.
if(GHOSTCAR_JOIN_SOURCES)
    target_precompile_headers(ghostcar_unity PRIVATE
        $<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/tests/unit/shared_headers.h>)
    target_compile_definitions(ghostcar_unity PUBLIC
        $<TARGET_PROPERTY:ghostcar_toml,INTERFACE_COMPILE_DEFINITIONS>)
endif()

# add_unity_test(NAME SOURCE [LIBRARY...]): one test file, one program, one ctest entry. Tests run at the top
# of the repository and read shipped files from there: a path compiled in would make every clone compile anew.
function(add_unity_test name source)
    if(NOT GHOSTCAR_TESTS_WITHOUT_THREADS AND NOT name IN_LIST tests_with_threads)
        return()
    endif()
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE ghostcar_unity ${ARGN})
    if(GHOSTCAR_JOIN_SOURCES)
        target_precompile_headers(${name} REUSE_FROM ghostcar_unity)
    endif()
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT 120 LABELS unit
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endfunction()
