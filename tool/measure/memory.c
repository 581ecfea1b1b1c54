/* How memory slows the sections of an annotated program on more cores: by hardware counters, by its traffic, or beside hogs and copies. */
#include "tool/measure/memory.h"
#include "analysis/memory/sections.h"
#include "analysis/memory/traffic.h"
#include "analysis/predict/tree_shares.h"
#include "analysis/predict/tree_sites.h"
#include "console/message.h"
#include "tool/measure/beside.h"
#include "tool/measure/machines.h"
#include "tool/measure/meters.h"
#include "tool/measure/traffic.h"

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

static bool count(struct sw_section_run *run, const struct sw_live_options *options, size_t which,
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
    bool fine = sw_section_run_once(run, &o, 1, by_site);
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

/* By site of the tree, to be freed; NULL after a message. Its lengths are nanoseconds. */
static struct sw_section_counts *section_counts_measure(char *const *argv,
                                                        const struct sw_live_options *options,
                                                        const struct sw_program_tree *tree)
{
    struct sw_section_counts *counts = calloc(tree->n_sites, sizeof *counts);
    SW_FREED double *by_site = calloc(tree->n_sites, sizeof *by_site);
    struct sw_section_run run;
    bool fine = counts && by_site && take_times(tree, counts);
    if (!fine)
        sw_error("not enough memory");
    bool started = fine && sw_section_run_init(&run, argv, tree);
    fine = started;
    for (size_t i = 0; fine && i < N_WANTED; i++)
        fine = count(&run, options, i, counts, by_site);
    sw_progress_erase();
    if (started)
        sw_section_run_release(&run);
    if (fine)
        return counts;
    free(counts);
    return NULL;
}

enum { ROUNDS = 3, MOST_CONDITIONS = 64 };

/* What was found out, by site. */
struct finding {
    const struct sw_memory_request *request;
    struct sw_tree_shares shares;
    struct sw_machine here;           /* where it was needed */
    const struct sw_machine *machine; /* that psi is of; NULL: none is needed */
    struct sw_section_counts *counts;
    struct sw_traffic_estimate *traffics;
    struct sw_section_traffic *sections;
    char chosen[200]; /* why that machine; "": the user did */
    struct sw_beside beside;
};

static struct sw_burden burden_of(const struct finding *f, uint32_t site, unsigned threads)
{
    struct sw_slowdown slowdowns[MOST_CONDITIONS];
    if (f->counts)
        return sw_burden_by_counts(f->machine, &f->counts[site], threads);
    if (f->sections)
        return sw_burden_by_bandwidth(f->machine, &f->sections[site], threads);
    if (f->traffics)
        return sw_burden_by_traffic(f->machine, &f->traffics[site], threads);
    sw_beside_of_site(&f->beside, site, slowdowns);
    return sw_burden_by_slowdowns(slowdowns, f->beside.n_conditions, threads);
}

static bool is_section(const struct finding *f, size_t site)
{
    return f->shares.sections[site].work > 0;
}

/* NULL: not known for some section. */
static bool fill(const struct finding *f, unsigned threads, double **to)
{
    size_t n = f->request->tree->n_sites;
    double *by_site = malloc(n * sizeof *by_site);
    *to = by_site;
    if (!by_site)
        return false;
    for (size_t i = 0; i < n; i++) {
        struct sw_burden b = {.kind = SW_BURDEN_NONE, .factor = 1};
        if (is_section(f, i))
            b = burden_of(f, (uint32_t)i, threads);
        by_site[i] = b.factor;
        if (b.kind == SW_BURDEN_NOT_KNOWN) {
            free(by_site);
            *to = NULL;
            return true;
        }
    }
    return true;
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
    struct sw_slowdown slowdowns[MOST_CONDITIONS];
    struct sw_beside_request request = {r->argv, r->options, r->tree, &f->here, ROUNDS};
    if (!sw_beside_measure(&f->beside, &request))
        return false;
    f->traffics = calloc(r->tree->n_sites, sizeof *f->traffics);
    if (!f->traffics)
        return sw_error("not enough memory");
    for (size_t i = 0; i < r->tree->n_sites; i++) {
        sw_beside_of_site(&f->beside, (uint32_t)i, slowdowns);
        f->traffics[i] = sw_traffic_by_hogs(&f->here, slowdowns);
    }
    return true;
}

/* Hogs need this machine's description; models need the psi of the machine that it is for. */
static bool find_machine(struct finding *f, enum sw_memory_way way)
{
    char why[4500];
    const struct sw_machine *target = f->request->machine;
    if (way == SW_MEMORY_COPIES)
        return true;
    if (way == SW_MEMORY_HOG || !target) {
        int error = sw_machine_here(&f->here, SW_MACHINE_MEMORY, false, why, sizeof why);
        if (error)
            sw_error("%s", why);
        else if (!f->here.saturation_seen_to)
            sw_error("--memory: this machine's memory has not been measured; 'spanwise calibrate' "
                     "does that, or says why it cannot");
        if (error || !f->here.saturation_seen_to)
            return false;
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
    sw_traffic_run(r->profiling, r->argv, r->options, r->end, 1 + sw_traffic_usual_capacity(), 0);
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
        return (f->counts = section_counts_measure(r->argv, r->options, r->tree)) != NULL;
    struct sw_beside_request request = {r->argv, r->options, r->tree, NULL, ROUNDS};
    return sw_beside_measure(&f->beside, &request);
}

bool sw_memory_find(struct sw_memory *memory, const struct sw_memory_request *request)
{
    struct finding f = {.request = request};
    *memory = (struct sw_memory){.n = request->n_processors};
    memory->burdens = calloc(request->n_processors, sizeof *memory->burdens);
    bool room = memory->burdens && !sw_tree_shares_make(&f.shares, request->tree);
    bool fine = room && find(&f, request->way);
    for (size_t i = 0; fine && room && i < request->n_processors; i++)
        room = fill(&f, request->processors[i], &memory->burdens[i]);
    if (fine && room)
        room = (memory->says = say(&f)) != NULL;
    if (!room)
        sw_error("not enough memory");
    sw_tree_shares_release(&f.shares);
    sw_beside_release(&f.beside);
    sw_machine_release(&f.here);
    free(f.counts);
    free(f.traffics);
    free(f.sections);
    return fine && room;
}

void sw_memory_release(struct sw_memory *memory)
{
    for (size_t i = 0; memory->burdens && i < memory->n; i++)
        free(memory->burdens[i]);
    free(memory->burdens);
    free(memory->says);
    *memory = (struct sw_memory){0};
}
