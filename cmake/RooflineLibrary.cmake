# roofline_options(target): the flags that all our code is built with.
function(roofline_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-unused-parameter -Wno-restrict
                         -fno-exceptions)
  # Each symbol that the plugin exports or imports is looked up in all of Clang.
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden
                        VISIBILITY_INLINES_HIDDEN ON)
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/include)
  if(ROOFLINE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(ROOFLINE_SANITIZE)
    # g++ 12 sees uninitialised memory in LLVM's headers under -fsanitize.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized
                           -fsanitize=address,undefined
                           -fno-sanitize=vptr -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()

# roofline_library(name LINK libs... SOURCES files...): one folder of lib/.
function(roofline_library name)
  cmake_parse_arguments(arg "" "" "LINK;SOURCES" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  roofline_options(${name})
  target_link_libraries(${name} PUBLIC ${arg_LINK})
endfunction()
