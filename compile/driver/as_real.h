/*
 * The assembler that would have run without us: never ourselves, by whatever name.
 *
 * SPANWISE_AS names it, by a path or as found in PATH: the compiler driver sets it to what
 * `cc -print-prog-name=as` says. Without it: the first `as` in COMPILER_PATH, where gcc looks for
 * its programs; else in PATH `ARCH-linux-gnu-as` when the text is for another architecture than this
 * one, `as` otherwise.
 */
#ifndef SPANWISE_COMPILE_DRIVER_AS_REAL_H
#define SPANWISE_COMPILE_DRIVER_AS_REAL_H

/* `arch` "x86_64", "aarch64", or NULL. Returns an owned path, or NULL after an error.
 */
char *sw_as_find(const char *arch);

#endif
