/* Names of C++ and Rust, as the linker has them, in those of the programmer. */
#ifndef SPANWISE_TOOL_SYMBOLS_DEMANGLE_H
#define SPANWISE_TOOL_SYMBOLS_DEMANGLE_H

/* "os::init" of "_ZN2os4initEv": without parameters. From malloc; NULL: it is no such name. */
char *sw_symbols_demangle(const char *name);

#endif
