# Runs before packages are closed: gives each .deb what Debian's policy asks of its folder
# in share/doc, and compresses manual pages.
if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()
file(READ ${CPACK_ROOFLINE_CMAKE}/copyright.in ours)
file(READ ${CPACK_ROOFLINE_CMAKE}/copyright-plot.in plot)

# as_field(TEXT): each line begins with a space, an empty one is a dot.
function(as_field name)
  string(REGEX REPLACE "[ \t\r]+\n" "\n" text "\n${${name}}")
  string(REGEX REPLACE "\n([^\n])" "\n \\1" text "${text}")
  while(text MATCHES "\n\n")
    string(REPLACE "\n\n" "\n .\n" text "${text}")
  endwhile()
  string(SUBSTRING "${text}" 1 -1 text)
  set(${name} "${text}" PARENT_SCOPE)
endfunction()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} key)
  set(package ${CPACK_DEBIAN_${key}_PACKAGE_NAME})
  set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${component}/usr/share)
  set(doc ${share}/doc/${package})
  file(MAKE_DIRECTORY ${doc})
  file(WRITE ${doc}/copyright "${ours}")
  if(EXISTS ${share}/roofline/plot/NOTICES)
    file(READ ${share}/roofline/plot/NOTICES notices)
    as_field(notices)
    file(APPEND ${doc}/copyright "${plot}${notices}")
  endif()
  file(CONFIGURE OUTPUT ${doc}/changelog.Debian @ONLY CONTENT
[=[@package@ (@CPACK_ROOFLINE_DEB_VERSION@) unstable; urgency=medium

  * What changed is in roofline's CHANGELOG.md.

 -- @CPACK_PACKAGE_CONTACT@  @CPACK_ROOFLINE_DATE@
]=])
  if(EXISTS ${doc}/CHANGELOG.md) # other pages link it under that name
    file(COPY_FILE ${doc}/CHANGELOG.md ${doc}/changelog)
  endif()
  file(GLOB pages ${share}/man/man1/*.1 ${doc}/changelog)
  execute_process(COMMAND gzip -9n ${doc}/changelog.Debian ${pages} COMMAND_ERROR_IS_FATAL ANY)
  if(component STREQUAL cores) # roofline's page has their commands
    file(MAKE_DIRECTORY ${share}/man/man1)
    file(CREATE_LINK roofline.1.gz ${share}/man/man1/roofline-cores.1.gz SYMBOLIC)
  endif()
endforeach()
