/* The command line of `spanwise check`. */
#ifndef SPANWISE_TOOL_COMMANDS_CHECK_OPTIONS_H
#define SPANWISE_TOOL_COMMANDS_CHECK_OPTIONS_H

#include "report/model/check.h"
#include "tool/options/run_options.h"

enum { SW_CHECK_MOST_LIMITS = 1000 };

struct sw_check_request {
    struct sw_limit limits[SW_CHECK_MOST_LIMITS];
    size_t n_limits;
    struct sw_run_options run;
    struct sw_check_options options;
    const char *keep, *out; /* or NULL */
    double tolerance;       /* a share; NAN: not given */
    bool is_profile;        /* argv[0] is one, not a program */
    bool once, rerun;       /* of a program: no steady figures; and whatever it does */
    char *const *argv;
    struct sw_scope scope;  /* of the limits to come, while options are taken */
    size_t n_in_scope;      /* limits since it was given */
    const char *run_option; /* the last one that is for a program only; NULL: none */
};

/* -1: go on; else the exit status, after a message or the help. */
int sw_check_parse(struct sw_check_request *request, int argc, char **argv);

#endif
