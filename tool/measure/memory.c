/* How memory slows the sections of an annotated program on more cores: by hardware counters, by its traffic, or beside hogs and copies. */
#include "tool/measure/memory.h"
#include "analysis/memory/sections.h"
#include "analysis/memory/traffic.h"
#include "analysis/predict/tree_figures.h"
#include "analysis/predict/tree_sites.h"
#include "base/order.h"
#include "base/pins.h"
#include "console/install.h"
#include "console/message.h"
#include "tool/common/interrupt.h"
#include "tool/measure/child.h"
#include "tool/measure/machines.h"
#include "tool/measure/meters.h"
#include "tool/measure/traffic.h"
#include "tool/measure/trial.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

enum { PATIENCE_MS = 20000, MOST_THREADS = 64, DIGITS = 12, MOST_CONDITIONS = 64, ROUNDS = 3 };

/*
 * Runs a program again under the profiler, in silence, for the lengths of its outermost sections: its output is thrown
 * away, its input is the same file as ours, or nothing. Signals that ask us to end are kept until it is over.
 */
struct section_run {
    char *const *argv;
    const struct sw_program_tree *tree; /* whose sites are meant */
    int pins[SW_PINS_MOST];             /* processors: the program runs on the first */
    unsigned n_pins;
    const char *input;
    int null;
    struct sw_trial_end *ends;
};

/* How much longer the sections of an annotated program take beside something that draws on the memory. */
struct beside {
    size_t n_conditions;           /* hogs of the machine, or numbers of copies */
    struct sw_slowdown *slowdowns; /* by site, then by condition; factor 0: not measured */
};

/* A program beside the user's that draws memory traffic, as much as it is told (helpers/calibrate/memory.c). */
struct hog {
    pid_t pid;
    int socket; /* its input and output */
};

/* Each thread draws so many MB/s from when this returns; 0: nothing. 0 or -errno. */
static int hog_draw(struct hog *hog, double mb_s)
{
    char text[64];
    struct pollfd p = {.fd = hog->socket, .events = POLLIN};
    int n = snprintf(text, sizeof text, "%.0f\n", mb_s);
    if (waitpid(hog->pid, NULL, WNOHANG) != 0) { /* or we would write to nobody */
        hog->pid = 0;
        return -ECHILD;
    }
    if (write(hog->socket, text, (size_t)n) != n)
        return -EIO;
    if (poll(&p, 1, PATIENCE_MS) <= 0)
        return -ETIMEDOUT;
    return read(hog->socket, text, sizeof text) > 0 ? 0 : -ECHILD;
}

static void hog_stop(struct hog *hog)
{
    if (hog->pid > 0) {
        kill(hog->pid, SIGKILL);
        sw_reap(hog->pid, NULL);
    }
    if (hog->socket > 0)
        close(hog->socket);
    *hog = (struct hog){0};
}

static void set_up(void *its_end)
{
    dup2(*(int *)its_end, STDIN_FILENO);
    dup2(*(int *)its_end, STDOUT_FILENO);
    unsetenv("LD_PRELOAD");
}

