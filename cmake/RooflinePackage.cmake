# Two Debian packages, a tower each: scripts/package.sh BUILD. LLVM and Clang 22 are
# Debian 12's own.
install(FILES LICENSE.TXT DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME roofline)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL analysis cores)
set(CPACK_DEBIAN_ANALYSIS_PACKAGE_NAME roofline)
set(CPACK_DEBIAN_CORES_PACKAGE_NAME roofline-cores)
set(CPACK_PACKAGE_CONTACT "The Roofline maintainers")
set(CPACK_COMPONENT_ANALYSIS_DESCRIPTION
"how fast an OpenCL kernel can run on an FPGA
Prices OpenCL kernels on FPGA boards inside an ordinary clang compile:
the time, what limits it, and what a change would gain.")
set(CPACK_COMPONENT_CORES_DESCRIPTION
"hardware from OpenCL kernels
The commands of roofline that search the designs of a kernel and emit the
chosen one as verified Verilog, OpenCL C or HLS C++.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/CompressPackage.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The driver reads Clang's own headers, which dpkg-shlibdeps does not see.
set(CPACK_DEBIAN_ANALYSIS_PACKAGE_DEPENDS libclang-common-22-dev)
set(CPACK_DEBIAN_CORES_PACKAGE_DEPENDS "roofline (= ${PROJECT_VERSION})")
# What loads the plugin; programs that single commands run: profile; measure. Verify and
# emit; calibrate.
set(CPACK_DEBIAN_ANALYSIS_PACKAGE_RECOMMENDS "clang-22, llvm-22, oclgrind, pocl-opencl-icd")
set(CPACK_DEBIAN_ANALYSIS_PACKAGE_SUGGESTS roofline-cores)
set(CPACK_DEBIAN_CORES_PACKAGE_RECOMMENDS "verilator, iverilog, make, g++, yosys")
set(CPACK_DEBIAN_CORES_PACKAGE_SUGGESTS "nextpnr-ice40, slurm-client")
include(CPack)
