/* What programs of helpers/ measure: how they are run, what a spawn and a steal cost, what operations of runtimes cost on real threads. */
#include "tool/measure/helper.h"
#include "analysis/findings/units.h"
#include "analysis/workspan/bounds.h"
#include "console/install.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"
#include "tool/front_ends/program_files.h"
#include "tool/measure/child.h"
#include "tool/measure/machines.h"
#include "tool/measure/trial.h"

#include <sys/mman.h>

enum { MOST_ARGUMENTS = 16, MOST_SETTINGS = 16 };

/* It is as it would be for a thread of the user's, and prints nothing that is the program's to print. */
static const char *const without[] = {"LD_PRELOAD", "OMP_NUM_THREADS", "OMP_THREAD_LIMIT",
                                      "OMP_DISPLAY_AFFINITY", "OMP_DISPLAY_ENV"};

/* What it writes in time, and before we are asked to end. */
static bool run_to(const struct sw_helper *h, int output)
{
    char path[PATH_MAX], *argv[MOST_ARGUMENTS + 2] = {path};
    const char *environment[MOST_SETTINGS] = {0};
    size_t n = 0;
    for (; n < sizeof without / sizeof *without; n++)
        environment[2 * n] = without[n];
    for (const char *const *e = h->environment; e && *e; e += 2, n++)
        memcpy(&environment[2 * n], e, 2 * sizeof *e);
    for (int i = 0; h->arguments && h->arguments[i] && i < MOST_ARGUMENTS; i++)
        argv[i + 1] = (char *)h->arguments[i];
    snprintf(path, sizeof path, "%s/%s", sw_install_lib(), h->name);
    struct sw_trial trial = {.argv = argv,
                             .environment = environment,
                             .input = "/dev/null",
                             .output = output,
                             .errors = STDERR_FILENO,
                             .poll_fd = -1,
                             .limit_ns = h->limit_ms * UINT64_C(1000000)};
    struct sw_trial_end end;
    return !sw_trial_run(&trial, &end, 1) && !sw_interrupt_asked() && !end.late;
}

bool sw_helper_run(const struct sw_helper *h, char *text, size_t size)
{
    bool is_held = sw_interrupt_is_held();
    *text = 0;
    int output =
        sw_interrupt_asked() || !sw_install_lib() ? -1 : memfd_create(h->name, MFD_CLOEXEC);
    if (output < 0)
        return false;
    ssize_t n = run_to(h, output) ? pread(output, text, size - 1, 0) : 0;
    close(output);
    if (!is_held)
        sw_interrupt_release();
    if (!is_held && sw_interrupt_asked())
        sw_child_repeat_end(sw_interrupt_asked());
    text[n > 0 && (size_t)n < size - 1 && text[n - 1] == '\n' ? n : 0] = 0;
    return *text;
}

static const char *const spawn[] = {"spawn", NULL}, *const loop[] = {"loop", NULL},
                         *const busy[] = {"busy", NULL};

static const char *const one_worker[] = {"CILK_NWORKERS", "1", NULL};

const struct sw_helper sw_spawn_cost_helper = {"cilk-costs", spawn, one_worker, 2000};

static const struct sw_helper loop_helper = {"cilk-costs", loop, one_worker, 2000};
static const struct sw_helper busy_helper = {"cilk-costs", busy, one_worker, 2000};

struct costs {
    double spawn, busy_spawn, piece, loop; /* in ns; 0: it could not be measured */
};

static double figure(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    double ns;
    return at && sscanf(at + strlen(name), " = %lf", &ns) == 1 && ns > 0 ? ns : 0;
}

/* Once, for all profiles of a run. */
static struct costs measured_ns(void)
{
    static bool asked;
    static struct costs ns;
    char text[256];
    if (asked)
        return ns;
    asked = true;
    if (sw_helper_run(&sw_spawn_cost_helper, text, sizeof text))
        ns.spawn = figure(text, "spawn_ns");
    if (sw_helper_run(&busy_helper, text, sizeof text))
        ns.busy_spawn = figure(text, "busy_spawn_ns");
    if (sw_helper_run(&loop_helper, text, sizeof text)) {
        ns.piece = figure(text, "piece_ns");
        ns.loop = figure(text, "loop_ns");
    }
    return ns;
}

