# Runs before the .deb is closed: Debian wants the manual and the changelog compressed.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
file(RENAME ${share}/doc/roofline/CHANGELOG.md ${share}/doc/roofline/changelog)
file(GLOB manuals ${share}/man/man1/*.1)
execute_process(COMMAND gzip -9n ${share}/doc/roofline/changelog ${manuals}
                COMMAND_ERROR_IS_FATAL ANY)
