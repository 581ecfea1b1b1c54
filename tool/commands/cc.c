/* `spanwise cc`: compile/driver has it all, but for what --help prints. */
#include "compile/driver/cc_args.h"
#include "tool/options/options.h"

static const struct sw_option options[] = {
    {"spanwise-cc", 0, SW_VALUE_FILE, "COMPILER",
     .help = "use COMPILER (default: $SPANWISE_CC, gcc, clang, cc; for C++ $SPANWISE_CXX, g++, "
             "clang++, c++)"},
    {"spanwise-rewrite", .help = "print the rewritten source instead of compiling it"},
    {"print-link-flags",
     .help = "print the flags that another compiler driver needs to link a parallel program"},
    {"help", .help = "print this text (as the only argument)"},
    {0},
};

static int command(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "--help"))
        return sw_cc(argc, argv);
    sw_usage_print(&sw_command_cc, stdout);
    return 0;
}

const struct sw_command sw_command_cc = {
    .name = "cc",
    .run = command,
    .what = "build a Cilk program with the stock compiler (also: CC=spanwise-cc)",
    .synopses = {"[--spanwise-cc=COMPILER] [compiler options] FILES..."},
    .about = "Builds a Cilk program (cilk_spawn, cilk_sync, cilk_for, cilk_scope) with the stock "
             "compiler, ready for 'spanwise run'. Takes the compiler's own options; CC=spanwise-cc "
             "does the same in makefiles. 'spanwise c++' and CXX=spanwise-c++ do so for C++.",
    .options = options,
    .operands = SW_SOURCES,
    .is_compiler = true,
    .examples = {{"spanwise cc -O2 -g yours.c -o yours", "Then: spanwise run ./yours."},
                 {"make CC=spanwise-cc", "For a program built by a makefile."}},
    .status = "The compiler's own; 1 if a source could not be rewritten.",
    .see = "run",
};
