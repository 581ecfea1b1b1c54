/* How much longer the sections of an annotated program take beside something that draws on the memory. */
#include "tool/measure/beside.h"
#include "analysis/predict/tree_shares.h"
#include "console/install.h"
#include "console/message.h"
#include "tool/common/interrupt.h"
#include "tool/measure/child.h"
#include "tool/measure/profiling.h"
#include "tool/measure/trial.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

enum { PATIENCE_MS = 20000, MOST_THREADS = 64, DIGITS = 12 };

/* A program beside the user's that draws memory traffic, as much as it is told (helpers/calibrate/memory.c). */
struct sw_hog {
    pid_t pid;
    int to, from; /* pipes */
};

/* Each thread draws so many MB/s from when this returns; 0: nothing. 0 or -errno. */
static int hog_draw(struct sw_hog *hog, double mb_s)
{
    char text[64];
    struct pollfd p = {.fd = hog->from, .events = POLLIN};
    int n = snprintf(text, sizeof text, "%.0f\n", mb_s);
    if (waitpid(hog->pid, NULL, WNOHANG) != 0) { /* or we would write to nobody */
        hog->pid = 0;
        return -ECHILD;
    }
    if (write(hog->to, text, (size_t)n) != n)
        return -EIO;
    if (poll(&p, 1, PATIENCE_MS) <= 0)
        return -ETIMEDOUT;
    return read(hog->from, text, sizeof text) > 0 ? 0 : -ECHILD;
}

