# Packages: scripts/package.sh BUILD. As .deb the driver, a plugin for each version of LLVM,
# and what makes hardware; as .tar.gz the same in one; `cpack --config CPackSourceConfig.cmake`:
# the sources.
set(ROOFLINE_MAINTAINER "Roofline maintainers <maintainers@roofline.invalid>" CACHE STRING
    "Name and address that packages give: of who builds them to hand them out")

# In lib/, where compilers look for a plugin that is named without folder.
set(links ${PROJECT_BINARY_DIR}/links)
file(MAKE_DIRECTORY ${links})
set(names libRoofline-${ROOFLINE_LLVM}.so)
if(ROOFLINE_LLVM EQUAL ROOFLINE_DRIVER_LLVM)
  list(APPEND names libRoofline.so)
endif()
foreach(name IN LISTS names)
  file(CREATE_LINK roofline/${ROOFLINE_LLVM}/libRoofline.so ${links}/${name} SYMBOLIC)
  install(FILES ${links}/${name} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT plugin)
endforeach()

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME roofline)
set(CPACK_DEB_COMPONENT_INSTALL ON)
if(NOT ROOFLINE_LLVM EQUAL ROOFLINE_DRIVER_LLVM)
  set(CPACK_COMPONENTS_ALL plugin) # beside the other version's driver
elseif(ROOFLINE_CORES)
  set(CPACK_COMPONENTS_ALL analysis plugin cores)
else()
  set(CPACK_COMPONENTS_ALL analysis plugin)
endif()
set(CPACK_PACKAGE_CONTACT "${ROOFLINE_MAINTAINER}")
set(CPACK_DEBIAN_ANALYSIS_PACKAGE_NAME roofline)
set(CPACK_DEBIAN_PLUGIN_PACKAGE_NAME roofline-plugin-${ROOFLINE_LLVM})
set(CPACK_DEBIAN_CORES_PACKAGE_NAME roofline-cores)
set(CPACK_COMPONENT_ANALYSIS_DESCRIPTION
"estimates of how fast an OpenCL or C++ kernel runs on an FPGA
Prices OpenCL kernels and C++ functions on FPGA boards without synthesis:
the time, what limits it, and what a change would gain.")
set(CPACK_COMPONENT_PLUGIN_DESCRIPTION
"estimates for FPGAs inside of clang ${ROOFLINE_LLVM} and opt ${ROOFLINE_LLVM}
A plugin of LLVM ${ROOFLINE_LLVM} that gives the estimates of roofline as
remarks at the lines of the source in an ordinary clang compile.")
set(CPACK_COMPONENT_CORES_DESCRIPTION
"hardware from OpenCL kernels
The commands of roofline that search the designs of a kernel and emit the
chosen one as verified Verilog, OpenCL C or HLS C++.")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

# Each release of Debian has packages of its own: 0.1.0-1~deb12.
set(release 1)
if(EXISTS /etc/debian_version)
  file(STRINGS /etc/os-release id REGEX "^VERSION_ID=")
  string(REGEX REPLACE "[^0-9]" "" id "${id}")
  if(id)
    string(APPEND release "~deb${id}")
  endif()
endif()
set(CPACK_DEBIAN_PACKAGE_RELEASE ${release})
set(CPACK_ROOFLINE_DEB_VERSION ${PROJECT_VERSION}-${release})
string(TIMESTAMP CPACK_ROOFLINE_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(CPACK_ROOFLINE_CMAKE ${PROJECT_SOURCE_DIR}/cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/FinishPackages.cmake)

# The driver reads Clang's own headers, which dpkg-shlibdeps does not see.
set(CPACK_DEBIAN_ANALYSIS_PACKAGE_DEPENDS libclang-common-${ROOFLINE_LLVM}-dev)
set(CPACK_DEBIAN_PLUGIN_PACKAGE_DEPENDS "roofline (= ${CPACK_ROOFLINE_DEB_VERSION})")
set(CPACK_DEBIAN_CORES_PACKAGE_DEPENDS "roofline (= ${CPACK_ROOFLINE_DEB_VERSION})")
# What loads the plugin; programs that single commands run: profile; measure. Verify and
# emit; calibrate.
set(CPACK_DEBIAN_ANALYSIS_PACKAGE_RECOMMENDS
    "roofline-plugin-${ROOFLINE_LLVM}, oclgrind, pocl-opencl-icd")
set(CPACK_DEBIAN_PLUGIN_PACKAGE_RECOMMENDS "clang-${ROOFLINE_LLVM}, llvm-${ROOFLINE_LLVM}")
set(CPACK_DEBIAN_ANALYSIS_PACKAGE_SUGGESTS roofline-cores)
set(CPACK_DEBIAN_CORES_PACKAGE_RECOMMENDS "verilator, iverilog, make, g++, yosys")
set(CPACK_DEBIAN_CORES_PACKAGE_SUGGESTS "nextpnr-ice40, slurm-client")

set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF) # one .tar.gz, which may lie anywhere
set(CPACK_SOURCE_GENERATOR TXZ)
set(CPACK_SOURCE_IGNORE_FILES "/\\\\.git/" "/build[^/]*/" "/\\\\.cache/" "/__pycache__/" "\\\\.vsix$")
include(CPack)
