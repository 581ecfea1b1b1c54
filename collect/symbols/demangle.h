/* Names of functions of C++ and Rust, as a symbol table has them, as the programmer wrote them: by the C++ library's own function
 * where there is one on this machine; it is loaded when the first such name comes. */
#ifndef SPANWISE_COLLECT_SYMBOLS_DEMANGLE_H
#define SPANWISE_COLLECT_SYMBOLS_DEMANGLE_H

/* With its namespaces and classes, without its parameters. A string of malloc; NULL: it is no such name, or there is no
 * such library. */
char *sw_symbols_demangle(const char *name);

#endif