static void hog_stop(struct sw_hog *hog)
{
    if (hog->pid > 0) {
        kill(hog->pid, SIGKILL);
        while (waitpid(hog->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    if (hog->to > 0) {
        close(hog->to);
        close(hog->from);
    }
    *hog = (struct sw_hog){0};
}

struct ends {
    int to[2], from[2];
};

static void set_up(void *data)
{
    const struct ends *e = data;
    dup2(e->to[0], STDIN_FILENO);
    dup2(e->from[1], STDOUT_FILENO);
    unsetenv("LD_PRELOAD");
}

static int start(struct sw_hog *hog, char *const *argv)
{
    struct ends e;
    if (pipe2(e.to, O_CLOEXEC) < 0)
        return -errno;
    if (pipe2(e.from, O_CLOEXEC) < 0) {
        int error = -errno;
        close(e.to[0]);
        close(e.to[1]);
        return error;
    }
    struct sw_start s = {argv, NULL, set_up, &e};
    *hog = (struct sw_hog){sw_start(&s), e.to[1], e.from[0]};
    close(e.to[0]);
    close(e.from[1]);
    if (hog->pid > 0)
        return 0;
    close(hog->to);
    close(hog->from);
    return hog->pid;
}

/* With a thread on each of these processors, quiet at first. 0 or -errno: -ENOMEM where there is too little for its arrays. */
static int hog_start(struct sw_hog *hog, const int *pins, unsigned n)
{
    char path[PATH_MAX], numbers[MOST_THREADS][DIGITS], option[] = "--hog";
    char *argv[MOST_THREADS + 3] = {path, option};
    *hog = (struct sw_hog){0};
    if (!sw_install_lib())
        return -ENOENT;
    snprintf(path, sizeof path, "%s/memory-costs", sw_install_lib());
    for (unsigned i = 0; i < n && i < MOST_THREADS; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%d", pins[i]);
        argv[i + 2] = numbers[i];
    }
    int error = start(hog, argv);
    if (error)
        return error;
    error = hog_draw(hog, 0);
    if (error)
        hog_stop(hog);
    return error ? -ENOMEM : 0;
}

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
    if (sw_tree_shares_make(&shares, &profile->tree))
        return sw_error("not enough memory");
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
        return sw_error(
            "--memory: '%s' %s %d when run again; that run has no terminal, and its output is "
            "discarded",
            run->argv[0], WIFSIGNALED(status) ? "was killed by signal" : "exited with status",
            WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
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

enum { MOST_CONDITIONS = 64, MOST_ROUNDS = 32 };

#define WORTH_MORE 1.05 /* beside the strongest hog: with less, weaker ones tell nothing */
#define UNLIMITED  1e9  /* MB/s */

/* One way to run it. */
struct condition {
    unsigned threads; /* of a hog; or copies, the first among them; alone: 1 copy */
    double mb_s;      /* of each thread of the hog; 0: none */
    bool strongest;   /* of the hogs with so many threads */
};

struct measuring {
    const struct sw_beside_request *request;
    struct sw_beside *beside;
    struct condition conditions[MOST_CONDITIONS];
    bool left_out[MOST_CONDITIONS];
    double *alone, *times; /* [round][site], [condition][round][site] */
    struct sw_section_run run;
    struct sw_hog hog;
    unsigned hog_threads;
};

static double *times_of(struct measuring *m, size_t condition, unsigned round)
{
    size_t row = condition * m->request->rounds + round;
    return m->times + row * m->beside->n_sites;
}

static bool start_hog(struct measuring *m, unsigned threads)
{
    if (m->hog_threads == threads)
        return true;
    hog_stop(&m->hog);
    m->hog_threads = threads;
    int error = hog_start(&m->hog, m->run.pins + 1, threads);
    if (error)
        sw_error("--memory: cannot start the memory hog: %s", strerror(-error));
    return !error;
}

static bool run_condition(struct measuring *m, const struct condition *c, double *by_site)
{
    double most = m->request->machine ? m->request->machine->one_thread : 0;
    if (c->mb_s <= 0)
        return sw_section_run_once(&m->run, m->request->options, c->threads, by_site);
    if (!start_hog(m, c->threads))
        return false;
    int error = hog_draw(&m->hog, c->mb_s >= most ? UNLIMITED : c->mb_s);
    bool fine = !error && sw_section_run_once(&m->run, m->request->options, 1, by_site);
    if (!error)
        error = hog_draw(&m->hog, 0);
    if (error && !sw_interrupt_asked())
        sw_error("--memory: the memory hog died: %s", strerror(-error));
    return fine && !error;
}

/* Does a weaker hog than this have anything to tell? */
static bool slows(struct measuring *m, size_t condition)
{
    const double *beside = times_of(m, condition, 0);
    bool any = false;
    for (size_t i = 1; i < m->beside->n_sites; i++)
        any |= beside[i] > WORTH_MORE * m->alone[i];
    return any;
}

static void leave_out_weaker(struct measuring *m, size_t strongest)
{
    for (size_t i = 0; i < m->beside->n_conditions; i++)
        if (m->conditions[i].threads == m->conditions[strongest].threads && i != strongest)
            m->left_out[i] = true;
}

static bool run_round(struct measuring *m, unsigned round)
{
    static const struct condition alone = {.threads = 1};
    struct sw_beside *b = m->beside;
    sw_progress("predict: round %u of %u next to other users of memory", round + 1,
                m->request->rounds);
    bool fine = run_condition(m, &alone, m->alone + round * b->n_sites);
    for (int weaker = 0; weaker < 2; weaker++)
        for (size_t i = 0; fine && i < b->n_conditions; i++) {
            if (m->left_out[i] || m->conditions[i].strongest == weaker)
                continue;
            fine = run_condition(m, &m->conditions[i], times_of(m, i, round));
            if (fine && !weaker && round == 0 && m->request->machine && !slows(m, i))
                leave_out_weaker(m, i);
        }
    return fine;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The middle of the rounds, and the first and last of them. */
static struct sw_slowdown sum_up(struct measuring *m, size_t condition, size_t site)
{
    double ratios[MOST_ROUNDS];
    struct sw_slowdown s = {.threads = m->conditions[condition].threads};
    unsigned n = 0;
    for (unsigned r = 0; r < m->request->rounds; r++) {
        double alone = m->alone[r * m->beside->n_sites + site];
        double beside = times_of(m, condition, r)[site];
        if (alone > 0 && beside > 0)
            ratios[n++] = beside / alone;
    }
    if (!n)
        return s;
    qsort(ratios, n, sizeof *ratios, by_value);
    s.factor = n % 2 ? ratios[n / 2] : (ratios[n / 2 - 1] + ratios[n / 2]) / 2;
    s.low = ratios[0];
    s.high = ratios[n - 1];
    return s;
}

static void plan_hogs(struct measuring *m)
{
    const struct sw_machine *machine = m->request->machine;
    for (size_t i = 0; i < machine->n_hogs && i < MOST_CONDITIONS; i++) {
        bool strongest = true;
        for (size_t k = 0; k < machine->n_hogs; k++)
            strongest &= machine->hogs[k].threads != machine->hogs[i].threads ||
                         machine->hogs[k].mb_s <= machine->hogs[i].mb_s;
        m->conditions[i] =
            (struct condition){machine->hogs[i].threads, machine->hogs[i].mb_s, strongest};
        m->left_out[i] = machine->hogs[i].threads >= m->run.n_pins;
        m->beside->n_conditions = i + 1;
    }
}

/* 2, 4, 8, ... and as many as there are processors. */
static void plan_copies(struct measuring *m)
{
    for (unsigned t = 2; t <= m->run.n_pins && m->beside->n_conditions < MOST_CONDITIONS;
         t = t == m->run.n_pins      ? t + 1
             : 2 * t < m->run.n_pins ? 2 * t
                                     : m->run.n_pins)
        m->conditions[m->beside->n_conditions++] = (struct condition){t, 0, true};
}

static bool make_ready(struct measuring *m)
{
    struct sw_beside *b = m->beside;
    size_t rows = m->request->rounds;
    if (m->request->machine)
        plan_hogs(m);
    else
        plan_copies(m);
    if (m->run.n_pins < 2 || !b->n_conditions)
        return sw_error(
            "--memory: there is only one processor, so nothing can run next to the program");
    m->alone = calloc(rows * b->n_sites, sizeof(double));
    m->times = calloc(b->n_conditions * rows * b->n_sites, sizeof(double));
    b->slowdowns = calloc(b->n_conditions * b->n_sites, sizeof *b->slowdowns);
    if (m->alone && m->times && b->slowdowns)
        return true;
    return sw_error("not enough memory");
}

static bool measure(struct measuring *m)
{
    bool fine = sw_section_run_init(&m->run, m->request->argv, m->request->tree) && make_ready(m);
    for (unsigned r = 0; fine && r < m->request->rounds; r++)
        fine = run_round(m, r);
    sw_progress_erase();
    hog_stop(&m->hog);
    sw_section_run_release(&m->run);
    return fine;
}

bool sw_beside_measure(struct sw_beside *b, const struct sw_beside_request *request)
{
    struct measuring *m = calloc(1, sizeof *m);
    *b = (struct sw_beside){.n_sites = request->tree->n_sites, .rounds = request->rounds};
    if (!m)
        return sw_error("not enough memory");
    *m = (struct measuring){.request = request, .beside = b};
    bool fine = measure(m);
    for (size_t c = 0; fine && c < b->n_conditions; c++)
        for (size_t site = 1; site < b->n_sites && !m->left_out[c]; site++)
            b->slowdowns[c * b->n_sites + site] = sum_up(m, c, site);
    free(m->alone);
    free(m->times);
    free(m);
    return fine;
}

void sw_beside_release(struct sw_beside *b)
{
    free(b->slowdowns);
    b->slowdowns = NULL;
}

void sw_beside_of_site(const struct sw_beside *b, uint32_t site, struct sw_slowdown *slowdowns)
{
    for (size_t c = 0; c < b->n_conditions; c++)
        slowdowns[c] = b->slowdowns[c * b->n_sites + site];
}
