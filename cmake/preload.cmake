# lib/spanwise/preload/$LIB/libspanwise-*.so, for what a loader of glibc may put in place of $LIB: Debian's, and its derivatives'; that of others;
# that of glibc as it comes, for folders like Debian's. Links to files and not folders: there is no way round in circles.
set(SW_TUPLE ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu)
foreach(folder lib lib64 ${SW_TUPLE} lib/${SW_TUPLE})
  file(MAKE_DIRECTORY ${SW_LIB_DIR}/preload/${folder})
  string(REGEX REPLACE "[^/]+" ".." up preload/${folder})
  foreach(library spanwise spanwise-annotate spanwise-calls spanwise-locks spanwise-mpi spanwise-openmp spanwise-sample spanwise-threads)
    file(CREATE_LINK ${up}/lib${library}.so ${SW_LIB_DIR}/preload/${folder}/lib${library}.so SYMBOLIC)
  endforeach()
endforeach()
install(DIRECTORY ${SW_LIB_DIR}/preload DESTINATION ${CMAKE_INSTALL_LIBDIR}/spanwise)
