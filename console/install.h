/*
 * Directories of this installation, found from /proc/self/exe: build tree or installed alike.
 * Each returns a string that lives as long as the process, or NULL after an error message.
 */
#pragma once

const char *sw_install_lib(void);     /* .../lib/spanwise: libspanwise.so, as/, link/, ... */
const char *sw_install_include(void); /* holds spanwise.h and cilk/ */
const char *sw_install_exe(void);     /* this executable */
