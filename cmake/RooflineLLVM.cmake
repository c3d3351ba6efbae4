# LLVM and Clang of one version, 22 or for the analyser -DROOFLINE_LLVM=19 to 23: what
# differs is here and in include/roofline/LLVM/LLVMVersions.h. find_package(LLVM 22) rejects
# 22.1.8, so the version is tested after the fact.
set(ROOFLINE_LLVM 22 CACHE STRING "Version of LLVM, 19 to 23: a plugin works with its own alone")
if(NOT ROOFLINE_LLVM MATCHES "^(19|20|21|22|23)$")
  message(FATAL_ERROR "ROOFLINE_LLVM=${ROOFLINE_LLVM}: 19 to 23 is expected")
endif()
# The version whose driver packages have: plugins of others are packages beside it.
set(ROOFLINE_DRIVER_LLVM 22)
# Plugins of several versions stand side by side in one installation.
set(ROOFLINE_PLUGIN_FOLDER ${CMAKE_INSTALL_LIBDIR}/roofline/${ROOFLINE_LLVM})
if(ROOFLINE_CORES AND NOT ROOFLINE_LLVM EQUAL 22)
  message(FATAL_ERROR "Cores need LLVM 22: with ROOFLINE_LLVM=${ROOFLINE_LLVM} "
                      "set ROOFLINE_CORES=OFF")
endif()
find_package(LLVM REQUIRED CONFIG HINTS /usr/lib/llvm-${ROOFLINE_LLVM}/lib/cmake/llvm)
if(NOT LLVM_VERSION_MAJOR EQUAL ROOFLINE_LLVM)
  message(FATAL_ERROR "LLVM ${ROOFLINE_LLVM} is needed, found ${LLVM_PACKAGE_VERSION}; set "
                      "LLVM_DIR to llvm-${ROOFLINE_LLVM}'s lib/cmake/llvm, or ROOFLINE_LLVM")
endif()
# Texts of tables have their line breaks quoted by llvm-tblgen, since 23.
set(ROOFLINE_TABLEGEN_FLAGS)
if(ROOFLINE_LLVM GREATER_EQUAL 23)
  set(ROOFLINE_TABLEGEN_FLAGS -DQUOTES_TEXTS)
endif()

# Since 23 LLVM's headers bring a printer of scalar evolution into every program without
# NDEBUG. The worker of OpenCL links no such library and never calls it.
set(ROOFLINE_WORKER_LINK)
if(ROOFLINE_LLVM GREATER_EQUAL 23)
  set(ROOFLINE_WORKER_LINK -Wl,--defsym=_ZNK4llvm4SCEV5printERNS_11raw_ostreamE=main)
endif()

# Headers alone: the plugin takes LLVM's and Clang's symbols from its host.
add_library(RooflineLLVMHeaders INTERFACE)
target_include_directories(RooflineLLVMHeaders SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(RooflineLLVMHeaders INTERFACE ${llvm_definitions})

# The shared libraries, for programs of our own.
add_library(RooflineLLVM INTERFACE)
target_link_libraries(RooflineLLVM INTERFACE LLVM RooflineLLVMHeaders)
set(clang_cpp libclang-cpp.so.${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR})
find_library(CLANG_CPP_LIBRARY NAMES ${clang_cpp} clang-cpp HINTS ${LLVM_LIBRARY_DIR} REQUIRED)
add_library(RooflineClang INTERFACE)
target_link_libraries(RooflineClang INTERFACE ${CLANG_CPP_LIBRARY} RooflineLLVM)
