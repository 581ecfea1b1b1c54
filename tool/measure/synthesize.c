/* Replays a program tree with real threads, each way in a child of its own, and adds up what sections take. */
#include "tool/measure/synthesize.h"
#include "analysis/synthesis/jobs.h"
#include "base/clock.h"
#include "base/pool.h"
#include "base/processors.h"
#include "console/install.h"
#include "console/message.h"
#include "tool/common/interrupt.h"
#include "tool/measure/trial.h"

#include <sys/mman.h>
#include <sys/wait.h>

struct synthesizing {
    const struct sw_program_tree *tree;
    const struct sw_synthesis_options *options;
    struct sw_synthesis *synthesis;
    struct sw_synthesis_tree flat;
    struct sw_synthesis_choice *choices;
    size_t n_choices;
    bool *done; /* by way */
};

/* Ways that one child synthesizes (helpers/synthesize/main.c): what it is given, and what it tells. */
struct family {
    struct synthesizing *r;
    bool cilk;                     /* else OpenMP */
    struct sw_synthesis_way *ways; /* for Cilk: all with the same threads */
    size_t n_ways;
    size_t *which;   /* of the options' ways */
    double *burdens; /* by choice, then by way */
    double limit_ns;
    /* Found out, by choice; and by choice, then by way. */
    double *serial_ns;
    double *parallel_ns, *doubt_ns;
};

struct files {
    int plan, output, errors;
};

/* --- the plan --- */

static void write_table(FILE *out, const void *rows, size_t n, size_t size)
{
    static const char zeros[8];
    fwrite(rows, size, n, out);
    fwrite(zeros, 1, -(n * size) & 7, out);
}

static int write_plan(const struct family *c, int fd)
{
    struct sw_synthesis_header header = {.magic = SW_SYNTHESIS_MAGIC,
                                         .n_locks = c->r->tree->n_locks};
    FILE *out = fdopen(dup(fd), "w");
    if (!out)
        return -errno;
    for (int i = 0; i < SW_SYNTHESIS_JOBS; i++)
        header.n[i] = c->r->flat.rows[i].n;
    header.n[SW_SYNTHESIS_JOBS] = c->r->n_choices;
    header.n[SW_SYNTHESIS_WAYS] = c->n_ways;
    header.n[SW_SYNTHESIS_BURDENS] = c->r->n_choices * c->n_ways;
    fwrite(&header, sizeof header, 1, out);
    for (int i = 0; i < SW_SYNTHESIS_JOBS; i++)
        write_table(out, c->r->flat.rows[i].data, c->r->flat.rows[i].n, sw_synthesis_sizes[i]);
    for (size_t i = 0; i < c->r->n_choices; i++)
        write_table(out, &c->r->choices[i].job, 1, sizeof c->r->choices[i].job);
    write_table(out, c->ways, c->n_ways, sizeof *c->ways);
    write_table(out, c->burdens, c->r->n_choices * c->n_ways, sizeof *c->burdens);
    int failed = ferror(out);
    return fclose(out) || failed ? -(errno ? errno : EIO) : 0;
}

/* --- what it tells --- */

static bool take_line(struct family *c, const char *line)
{
    size_t job, way;
    double ns, doubt;
    if (sscanf(line, "serial %zu %lf", &job, &ns) == 2 && job < c->r->n_choices)
        c->serial_ns[job] = ns;
    else if (sscanf(line, "parallel %zu %zu %lf %lf", &job, &way, &ns, &doubt) == 4 &&
             job < c->r->n_choices && way < c->n_ways) {
        c->parallel_ns[job * c->n_ways + way] = ns;
        c->doubt_ns[job * c->n_ways + way] = doubt;
    }
    return !strcmp(line, "end\n");
}

/* Whether it came to the end. */
static bool take_output(struct family *c, int fd)
{
    char line[256];
    bool end = false;
    lseek(fd, 0, SEEK_SET);
    FILE *in = fdopen(dup(fd), "r");
    while (in && fgets(line, sizeof line, in))
        end = take_line(c, line);
    if (in)
        fclose(in);
    return end;
}

