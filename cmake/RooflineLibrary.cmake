# roofline_options(target): the flags that all our code is built with.
function(roofline_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-unused-parameter
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
                         # clang blames us for libstdc++'s stable_sort.
                         $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
                         # ccache gives an old parsed header back after an
                         # update that only touched the system's headers.
                         $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>
                         -fno-exceptions
                         -fPIC) # in programs too: libraries' parsed headers
  # Each symbol that the plugin exports or imports is looked up in all of Clang.
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden
                        VISIBILITY_INLINES_HIDDEN ON)
  if(ROOFLINE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(ROOFLINE_SANITIZE)
    # g++ 12 sees uninitialised memory in LLVM's headers under -fsanitize.
    target_compile_options(${target} PRIVATE
                           $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
                           -fsanitize=address,undefined
                           -fno-sanitize=vptr -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()

# g++ 12 warns of libstdc++ where it takes that parsed.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

# Flags of rooms that compute much, in builds that are quick to make.
if(CMAKE_BUILD_TYPE STREQUAL Release)
  set(ROOFLINE_OPTIMISED)
else()
  set(ROOFLINE_OPTIMISED -O2)
endif()

# roofline_headers(name [ON headers] LINK libs... HEADERS headers... OPTIONS flags..):
# headers that a target of the same options takes parsed (target_precompile_headers
# REUSE_FROM). ON: another such target of the root, whose headers are not parsed again.
function(roofline_headers name)
  cmake_parse_arguments(arg "" "ON" "LINK;HEADERS;OPTIONS" ${ARGN})
  if(arg_ON AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    set(parsed ${PROJECT_BINARY_DIR}/CMakeFiles/${arg_ON}.dir/cmake_pch.hxx.pch)
    list(APPEND arg_OPTIONS "SHELL:-Xclang -include-pch -Xclang ${parsed}")
  endif()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(${name} OBJECT ${source})
  roofline_options(${name})
  target_compile_options(${name} PRIVATE ${arg_OPTIONS})
  target_link_libraries(${name} PRIVATE ${arg_LINK})
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
  if(parsed)
    set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/cmake_pch.hxx.cxx
                                PROPERTIES OBJECT_DEPENDS ${parsed})
    add_dependencies(${name} ${arg_ON}) # make has no rule of another folder's file
  endif()
endfunction()

set(standard_headers <algorithm> <cmath> <functional> <map> <memory> <optional> <set> <string>
                     <variant> <vector>)
roofline_headers(RooflineStdParsedHeaders HEADERS ${standard_headers})
roofline_headers(RooflineComputeParsedHeaders HEADERS ${standard_headers}
                 OPTIONS ${ROOFLINE_OPTIMISED})
# LLVM's headers are most of the time that a file of ours takes to compile.
set(llvm_headers
    <llvm/ADT/STLExtras.h>
    <llvm/ADT/StringExtras.h>
    <llvm/Analysis/LoopInfo.h>
    <llvm/Analysis/ScalarEvolutionExpressions.h>
    <llvm/IR/IRBuilder.h>
    <llvm/IR/InstIterator.h>
    <llvm/IR/IntrinsicInst.h>
    <llvm/IR/Module.h>
    <llvm/IR/PatternMatch.h>
    <llvm/Passes/PassBuilder.h>
    <llvm/Support/Error.h>
    <llvm/Support/FileSystem.h>
    <llvm/Support/FormatVariadic.h>
    <llvm/Support/JSON.h>
    <llvm/Support/MemoryBuffer.h>
    <llvm/Support/Path.h>
    <llvm/Support/raw_ostream.h>)
roofline_headers(RooflineLLVMParsedHeaders
  LINK RooflineLLVMHeaders
  HEADERS ${standard_headers} ${llvm_headers})

# roofline_room(target room): lets a target, and what links it, include
# "roofline/<room>/...". A target sees the rooms that it links and no others, so
# that the compiler keeps the order of docs/architecture.md.
function(roofline_room target room)
  set(seen ${PROJECT_BINARY_DIR}/rooms/${room})
  file(MAKE_DIRECTORY ${seen}/roofline)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/roofline/${room}
       ${seen}/roofline/${room} SYMBOLIC)
  get_target_property(kind ${target} TYPE)
  if(kind STREQUAL INTERFACE_LIBRARY)
    target_include_directories(${target} INTERFACE ${seen})
  else()
    target_include_directories(${target} PUBLIC ${seen})
  endif()
endfunction()

# What differs between LLVM's versions: for all that know LLVM, and nobody else.
roofline_room(RooflineLLVMHeaders LLVM)

# roofline_library(name [STD_ONLY] [COMPUTES] [PARSED headers] LINK libs... SOURCES files...):
# one folder of lib/, its room. STD_ONLY: knows no LLVM. COMPUTES: tests spend their time
# here. PARSED: a target of roofline_headers().
function(roofline_library name)
  cmake_parse_arguments(arg "STD_ONLY;COMPUTES" "PARSED" "LINK;SOURCES" ${ARGN})
  if(arg_STD_ONLY AND arg_COMPUTES)
    set(arg_PARSED RooflineComputeParsedHeaders)
  elseif(arg_STD_ONLY)
    set(arg_PARSED RooflineStdParsedHeaders)
  elseif(NOT arg_PARSED)
    set(arg_PARSED RooflineLLVMParsedHeaders)
  endif()
  foreach(library IN LISTS arg_LINK)
    if(NOT TARGET ${library})
      message(FATAL_ERROR "${name} links ${library}, which is not above it in "
                          "the order of rooms (lib/CMakeLists.txt)")
    endif()
  endforeach()
  add_library(${name} STATIC ${arg_SOURCES})
  roofline_options(${name})
  if(arg_COMPUTES)
    target_compile_options(${name} PRIVATE ${ROOFLINE_OPTIMISED})
  endif()
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME room)
  roofline_room(${name} ${room})
  target_link_libraries(${name} PUBLIC ${arg_LINK})
  if(arg_STD_ONLY OR NOT arg_COMPUTES)
    target_precompile_headers(${name} REUSE_FROM ${arg_PARSED})
  endif()
endfunction()
