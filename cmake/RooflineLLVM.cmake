# LLVM and Clang 22. find_package(LLVM 22) rejects 22.1.8, so the version is
# tested after the fact.
find_package(LLVM REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/llvm)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "LLVM 22 is needed, found ${LLVM_PACKAGE_VERSION}; "
                      "set LLVM_DIR to llvm-22's lib/cmake/llvm")
endif()

# Headers alone: the plugin takes LLVM's and Clang's symbols from its host.
add_library(RooflineLLVMHeaders INTERFACE)
target_include_directories(RooflineLLVMHeaders SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(RooflineLLVMHeaders INTERFACE ${llvm_definitions})

# The shared libraries, for programs of our own.
add_library(RooflineLLVM INTERFACE)
target_link_libraries(RooflineLLVM INTERFACE LLVM RooflineLLVMHeaders)
find_library(CLANG_CPP_LIBRARY NAMES clang-cpp libclang-cpp.so.22.1
             HINTS ${LLVM_LIBRARY_DIR} REQUIRED)
add_library(RooflineClang INTERFACE)
target_link_libraries(RooflineClang INTERFACE ${CLANG_CPP_LIBRARY} RooflineLLVM)