static void show_errors(int fd)
{
    char text[2000];
    ssize_t n = pread(fd, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = 0;
    if (n > 0)
        sw_messages(text);
}

/* Each job by each way was timed once at least. */
static bool has_all(const struct family *c)
{
    bool all = true;
    for (size_t i = 0; i < c->r->n_choices; i++)
        all &= c->serial_ns[i] > 0;
    for (size_t i = 0; i < c->r->n_choices * c->n_ways; i++)
        all &= c->parallel_ns[i] > 0;
    return all;
}

static int judge(struct family *c, const struct sw_trial_end *end, const struct files *files)
{
    const char *name = c->cilk ? "Cilk" : "OpenMP";
    if (end->late) {
        take_output(c, files->output);
        sw_error("the replay by %s was stopped after %.0f s: a deadlock, or a busy machine%s", name,
                 c->limit_ns / 1e9, has_all(c) ? "; its results up to then are used" : "");
        return has_all(c) ? 0 : -EPROTO;
    }
    if (WIFSIGNALED(end->status))
        sw_error("the replay by %s was killed by signal %d (%s)", name, WTERMSIG(end->status),
                 strsignal(WTERMSIG(end->status)));
    else if (end->status || !take_output(c, files->output)) {
        sw_error("the replay by %s failed", name);
        show_errors(files->errors);
    } else
        return 0;
    return -EPROTO;
}

/* As a program of the user's would, whatever the environment says; but how threads wait and where they run is his to say. */
static int run(struct family *c, const struct files *files)
{
    char path[PATH_MAX], input[64], workers[24];
    char *argv[] = {path, NULL};
    const char *const environment[][2] = {{"LD_PRELOAD", ""},
                                          {"CILK_NWORKERS", workers},
                                          {"OMP_DISPLAY_ENV", "FALSE"},
                                          {"OMP_DISPLAY_AFFINITY", "FALSE"},
                                          {"OMP_DYNAMIC", "FALSE"},
                                          {"OMP_THREAD_LIMIT", "100000"},
                                          {NULL, NULL}};
    struct sw_trial trial = {.argv = argv,
                             .environment = environment[0],
                             .input = input,
                             .output = files->output,
                             .errors = files->errors,
                             .poll_fd = -1,
                             .limit_ns = (uint64_t)c->limit_ns};
    struct sw_trial_end end;
    const char *lib = sw_install_lib();
    if (!lib)
        return -ENOENT;
    snprintf(path, sizeof path, "%s/%s", lib, c->cilk ? "synthesize-cilk" : "synthesize-openmp");
    snprintf(input, sizeof input, "/proc/self/fd/%d", files->plan);
    snprintf(workers, sizeof workers, "%u", c->ways[0].threads);
    int stops, error;
    do {
        stops = sw_interrupt_stops();
        if (ftruncate(files->output, 0) < 0 || lseek(files->output, 0, SEEK_SET) < 0)
            return -errno;
        error = sw_trial_run(&trial, &end, 1);
    } while (!error && !sw_interrupt_asked() && stops != sw_interrupt_stops());
    if (sw_interrupt_asked())
        return -EINTR;
    if (error) {
        sw_error("cannot run '%s': %s", path, strerror(-error));
        return error;
    }
    return judge(c, &end, files);
}

/* 0, or -errno after an error message; -EINTR after a signal that asks us to end. */
static int synthesis_child_run(struct family *c)
{
    struct files files = {memfd_create("plan", MFD_CLOEXEC), memfd_create("output", MFD_CLOEXEC),
                          memfd_create("errors", MFD_CLOEXEC)};
    int error = 0;
    if (files.plan < 0 || files.output < 0 || files.errors < 0)
        error = -errno;
    if (!error)
        error = write_plan(c, files.plan);
    if (error)
        sw_error("cannot hand over the tree: %s", strerror(-error));
    else
        error = run(c, &files);
    close(files.plan);
    close(files.output);
    close(files.errors);
    return error;
}

/* Nodes inside each other that a thread's stack has room for, at a kilobyte and a half each. */
enum { MOST_DEPTH = 5000 };

/* More than that, and something is wrong. */
#define PATIENCE             10
#define PATIENCE_AT_LEAST_NS 10e9

/* No machine is as unsteady. */
#define MOST_OFF             0.25

/* --- checks --- */

static bool is_cilk(const struct sw_emulation_options *way)
{
    return way->paradigm == SW_PARADIGM_CILK;
}

static int check(const struct sw_synthesis_options *o)
{
    unsigned processors = sw_processors();
    for (size_t i = 0; i < o->n_ways; i++) {
        if (!o->ways[i].processors || o->ways[i].processors > 1024)
            return sw_fail(-EINVAL, "cannot replay on %u threads: use 1 to 1024",
                           o->ways[i].processors);
        if (o->ways[i].processors > processors && !o->oversubscribe)
            return sw_fail(
                -EINVAL,
                "cannot replay on %u processors: this process may use only %u, and a replay "
                "uses real threads",
                o->ways[i].processors, processors);
    }
    return 0;
}

static int check_tree(const struct synthesizing *r, int error)
{
    if (error == -E2BIG)
        sw_error("cannot replay the tree: it has too many distinct tasks");
    else if (error)
        sw_error("cannot replay the tree: %s", strerror(-error));
    else if (r->flat.depth > MOST_DEPTH)
        return sw_fail(
            -E2BIG, "cannot replay the tree: it is %u nodes deep, but thread stacks allow only %d",
            r->flat.depth, MOST_DEPTH);
    return error;
}

/* --- one child --- */

static struct sw_synthesis_way flat_way(const struct sw_emulation_options *o)
{
    return (struct sw_synthesis_way){.threads = o->processors,
                                     .paradigm = o->paradigm,
                                     .schedule = o->schedule,
                                     .chunk = o->chunk,
                                     .override = o->override,
                                     .nested = o->nested};
}

static bool same_family(const struct sw_emulation_options *a, const struct sw_emulation_options *b)
{
    return is_cilk(a) == is_cilk(b) && (!is_cilk(a) || a->processors == b->processors);
}

/* The first way that is not done, and all that the same child can do. */
static void gather_family(struct family *f)
{
    struct synthesizing *r = f->r;
    const struct sw_synthesis_options *o = r->options;
    size_t first = 0, n = 0;
    while (r->done[first])
        first++;
    for (size_t i = first; i < o->n_ways; i++)
        if (!r->done[i] && same_family(&o->ways[first], &o->ways[i])) {
            f->ways[n] = flat_way(&o->ways[i]);
            f->which[n++] = i;
            r->done[i] = true;
        }
    f->cilk = is_cilk(&o->ways[first]);
    f->n_ways = n;
    for (size_t i = 0; i < r->n_choices; i++)
        for (size_t k = 0; k < n; k++) {
            const double *burden = o->ways[f->which[k]].burden;
            f->burdens[i * n + k] = burden ? burden[r->choices[i].site] : 1;
        }
}

static struct sw_synthesized_section *section_of(struct sw_synthesized *way, uint32_t site)
{
    for (size_t i = 0; i < way->n_sections; i++)
        if (way->sections[i].site == site)
            return &way->sections[i];
    way->sections[way->n_sections] = (struct sw_synthesized_section){.site = site};
    return &way->sections[way->n_sections++];
}

/* Serial parts are added, not waited for: the paper's formula. A section takes what the tree says of it, by
 * the ratio of its runs. */
static void add_way(const struct family *c, size_t k)
{
    struct synthesizing *r = c->r;
    struct sw_synthesized *way = &r->synthesis->ways[c->which[k]];
    double doubt = 0;
    way->work = r->flat.work;
    way->time = r->flat.serial > 0 ? r->flat.serial : 0;
    for (size_t i = 0; i < r->n_choices; i++) {
        const struct sw_synthesis_choice *choice = &r->choices[i];
        double serial = c->serial_ns[i] > 0 ? c->serial_ns[i] : 1;
        double time = choice->work * c->parallel_ns[i * c->n_ways + k] / serial;
        struct sw_synthesized_section *section = section_of(way, choice->site);
        doubt += choice->work * c->doubt_ns[i * c->n_ways + k] / serial;
        section->count += choice->count;
        section->work += choice->work;
        section->time += time;
        way->time += time;
    }
    doubt = way->time > 0 ? doubt / way->time : 0;
    *(c->ways[k].nested ? &way->differs : &way->waited) = doubt;
}

static void judge_serial(const struct family *c)
{
    struct synthesizing *r = c->r;
    double took = 0, work = 0;
    for (size_t i = 0; i < r->n_choices; i++) {
        double length = sw_synthesis_tree_node(&r->flat, r->choices[i].job.node)->length;
        work += r->choices[i].work;
        took += length > 0 ? r->choices[i].work * c->serial_ns[i] / length : 0;
    }
    if (work > 0 && fabs(took / work - 1) > fabs(r->synthesis->serial - 1))
        r->synthesis->serial = took / work;
}

static size_t count_left(const struct synthesizing *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->options->n_ways; i++)
        n += !r->done[i];
    return n;
}

