# SPDX-License-Identifier: Apache-2.0
# The program finds its data beside itself, at <directory of the program>/../share/ghostcar.
# In an installed tree these are copies, in the build tree links to the sources:
#   share/ghostcar/{sessions,vehicles,tracks,cycles,learned,races,dbc,stimuli} model/data/...
#   share/ghostcar/boards                              board/
#   share/ghostcar/templates/controller                board/ghostcar/controller/template
#   include/ghostcar_controller.h                      model/driver/controller
get_filename_component(build_share ${PROJECT_BINARY_DIR}/../share/ghostcar ABSOLUTE)
file(MAKE_DIRECTORY ${build_share})
foreach(kind IN ITEMS sessions vehicles tracks cycles learned races dbc stimuli)
    if(EXISTS ${PROJECT_SOURCE_DIR}/model/data/${kind})
        file(CREATE_LINK ${PROJECT_SOURCE_DIR}/model/data/${kind} ${build_share}/${kind} SYMBOLIC)
    endif()
endforeach()
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/board ${build_share}/boards SYMBOLIC)
file(MAKE_DIRECTORY ${build_share}/templates ${build_share}/../../include)
set(controller_template ${PROJECT_SOURCE_DIR}/board/ghostcar/controller/template)
file(CREATE_LINK ${controller_template} ${build_share}/templates/controller SYMBOLIC)
set(controller_header ${PROJECT_SOURCE_DIR}/model/driver/controller/ghostcar_controller.h)
file(CREATE_LINK ${controller_header} ${build_share}/../../include/ghostcar_controller.h SYMBOLIC)

if(TARGET ghostcar)
    install(TARGETS ghostcar RUNTIME DESTINATION bin)
endif()
install(FILES ${controller_header} DESTINATION include)
install(DIRECTORY ${controller_template}/ DESTINATION share/ghostcar/templates/controller)
install(DIRECTORY model/data/ DESTINATION share/ghostcar OPTIONAL)
install(DIRECTORY board/ DESTINATION share/ghostcar/boards OPTIONAL
    FILES_MATCHING PATTERN "*.toml" PATTERN "ghostcar" EXCLUDE)