/* With a thread on each of these processors, quiet at first. 0 or -errno: -ENOMEM where there is too little for its arrays. */
static int hog_start(struct hog *hog, const int *pins, unsigned n)
{
    char path[PATH_MAX], numbers[MOST_THREADS][DIGITS], option[] = "--hog";
    char *argv[MOST_THREADS + 3] = {path, option};
    int ends[2];
    *hog = (struct hog){0};
    if (!sw_install_lib())
        return -ENOENT;
    snprintf(path, sizeof path, "%s/memory-costs", sw_install_lib());
    for (unsigned i = 0; i < n && i < MOST_THREADS; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%d", pins[i]);
        argv[i + 2] = numbers[i];
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
        return -errno;
    struct sw_start start = {argv, NULL, set_up, &ends[1]};
    *hog = (struct hog){sw_start(&start), ends[0]};
    close(ends[1]);
    int error = hog->pid < 0 ? hog->pid : hog_draw(hog, 0) ? -ENOMEM : 0;
    if (error)
        hog_stop(hog);
    return error;
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

static bool add_sections(struct section_run *run, const struct sw_profile *profile, double share,
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

static bool check_ends(const struct section_run *run, unsigned copies)
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

static bool run_profiled(struct section_run *run, struct sw_profiling *p, unsigned copies)
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
static bool section_run_once(struct section_run *run, const struct sw_live_options *options,
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

/* False after a message. To be released in any case. */
static bool section_run_init(struct section_run *run, char *const *argv,
                             const struct sw_program_tree *tree)
{
    struct stat input;
    sw_interrupt_hold();
    *run = (struct section_run){.argv = argv, .tree = tree};
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

static void section_run_release(struct section_run *run)
{
    if (sw_interrupt_asked())
        sw_error("--memory: interrupted");
    sw_interrupt_release();
    if (run->null >= 0)
        close(run->null);
    free(run->ends);
}

#define WORTH_MORE 1.05 /* beside the strongest hog: with less, weaker ones tell nothing */
#define UNLIMITED  1e9  /* MB/s */

/* One way to run it. */
struct condition {
    unsigned threads; /* of a hog; or copies, the first among them; alone: 1 copy */
    double mb_s;      /* of each thread of the hog; 0: none */
    bool strongest;   /* of the hogs with so many threads */
};

struct measuring {
    struct sw_pool *pool;
    const struct sw_memory_request *request;
    const struct sw_machine *machine; /* this one, with its hogs; NULL: copies */
    size_t n_sites;
    struct beside *beside;
    struct condition conditions[MOST_CONDITIONS];
    bool left_out[MOST_CONDITIONS];
    double *alone, *times; /* [round][site], [condition][round][site] */
    struct section_run run;
    struct hog hog;
    unsigned hog_threads;
};

static double *times_of(struct measuring *m, size_t condition, unsigned round)
{
    return m->times + (condition * ROUNDS + round) * m->n_sites;
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
    double most = m->machine ? m->machine->one_thread : 0;
    if (c->mb_s <= 0)
        return section_run_once(&m->run, m->request->options, c->threads, by_site);
    if (!start_hog(m, c->threads))
        return false;
    int error = hog_draw(&m->hog, c->mb_s >= most ? UNLIMITED : c->mb_s);
    bool fine = !error && section_run_once(&m->run, m->request->options, 1, by_site);
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
    for (size_t i = 1; i < m->n_sites; i++)
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
    struct beside *b = m->beside;
    sw_progress("predict: round %u of %d next to other users of memory", round + 1, ROUNDS);
    bool fine = run_condition(m, &alone, m->alone + round * m->n_sites);
    for (int weaker = 0; weaker < 2; weaker++)
        for (size_t i = 0; fine && i < b->n_conditions; i++) {
            if (m->left_out[i] || m->conditions[i].strongest == weaker)
                continue;
            fine = run_condition(m, &m->conditions[i], times_of(m, i, round));
            if (fine && !weaker && round == 0 && m->machine && !slows(m, i))
                leave_out_weaker(m, i);
        }
    return fine;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return SW_RISING(x, y);
}

/* The middle of the rounds, and the first and last of them. */
static struct sw_slowdown sum_up(struct measuring *m, size_t condition, size_t site)
{
    double ratios[ROUNDS];
    struct sw_slowdown s = {.threads = m->conditions[condition].threads};
    unsigned n = 0;
    for (unsigned r = 0; r < ROUNDS; r++) {
        double alone = m->alone[r * m->n_sites + site];
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
    const struct sw_machine *machine = m->machine;
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
    struct beside *b = m->beside;
    if (m->machine)
        plan_hogs(m);
    else
        plan_copies(m);
    if (m->run.n_pins < 2 || !b->n_conditions)
        return sw_error(
            "--memory: there is only one processor, so nothing can run next to the program");
    SW_POOLED(m->pool, m->alone, ROUNDS * m->n_sites);
    SW_POOLED(m->pool, m->times, b->n_conditions * ROUNDS * m->n_sites);
    SW_POOLED(m->pool, b->slowdowns, b->n_conditions * m->n_sites);
    return !m->pool->error || sw_error("not enough memory");
}

static bool measure(struct measuring *m)
{
    bool fine = section_run_init(&m->run, m->request->argv, m->request->tree) && make_ready(m);
    for (unsigned r = 0; fine && r < ROUNDS; r++)
        fine = run_round(m, r);
    sw_progress_erase();
    hog_stop(&m->hog);
    section_run_release(&m->run);
    return fine;
}

/* False after a message. */
static bool measure_beside(struct beside *b, struct sw_pool *pool,
                           const struct sw_memory_request *request,
                           const struct sw_machine *machine)
{
    struct measuring *m;
    if (!SW_POOLED(pool, m, 1))
        return sw_error("not enough memory");
    *m = (struct measuring){.pool = pool,
                            .request = request,
                            .machine = machine,
                            .n_sites = request->tree->n_sites,
                            .beside = b};
    bool fine = measure(m);
    for (size_t c = 0; fine && c < b->n_conditions; c++)
        for (size_t site = 1; site < m->n_sites && !m->left_out[c]; site++)
            b->slowdowns[site * b->n_conditions + c] = sum_up(m, c, site);
    return fine;
}

static const struct sw_slowdown *beside_of(const struct beside *b, size_t site)
{
    return &b->slowdowns[site * b->n_conditions];
}

/* Cycles, instructions and cache misses of a program's outermost sections, by hardware counters: a run for each. */

static const struct {
    const char *meter;
    size_t at;
} wanted[] = {
    {"cycles", offsetof(struct sw_section_counts, cycles)},
    {"hw-instructions", offsetof(struct sw_section_counts, instructions)},
    {"cache-misses", offsetof(struct sw_section_counts, misses)},
};

#define N_WANTED (sizeof wanted / sizeof *wanted)

/* Whether this machine has them; else a sentence in `why`. */
static bool section_counts_work(char *why, size_t size)
{
    for (size_t i = 0; i < N_WANTED; i++) {
        struct sw_meter_probe probe;
        sw_meter_probe(sw_meter_find(wanted[i].meter), &probe);
        if (probe.works)
            continue;
        snprintf(why, size, "'%s' cannot be counted here: %s", wanted[i].meter, probe.why);
        return false;
    }
    return true;
}

static bool count(struct section_run *run, const struct sw_live_options *options, size_t which,
                  struct sw_section_counts *counts, double *by_site)
{
    const struct sw_meter *meter = sw_meter_find(wanted[which].meter);
    struct sw_live_options o = *options;
    size_t n = run->tree->n_sites;
    o.meter = meter->kind;
    o.perf_type = meter->perf_type;
    o.perf_config = meter->perf_config;
    for (size_t i = 0; i < n; i++)
        by_site[i] = 0;
    sw_progress("predict: counting %s", wanted[which].meter);
    bool fine = section_run_once(run, &o, 1, by_site);
    for (size_t i = 0; i < n; i++)
        *(double *)(void *)((char *)&counts[i] + wanted[which].at) = by_site[i];
    return fine;
}

static bool take_times(const struct sw_program_tree *tree, struct sw_section_counts *counts)
{
    struct sw_tree_shares shares;
    if (sw_tree_shares_make(&shares, tree))
        return false;
    for (size_t i = 0; i < tree->n_sites; i++)
        counts[i].ns = shares.sections[i].work;
    sw_tree_shares_release(&shares);
    return true;
}

/* By site of the tree; NULL after a message. Its lengths are nanoseconds. */
static struct sw_section_counts *section_counts_measure(struct sw_pool *pool, char *const *argv,
                                                        const struct sw_live_options *options,
                                                        const struct sw_program_tree *tree)
{
    struct sw_section_counts *counts;
    double *by_site;
    struct section_run run;
    bool fine = (SW_POOLED(pool, counts, tree->n_sites) &&
                 SW_POOLED(pool, by_site, tree->n_sites) && take_times(tree, counts)) ||
                sw_error("not enough memory");
    bool started = fine && section_run_init(&run, argv, tree);
    fine = started;
    for (size_t i = 0; fine && i < N_WANTED; i++)
        fine = count(&run, options, i, counts, by_site);
    sw_progress_erase();
    if (started)
        section_run_release(&run);
    return fine ? counts : NULL;
}

/* What was found out, by site. */
struct finding {
    struct sw_pool *pool;
    const struct sw_memory_request *request;
    struct sw_tree_shares shares;
    struct sw_machine here;           /* where it was needed */
    const struct sw_machine *machine; /* that psi is of; NULL: none is needed */
    struct sw_section_counts *counts;
    struct sw_traffic_estimate *traffics;
    struct sw_section_traffic *sections;
    char chosen[200]; /* why that machine; "": the user did */
    struct beside beside;
};

static struct sw_burden burden_of(const struct finding *f, uint32_t site, unsigned threads)
{
    if (f->counts)
        return sw_burden_by_counts(f->machine, &f->counts[site], threads);
    if (f->sections)
        return sw_burden_by_bandwidth(f->machine, &f->sections[site], threads);
    if (f->traffics)
        return sw_burden_by_traffic(f->machine, &f->traffics[site], threads);
    return sw_burden_by_slowdowns(beside_of(&f->beside, site), f->beside.n_conditions, threads);
}

static bool is_section(const struct finding *f, size_t site)
{
    return f->shares.sections[site].work > 0;
}

/* NULL: not known for some section, or no memory. */
static double *burdens_on(const struct finding *f, unsigned threads)
{
    size_t n = f->request->tree->n_sites;
    double *by_site;
    SW_POOLED(f->pool, by_site, n);
    for (size_t i = 0; by_site && i < n; i++) {
        struct sw_burden b = {.kind = SW_BURDEN_NONE, .factor = 1};
        if (is_section(f, i))
            b = burden_of(f, (uint32_t)i, threads);
        by_site[i] = b.factor;
        if (b.kind == SW_BURDEN_NOT_KNOWN)
            return NULL;
    }
    return by_site;
}

/* Of the sections the one that suffers most, or may do so most; 0: there is none. */
static uint32_t worst_of(const struct finding *f, unsigned threads, struct sw_burden *worst)
{
    uint32_t site = 0;
    *worst = (struct sw_burden){0};
    for (size_t i = 0; i < f->request->tree->n_sites; i++) {
        struct sw_burden b = {0};
        if (is_section(f, i))
            b = burden_of(f, (uint32_t)i, threads);
        if (b.high <= worst->high)
            continue;
        *worst = b;
        site = (uint32_t)i;
    }
    return site;
}

/* For all sections. */
static unsigned known_to(const struct finding *f)
{
    unsigned t = 1, most = 1u << 16;
    while (t < most) {
        for (size_t i = 0; i < f->request->tree->n_sites; i++)
            if (is_section(f, i) && burden_of(f, (uint32_t)i, t + 1).kind == SW_BURDEN_NOT_KNOWN)
                return t;
        t++;
    }
    return t;
}

static void say_traffic(const struct finding *f, uint32_t site, FILE *out)
{
    const struct sw_traffic_estimate *t = &f->traffics[site];
    if (t->bounded)
        fprintf(out, ", by a traffic of %.0f to %.0f MB/s", t->low, t->high);
    else
        fprintf(
            out,
            "; nothing slowed it down here, so its traffic is only known to be at most %.0f MB/s",
            t->high);
}

/* On as many threads as are known. */
static void say_worst(const struct finding *f, unsigned threads, FILE *out)
{
    char name[SW_TREE_NAME];
    struct sw_burden b;
    uint32_t site = worst_of(f, threads, &b);
    if (!site || threads < 2)
        return;
    fprintf(out, "; on %u threads %s takes %.2f times as long", threads,
            sw_tree_site_spoken(f->request->tree, site, name), b.factor);
    if (b.high - b.low > 0.005)
        fprintf(out, " (%.2f to %.2f)", b.low, b.high);
    if (f->traffics)
        say_traffic(f, site, out);
    if (f->sections)
        fprintf(out, ": a core wants %.1f GB/s",
                sw_section_mb_s(&f->sections[site], f->machine, threads) / 1e3);
}

/* A range that says too little to predict with, on the most processors that there is one for. */
static void say_range(const struct finding *f, FILE *out)
{
    const struct sw_memory_request *r = f->request;
    char name[SW_TREE_NAME];
    for (size_t i = r->n_processors; i-- > 0;) {
        struct sw_burden b;
        uint32_t site = worst_of(f, r->processors[i], &b);
        if (!site || b.kind != SW_BURDEN_NOT_KNOWN || b.high - b.low <= SW_BURDEN_VAGUE)
            continue;
        fprintf(out, "; on %u, anything from %.2f to %.2f times as long is possible for %s",
                r->processors[i], b.low, b.high, sw_tree_site_spoken(r->tree, site, name));
        if (f->traffics)
            say_traffic(f, site, out);
        return;
    }
}

static char *say(const struct finding *f)
{
    char *text = NULL;
    size_t size;
    unsigned to = known_to(f);
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    if (f->counts)
        fputs("modelled from hardware counters", out);
    else if (f->sections)
        fprintf(out, "modelled from its memory traffic, for %s%s%s",
                f->machine->name ? f->machine->name : "the machine that was given",
                *f->chosen ? ", " : "", f->chosen);
    else if (f->traffics)
        fprintf(out, "modelled from how sections slow down next to a hog, in %d rounds", ROUNDS);
    else
        fprintf(out, "measured next to copies of the program, in %d rounds", ROUNDS);
    say_worst(f, to, out);
    say_range(f, out);
    if (f->machine && f->machine->saturation_seen_to > 1 && !f->machine->saturates)
        fprintf(out, "; no saturation observed up to %u threads", f->machine->saturation_seen_to);
    fprintf(out, "; known up to %u thread%s, for %u and more it is not known", to,
            to == 1 ? "" : "s", to + 1);
    fclose(out);
    return text;
}

static bool find_traffics(struct finding *f, const struct sw_memory_request *r)
{
    if (!measure_beside(&f->beside, f->pool, r, &f->here))
        return false;
    if (!SW_POOLED(f->pool, f->traffics, r->tree->n_sites))
        return sw_error("not enough memory");
    for (size_t i = 0; i < r->tree->n_sites; i++)
        f->traffics[i] = sw_traffic_by_hogs(&f->here, beside_of(&f->beside, i));
    return true;
}

/* Hogs need this machine's description; models need the psi of the machine that it is for. */
static bool find_machine(struct finding *f, enum sw_memory_way way)
{
    const struct sw_machine *target = f->request->machine;
    if (way == SW_MEMORY_COPIES)
        return true;
    if (way == SW_MEMORY_HOG || !target) {
        if (!SW_FINE(sw_machine_here(&f->here, SW_MACHINE_MEMORY, false, why, sizeof why)))
            return false;
        if (!f->here.saturation_seen_to)
            return sw_error("--memory: this machine's memory has not been measured; 'spanwise "
                            "calibrate' does that, or says why it cannot");
    }
    f->machine = target ? target : &f->here;
    if (f->machine->n_psi)
        return true;
    return sw_error("--memory: the machine description has no entry for memory ('psi_mb_s')");
}

/* Once more, under the translator. 0; -ENODATA: it could not be followed, after a message; or another error, likewise. */
static int find_sections(struct finding *f)
{
    const struct sw_memory_request *r = f->request;
    unsigned most = r->n_processors ? r->processors[r->n_processors - 1] : 1;
    const struct sw_traffic_request traffic = {.argv = r->argv,
                                               .options = r->options,
                                               .end = r->end,
                                               .memory = 1 + sw_traffic_usual_capacity()};
    sw_traffic_run(r->profiling, &traffic);
    if (!r->profiling->n_profiles || !r->profiling->profiles[0].memory.is_there)
        return -ENODATA;
    if (r->machine && sw_machine_cache(r->machine, 1) > 0)
        f->machine = r->machine;
    else if (r->machine || sw_machine_for(&f->here, most, f->chosen, sizeof f->chosen))
        return sw_fail(-EINVAL,
                       "--memory: the machine description has no caches or bandwidth ('l2_bytes', "
                       "'bandwidth_mb_s')");
    else
        f->machine = &f->here;
    f->sections = sw_sections_traffic(r->tree, &r->profiling->profiles[0]);
    if (!f->sections)
        sw_error("not enough memory");
    return f->sections ? 0 : -ENOMEM;
}

static bool find(struct finding *f, enum sw_memory_way way)
{
    const struct sw_memory_request *r = f->request;
    char why[1024] = "";
    bool counters =
        (way == SW_MEMORY_ANY || way == SW_MEMORY_COUNTERS) && section_counts_work(why, sizeof why);
    if (way == SW_MEMORY_COUNTERS && !counters)
        return sw_error("--memory=counters: %s; --memory=traffic works without counters", why);
    if (way == SW_MEMORY_TRAFFIC || (way == SW_MEMORY_ANY && !counters)) {
        int error = find_sections(f);
        if (!error || error != -ENODATA || way == SW_MEMORY_TRAFFIC)
            return !error;
    }
    if (way == SW_MEMORY_ANY)
        way = counters ? SW_MEMORY_COUNTERS : SW_MEMORY_HOG;
    if (!find_machine(f, way))
        return false;
    if (way == SW_MEMORY_HOG)
        return find_traffics(f, r);
    if (way == SW_MEMORY_COUNTERS)
        return (f->counts = section_counts_measure(f->pool, r->argv, r->options, r->tree)) != NULL;
    return measure_beside(&f->beside, f->pool, r, NULL);
}

bool sw_memory_find(struct sw_memory *memory, const struct sw_memory_request *request)
{
    *memory = (struct sw_memory){.says = NULL};
    struct finding f = {.pool = &memory->pool, .request = request};
    SW_POOLED(&memory->pool, memory->burdens, request->n_processors);
    bool room = memory->burdens && !sw_tree_shares_make(&f.shares, request->tree);
    bool fine = room && find(&f, request->way);
    for (size_t i = 0; fine && i < request->n_processors; i++)
        memory->burdens[i] = burdens_on(&f, request->processors[i]);
    if (fine)
        room = !memory->pool.error && (memory->says = say(&f)) != NULL;
    if (!room)
        sw_error("not enough memory");
    sw_tree_shares_release(&f.shares);
    sw_machine_release(&f.here);
    free(f.sections);
    return fine && room;
}

void sw_memory_release(struct sw_memory *memory)
{
    sw_pool_release(&memory->pool);
    free(memory->says);
    *memory = (struct sw_memory){.says = NULL};
}
