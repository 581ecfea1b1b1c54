/* The entry point: one executable under four names (spanwise, spanwise-cc, spanwise-c++, as). */
#include "analysis/workspan/nearest.h"
#include "compile/driver/cc_args.h"
#include "compile/text/text.h"
#include "console/message.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"
#include "tool/options/options.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

/* A stack for the tool itself, whose limit is the user's business: 'ulimit -s 64' is for his program. */
enum { STACK_ENOUGH = 1 << 20, STACK_SIZE = 8 << 20, STACK_GUARD = 1 << 16 };

/* makecontext() passes on numbers only. */
static struct {
    int (*run)(int, char **);
    int argc, status;
    char **argv;
} call;

static void run_it(void)
{
    call.status = call.run(call.argc, call.argv);
}

static bool is_small(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < STACK_ENOUGH;
}

/* run(argc, argv), on a stack of its own where ours may not grow enough. Returns what it does. */
static int run_on_large_stack(int (*run)(int argc, char **argv), int argc, char **argv)
{
    ucontext_t here, there;
    void *stack = MAP_FAILED;
    if (is_small())
        stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED || getcontext(&there) < 0)
        return run(argc, argv);
    mprotect(stack, STACK_GUARD, PROT_NONE);
    call.run = run;
    call.argc = argc;
    call.argv = argv;
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = STACK_SIZE;
    there.uc_link = &here;
    makecontext(&there, run_it, 0);
    return swapcontext(&here, &there) < 0 ? run(argc, argv) : call.status;
}

enum { FEW_LETTERS = 2 }; /* that a mistyped name differs by */

/* For the build, which installs them. */
static int print_manual(const char *name)
{
    if (name && sw_is_among(name, "--help -h")) {
        puts("usage: spanwise man [COMMAND]\n\n"
             "Prints a manual page as roff: 'spanwise man report | man -l -' shows it.");
        return 0;
    }
    const struct sw_command *command = name ? sw_command_find(name) : NULL;
    if (name && !command)
        return sw_fail(2, "'%s' is not a command; 'spanwise --help' lists them", name);
    sw_manual_print(command, stdout);
    return fflush(stdout) || ferror(stdout);
}

/* What is no command is a program, or an option and then a program: 'spanwise -N 8 ./a' asks why it does not scale. Who has mistyped a
 * command is told. */
static int run_program(int argc, char **argv)
{
    char path[PATH_MAX], list[256];
    struct sw_nearest nearest = {.wanted = argv[1]};
    if (*argv[1] == '-' || sw_program_find(argv[1], path)) {
        sw_interrupt_ignore_limit();
        return sw_command_why.run(argc, argv);
    }
    for (size_t i = 0; sw_commands[i]; i++)
        sw_nearest_offer(&nearest, sw_commands[i]->name);
    while (nearest.n &&
           (nearest.distances[nearest.n - 1] > FEW_LETTERS ||
            2 * nearest.distances[nearest.n - 1] > strlen(nearest.names[nearest.n - 1])))
        nearest.n--;
    if (sw_is_file(argv[1]))
        sw_error("'%s' is not a command, and not a program in $PATH; did you mean 'spanwise ./%s'?",
                 argv[1], argv[1]);
    else if (nearest.n)
        sw_error("'%s' is neither a command nor a program; did you mean %s?", argv[1],
                 sw_nearest_list(&nearest, list, sizeof list));
    else
        sw_error("'%s' is neither a command nor a program; 'spanwise --help' lists the commands",
                 argv[1]);
    return 2;
}

static int run(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];
    /* Links to this executable: CC= and gcc's -B want a name of its own. */
    if (sw_is_among(name, "spanwise-cc spanwise-c++"))
        return sw_command_cc.run(argc, argv);
    if (!strcmp(name, "as"))
        return sw_as(argc, argv);
    if (argc < 2) {
        sw_usage_print_all(stderr);
        return 2;
    }
    if (!strcmp(argv[1], "c++")) /* cc, of which it is a name */
        return sw_command_cc.run(argc - 1, argv + 1);
    const struct sw_command *command = sw_command_find(argv[1]);
    if (command && command != &sw_command_cc) /* which becomes the compiler */
        sw_interrupt_ignore_limit();
    if (command)
        return command->run(argc - 1, argv + 1);
    if (argc == 3 && !strcmp(argv[1], "help") && sw_command_find(argv[2])) {
        sw_usage_print(sw_command_find(argv[2]), stdout);
        return 0;
    }
    if (!strcmp(argv[1], "man"))
        return print_manual(argv[2]);
    if (sw_is_among(argv[1], "--help -h help")) {
        sw_usage_print_all(stdout);
        return 0;
    }
    if (sw_is_among(argv[1], "--version -V")) {
        puts("spanwise " SW_VERSION);
        return 0;
    }
    return run_program(argc, argv);
}

int main(int argc, char **argv)
{
    return run_on_large_stack(run, argc, argv);
}