static int run_family(struct family *c)
{
    const struct synthesizing *r = c->r;
    gather_family(c);
    sw_progress("predict: replaying with %s, %zu of %zu plans to go", c->cilk ? "Cilk" : "OpenMP",
                count_left(r) + c->n_ways, r->options->n_ways);
    c->limit_ns =
        PATIENCE_AT_LEAST_NS +
        PATIENCE * sw_synthesis_expected_ns(&r->flat, r->choices, r->n_choices, c->n_ways);
    int error = synthesis_child_run(c);
    if (error)
        return error;
    judge_serial(c);
    for (size_t k = 0; k < c->n_ways; k++)
        add_way(c, k);
    return 0;
}

/* --- all of them --- */

static int run_families(struct synthesizing *r)
{
    size_t n = r->options->n_ways, cells = r->n_choices * n + 1;
    SW_POOL(pool);
    struct family f = {.r = r};
    SW_POOLED(&pool, f.ways, n);
    SW_POOLED(&pool, f.which, n);
    SW_POOLED(&pool, f.burdens, cells);
    SW_POOLED(&pool, f.parallel_ns, cells);
    SW_POOLED(&pool, f.doubt_ns, cells);
    SW_POOLED(&pool, f.serial_ns, r->n_choices);
    int error = pool.error;
    if (error)
        sw_error("cannot replay: %s", strerror(-error));
    for (size_t i = 0; i < n && !error; i++)
        if (!r->done[i])
            error = run_family(&f);
    return error;
}