void sw_spawn_cost_note(struct sw_profile *profile)
{
    struct sw_circumstances *c = &profile->circumstances;
    if (profile->front_end != SW_FRONT_END_CILK || strcmp(profile->unit, "ns") ||
        !sw_has_short_strands(profile) || !sw_front_end_is_parallel(profile->program))
        return;
    struct costs ns = measured_ns();
    c->spawn_cost_ps = sw_rounded(ns.spawn * 1000);
    c->spawn_least_ps = sw_rounded(fmin(ns.spawn, ns.busy_spawn) * 1000);
    c->piece_cost_ps = sw_rounded(ns.piece * 1000);
    c->loop_cost_ps = sw_rounded(ns.loop * 1000);
}

void sw_steal_cost_note(struct sw_profile *profile)
{
    struct sw_machine machine;
    char why[512];
    if (profile->front_end != SW_FRONT_END_CILK || strcmp(profile->unit, "ns"))
        return;
    if (!sw_machine_here(&machine, SW_MACHINE_OVERHEADS, false, why, sizeof why)) {
        const struct sw_overheads *o = &machine.overheads;
        struct sw_circumstances *c = &profile->circumstances;
        c->steal_cost_ps = sw_rounded(o->steal * 1000);
        if (profile->n_locks) {
            c->lock_moved_ps = sw_rounded(o->lock_moved * 1000);
            c->hand_over_ps = sw_rounded(o->hand_over * 1000);
            c->hand_over_back_ps = sw_rounded(o->hand_over_back * 1000);
            c->hand_over_empty_ps = sw_rounded(o->hand_over_empty * 1000);
            c->lock_section_ps = sw_rounded(o->section * 1000);
        }
    }
    sw_machine_release(&machine);
}

/* What could not be measured, on a busy machine, is as it was the last time that it could: a file beside the machine's description. */
enum { SIZE = 1024 };

/* What measures them, and what its file is called: by the front end, and of OpenMP by the runtime. */
struct source {
    const char *helper, *argument, *file;
    bool measured;
    char costs[SIZE];
};

static struct source libgomp = {.helper = "openmp-costs", .file = "libgomp"},
                     libomp = {.helper = "openmp-costs", .argument = "libomp", .file = "libomp"},
                     threads = {.helper = "threads-costs", .file = "threads"};

/* As the runtime in the program tells them apart (settings.c): one that has both is gcc's. */
static struct source *source_of(const struct sw_front_end *f, const char *program)
{
    if (f->makes_threads)
        return &threads;
    return !sw_program_needs(program, "libgomp.so") && sw_front_end_needs_openmp(program)
               ? &libomp
               : &libgomp;
}

static bool has(const char *costs, const char *item, size_t length)
{
    for (const char *at = costs; (at = strstr(at, item)); at++)
        if ((at == costs || at[-1] == ',') && !strncmp(at, item, length))
            return true;
    return false;
}

/* Adds what is in `known` only: NAME=NUMBER,... */
static void complete(char *costs, size_t size, const char *known)
{
    char item[64];
    for (size_t length; *known; known += length + (known[length] == ',')) {
        length = strcspn(known, ",");
        size_t name = strcspn(known, "="), n = strlen(costs);
        if (name >= length || length >= sizeof item)
            continue;
        snprintf(item, sizeof item, "%.*s", (int)name + 1, known);
        if (!has(costs, item, name + 1) && n + length + 2 < size)
            snprintf(costs + n, size - n, "%s%.*s", n ? "," : "", (int)length, known);
    }
}

static void write_line(const char *path, const char *line)
{
    char temporary[PATH_MAX + 16];
    snprintf(temporary, sizeof temporary, "%s.%d", path, (int)getpid());
    FILE *out = fopen(temporary, "we");
    bool good = out && fprintf(out, "%s\n", line) > 0;
    if (out && (fclose(out) || !good || rename(temporary, path)))
        unlink(temporary);
}

static void keep(struct source *s)
{
    char path[PATH_MAX], known[SIZE];
    if (!*sw_machine_cache_path())
        return;
    snprintf(path, sizeof path, "%s.%s", sw_machine_cache_path(), s->file);
    if (sw_file_line(path, "", known, sizeof known))
        complete(s->costs, SIZE, known);
    if (*s->costs)
        write_line(path, s->costs);
}

static const char *measure(struct source *s)
{
    const char *const arguments[] = {s->argument, NULL};
    if (s->measured)
        return s->costs;
    s->measured = true;
    sw_helper_run(&(struct sw_helper){s->helper, arguments, NULL, 3000}, s->costs, SIZE);
    s->costs[strcspn(s->costs, "\n")] = 0;
    keep(s);
    return s->costs;
}

const char *sw_simulation_costs(const struct sw_front_end *f, const char *program, bool is_time)
{
    const char *given = getenv(f->costs_in);
    if (given && (is_time || *given == '='))
        return given;
    return is_time ? measure(source_of(f, program)) : "";
}
