/* The command line of `spanwise cc`: the compiler's own, read just as far as needed. */
#pragma once

#include "compile/text/text.h"

/* A list of strings, each owned. */
struct sw_strings {
    char **item; /* NULL-terminated */
    size_t count;
};

void sw_strings_add(struct sw_strings *strings, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void sw_strings_release(struct sw_strings *strings);

/* Several, up to a NULL: sw_strings_add_all(out, "-x", name, NULL). */
void sw_strings_add_all(struct sw_strings *strings, ...) __attribute__((sentinel));

/* Adds an argument; the words of a response file for "@file", as gcc does. */
void sw_strings_expand(struct sw_strings *strings, const char *arg);

/* A program of that name in a list of directories, of which an empty one is the current one; or, with a slash in it, itself. To be freed;
 * NULL: there is none. Never ourselves: a 'gcc' that is a link to us would run for ever. */
char *sw_find_in(const char *directories, const char *name);

enum sw_cc_mode {
    SW_CC_LINK,
    SW_CC_COMPILE,      /* -c */
    SW_CC_ASSEMBLY,     /* -S */
    SW_CC_SYNTAX,       /* -fsyntax-only */
    SW_CC_PREPROCESS,   /* -E, -M, -MM: the plain compiler's */
    SW_CC_PASS_THROUGH, /* asks the compiler something: --version, -print-..., no inputs */
};

/* What an argument is; an option's value in the next argument has the option's role. */
enum sw_cc_role {
    SW_CC_OPTION,
    SW_CC_C_SOURCE, /* or C++ */
    SW_CC_C_PREPROCESSED,
    SW_CC_HEADER, /* to be precompiled */
    SW_CC_OTHER_INPUT,
    SW_CC_LANGUAGE,     /* -x */
    SW_CC_MODE,         /* -c, -S, -E, -fsyntax-only */
    SW_CC_OUTPUT,       /* -o */
    SW_CC_DEPENDENCIES, /* -MD and those that go with it */
    SW_CC_LIBRARY,      /* -l: to the compiler it is an input */
    SW_CC_TEMPORARIES,  /* -save-temps, -P: not for a preprocessing of ours */
};

struct sw_cc_arg {
    char *text; /* owned */
    enum sw_cc_role role;
    const char *language; /* of inputs: the last -x before; NULL: by its suffix */
    int cxx;              /* of sources: C++ */
};

struct sw_cc_args {
    struct sw_cc_arg *arg; /* response files are expanded */
    size_t count;
    enum sw_cc_mode mode;
    const char *output;   /* -o; or NULL */
    const char *compiler; /* --spanwise-cc=; or NULL */
    int cxx;              /* the compiler is one of C++: `spanwise c++`, or --spanwise-cc=g++ */
    size_t n_sources;     /* in C or C++, preprocessed or not */
    size_t n_cxx_sources; /* those in C++ */
    size_t n_headers;
    size_t n_inputs;         /* all of them */
    int rewrite_only;        /* --spanwise-rewrite */
    int print_link_flags;    /* --print-link-flags */
    int relocatable;         /* -r: links, but makes no program */
    int shared;              /* -shared: a library */
    int races, addresses;    /* -fsanitize=thread, address */
    int no_exceptions;       /* -fno-exceptions */
    int old_cxx;             /* -std= of C++ before C++14 */
    int writes_dependencies; /* -MD, -MMD */
    int names_dependencies;  /* -MF */
    int names_target;        /* -MT, -MQ */
};

/* Returns 0, or -1 after an error message. */
int sw_cc_args_init(struct sw_cc_args *args, int argc, char **argv);
void sw_cc_args_release(struct sw_cc_args *args);

/* The two commands of this folder, which take their own argv and return the exit status. */
int sw_cc(int argc, char **argv); /* `spanwise cc`, but for its --help */
int sw_as(int argc, char **argv); /* the assembler wrapper that -B makes gcc call */
