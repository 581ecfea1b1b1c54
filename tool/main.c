/* The entry point: one executable under three names (spanwise, spanwise-cc, as). */
#include "tool/command.h"

#include <stdio.h>
#include <string.h>

struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *what;
};

static const struct command commands[] = {
    {"cc", sw_command_cc, "build a Cilk program with the stock compiler (also: CC=spanwise-cc)"},
    {"run", sw_command_run, "profile a program: work, span and speedup bounds, every call site"},
    {"sample", sw_command_sample,
     "watch a parallel run of any program: where processors sit idle, what is overhead"},
    {"report", sw_command_report, "print a profile: text, csv, json, gnuplot"},
    {"diff", sw_command_diff, "what changed from one profile to another, and where"},
    {"merge", sw_command_merge, "the ranks of an MPI program: side by side, and as one profile"},
    {"check", sw_command_check, "fail a build where parallelism, span or work break a limit"},
    {"bench", sw_command_bench, "real speedups beside the predicted range"},
    {"calibrate", sw_command_calibrate, "what constructs and memory cost here, for predictions"},
    {"predict", sw_command_predict,
     "the speedup of annotated serial code, or of any program tree, by processors and schedule"},
    {"what-if", sw_command_what_if, "what a change would gain, and which one gains most"},
    {"meters", sw_command_meters, "what can be counted on this machine, and what that costs"},
};
#define N_COMMANDS (sizeof commands / sizeof *commands)

static void usage(FILE *out)
{
    fputs("usage: spanwise COMMAND [options] ...\n\n", out);
    for (size_t i = 0; i < N_COMMANDS; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].what);
    fputs("\n'spanwise COMMAND --help' tells more. 'spanwise --version' prints the version.\n",
          out);
}

/* spanwise-cc and as are links to this executable: CC= and gcc's -B want a name of its own. */
static int run_as_link(const char *name, int argc, char **argv, int *status)
{
    if (!strcmp(name, "spanwise-cc"))
        *status = sw_command_cc(argc, argv);
    else if (!strcmp(name, "as"))
        *status = sw_command_as(argc, argv);
    else
        return 0;
    return 1;
}

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/');
    int status;
    if (run_as_link(slash ? slash + 1 : argv[0], argc, argv, &status))
        return status;
    if (argc < 2) {
        usage(stderr);
        return 2;
    }
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (!strcmp(argv[1], commands[i].name))
            return commands[i].run(argc - 1, argv + 1);
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        usage(stdout);
        return 0;
    }
    if (!strcmp(argv[1], "--version")) {
        puts("spanwise " SW_VERSION);
        return 0;
    }
    sw_error("'%s' is not a command; 'spanwise --help' lists them", argv[1]);
    return 2;
}
