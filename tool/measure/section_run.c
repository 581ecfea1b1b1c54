#include "tool/measure/section_run.h"
#include "analysis/predict/tree_shares.h"
#include "console/message.h"
#include "console/progress.h"
#include "tool/common/interrupt.h"
#include "tool/measure/child.h"
#include "tool/measure/profiling.h"
#include "tool/measure/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Sites have the same numbers in every run, unless the program takes another way. */
static bool same_site(const struct sw_tree_site *a, const struct sw_tree_site *b)
{
    return a->kind == b->kind && a->line == b->line && !strcmp(a->label, b->label) &&
           !strcmp(a->file, b->file) && !strcmp(a->function, b->function);
}

static size_t find_site(const struct sw_program_tree *tree, const struct sw_program_tree *in,
                        size_t site)
{
    if (site < in->n_sites && same_site(&tree->sites[site], &in->sites[site]))
        return site;
    for (size_t i = 1; i < in->n_sites; i++)
        if (same_site(&tree->sites[site], &in->sites[i]))
            return i;
    return 0;
}

static bool add_sections(struct sw_section_run *run, const struct sw_profile *profile, double share,
                         double *by_site)
{
    struct sw_tree_shares shares;
    if (sw_tree_shares_make(&shares, &profile->tree)) {
        sw_error("not enough memory");
        return false;
    }
    for (size_t i = 1; i < run->tree->n_sites; i++) {
        size_t at = find_site(run->tree, &profile->tree, i);
        if (at)
            by_site[i] += share * shares.sections[at].work;
    }
    sw_tree_shares_release(&shares);
    return true;
}

static bool check_ends(const struct sw_section_run *run, unsigned copies)
{
    for (unsigned i = 0; i < copies; i++) {
        int status = run->ends[i].status;
        if (!status)
            continue;
        sw_progress_erase();
        sw_error("--memory: '%s' %s %d when run again; that run has no terminal, and its output is "
                 "discarded",
                 run->argv[0], WIFSIGNALED(status) ? "was killed by signal" : "exited with status",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        return false;
    }
    return true;
}

static bool run_profiled(struct sw_section_run *run, struct sw_profiling *p, unsigned copies)
{
    struct sw_trial trial = {.argv = p->command,
                             .environment = p->environment,
                             .input = run->input,
                             .output = run->null,
                             .errors = run->null,
                             .poll_fd = p->receiver.poll,
                             .on_input = sw_profiling_take,
                             .data = p,
                             .pins = run->pins};
    int error = sw_trial_run(&trial, run->ends, copies);
    if (sw_interrupt_asked())
        return false;
    if (error)
        sw_child_refuse(run->argv[0], error);
    return !error && check_ends(run, copies);
}

/* The mean of all copies. */
bool sw_section_run_once(struct sw_section_run *run, const struct sw_live_options *options,
                         unsigned copies, double *by_site)
{
    struct sw_profiling p;
    bool fine = !sw_profiling_init(&p, run->argv, options) && copies <= run->n_pins &&
                run_profiled(run, &p, copies);
    if (fine)
        sw_profiling_collect(&p, 0);
    if (fine && !p.n_profiles) {
        sw_error("--memory: '%s' was not profiled when it was run again", run->argv[0]);
        fine = false;
    }
    size_t n = fine && p.n_profiles < copies ? p.n_profiles : copies;
    for (size_t i = 0; fine && i < n; i++)
        fine = add_sections(run, &p.profiles[i], 1.0 / (double)n, by_site);
    sw_profiling_release(&p);
    return fine;
}

bool sw_section_run_init(struct sw_section_run *run, char *const *argv,
                         const struct sw_program_tree *tree)
{
    struct stat input;
    sw_interrupt_hold();
    *run = (struct sw_section_run){.argv = argv, .tree = tree};
    run->n_pins = sw_pins(run->pins);
    run->input =
        !fstat(STDIN_FILENO, &input) && S_ISREG(input.st_mode) ? "/proc/self/fd/0" : "/dev/null";
    run->null = open("/dev/null", O_RDWR | O_CLOEXEC);
    run->ends = calloc(run->n_pins + 1, sizeof *run->ends);
    int error = run->null < 0 ? -errno : !run->ends ? -ENOMEM : 0;
    if (error)
        sw_error("--memory: cannot run '%s' again: %s", argv[0], strerror(-error));
    else if (!sw_is_quiet())
        sw_error("'%s' is going to run several more times, silently; --memory asks for that",
                 argv[0]);
    return !error;
}

void sw_section_run_release(struct sw_section_run *run)
{
    if (sw_interrupt_asked())
        sw_error("--memory: interrupted");
    sw_interrupt_release();
    if (run->null >= 0)
        close(run->null);
    free(run->ends);
}