static int prepare(struct synthesizing *r)
{
    const struct sw_synthesis_options *o = r->options;
    int error = check_tree(r, sw_synthesis_tree_make(&r->flat, r->tree));
    if (error)
        return error;
    r->choices = sw_synthesis_choose(&r->flat, o->budget_ns ? o->budget_ns : SW_SYNTHESIS_BUDGET_NS,
                                     !o->budget_ns, o->n_ways, &r->n_choices);
    r->done = calloc(o->n_ways + 1, sizeof *r->done);
    r->synthesis->ways = calloc(o->n_ways + 1, sizeof *r->synthesis->ways);
    bool enough = r->choices && r->done && r->synthesis->ways;
    for (size_t i = 0; enough && i < o->n_ways; i++) {
        r->synthesis->n_ways++;
        r->synthesis->ways[i].sections =
            calloc(r->n_choices + 1, sizeof(struct sw_synthesized_section));
        enough = r->synthesis->ways[i].sections != NULL;
    }
    if (!enough)
        return sw_fail(-ENOMEM, "cannot replay: %s", strerror(ENOMEM));
    r->synthesis->synthesized = r->n_choices;
    r->synthesis->distinct = r->flat.n_outermost;
    for (size_t i = 0; i < r->n_choices; i++)
        r->synthesis->sections += r->choices[i].count;
    return 0;
}

int sw_synthesize(const struct sw_program_tree *tree, const struct sw_synthesis_options *options,
                  struct sw_synthesis *synthesis)
{
    struct synthesizing r = {.tree = tree, .options = options, .synthesis = synthesis};
    uint64_t start = sw_clock_ns();
    *synthesis = (struct sw_synthesis){.serial = 1};
    int error = check(options);
    if (!error)
        error = prepare(&r);
    sw_interrupt_hold();
    if (!error)
        error = run_families(&r);
    sw_interrupt_release();
    free(r.choices);
    free(r.done);
    sw_synthesis_tree_release(&r.flat);
    sw_progress_erase();
    synthesis->took_ns = (double)(sw_clock_ns() - start);
    return error;
}

const char *sw_synthesis_doubt(const struct sw_synthesis *synthesis)
{
    for (size_t i = 0; i < synthesis->n_ways; i++)
        if (synthesis->ways[i].waited > SW_SYNTHESIS_TOLERANCE)
            return "others were running on the machine";
    for (size_t i = 0; i < synthesis->n_ways; i++)
        if (synthesis->ways[i].differs > 2 * SW_SYNTHESIS_TOLERANCE)
            return "nested sections took a different time in each replay";
    if (synthesis->serial > 1 + MOST_OFF)
        return "its tasks are too short to be replayed: visiting them takes longer";
    return sw_synthesis_is_off(synthesis) ? "the machine was busy: its speed was not steady" : NULL;
}

void sw_synthesis_release(struct sw_synthesis *synthesis)
{
    for (size_t i = 0; i < synthesis->n_ways; i++)
        free(synthesis->ways[i].sections);
    free(synthesis->ways);
    *synthesis = (struct sw_synthesis){0};
}
