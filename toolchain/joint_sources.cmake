# SPDX-License-Identifier: Apache-2.0
# Sources of one folder are compiled together (CMake calls it a unity build): the libraries' headers
# they share are read once and not once for each, which halves a build from nothing. The preset
# desk-debug compiles every source on its own, so a missing include is noticed; coverage only the judge's,
# so that a test's program holds no more of them than it needs.
set(GHOSTCAR_APART "" CACHE STRING "folders whose sources are compiled one by one all the same")

# join_sources(TARGET): after its last source was added.
function(join_sources target)
    get_target_property(sources ${target} SOURCES)
    get_target_property(place ${target} SOURCE_DIR)
    foreach(source IN LISTS sources)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${place})
        cmake_path(GET source PARENT_PATH folder)
        cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
        if(folder IN_LIST GHOSTCAR_APART)
            continue()
        endif()
        string(MAKE_C_IDENTIFIER "${folder}" group)
        set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP UNITY_BUILD ${GHOSTCAR_JOIN_SOURCES})
endfunction()
