# A Debian package: scripts/package.sh build. LLVM and Clang 22 are Debian 12's own.
install(FILES LICENSE.TXT DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME roofline)
set(CPACK_PACKAGE_CONTACT "The Roofline maintainers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "how fast an OpenCL kernel can run on an FPGA")
set(CPACK_PACKAGE_DESCRIPTION
"Prices OpenCL kernels on FPGA boards inside an ordinary clang compile:
the time, what limits it, and what a change would gain. A driver searches
the designs of a kernel and emits the chosen one as verified Verilog,
OpenCL C or HLS C++.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/CompressPackage.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The driver reads Clang's own headers, which dpkg-shlibdeps does not see.
set(CPACK_DEBIAN_PACKAGE_DEPENDS clang-22)
# Programs that single commands run: opt-22; profile; measure; verify and emit; calibrate.
string(JOIN ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS
       llvm-22 oclgrind pocl-opencl-icd verilator iverilog make g++ yosys)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "nextpnr-ice40, slurm-client")
include(CPack)
