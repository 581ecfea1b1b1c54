/* The real compiler: which one it is, what it compiles for. */
#ifndef SPANWISE_COMPILE_DRIVER_CC_COMPILER_H
#define SPANWISE_COMPILE_DRIVER_CC_COMPILER_H

#include "compile/driver/cc_args.h"

enum sw_cc_target { SW_CC_AARCH64, SW_CC_X86_64, SW_CC_ELSEWHERE };

struct sw_cc_compiler {
    struct sw_strings command; /* its name, and options that were given with it */
    int is_clang;
    enum sw_cc_target target;
};

/* Finds it: what was asked for, SPANWISE_CC, gcc, clang or cc; of C++, SPANWISE_CXX, g++, clang++ or c++; but never this
 * program itself. Returns 0, or -1 after an error message. */
int sw_cc_compiler_find(struct sw_cc_compiler *compiler, const struct sw_cc_args *args);

/* Asks it what it is, with the options of `args` that could change that. 0, or -1 where it fails.
 */
int sw_cc_compiler_identify(struct sw_cc_compiler *compiler, const struct sw_cc_args *args);

void sw_cc_compiler_release(struct sw_cc_compiler *compiler);

#endif
