/*
 * Makes samples a part of the profile. Paths without samples, of their own or of paths that they lead to, are left out. A path has a higher
 * number than its caller's, in the live range as in the profile.
 */
#include "base/order.h"
#include "collect/front_end.h"

void sw_gather_samples_init(struct sw_gathered_samples *g, const struct sw_live *live)
{
    uint32_t n = atomic_load(&live->sampling.paths.n);
    g->n = n < SW_CALL_PATHS_MAX ? n : SW_CALL_PATHS_MAX;
    SW_ROOM(g->on_span, g->n);
    SW_ROOM(g->others, g->n);
    SW_ROOM(g->serial, g->n);
    SW_ROOM(g->index, g->n);
}

struct numbered {
    uint64_t address;
    uint32_t path;
};

static int by_address(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;
    return SW_RISING(x->address, y->address);
}

/* 0: it is no link. */
static uint32_t linked_path(const struct sw_live *live, uint32_t path)
{
    uint64_t address = live->sampling.paths.nodes[path].address;
    return address & SW_CALL_PATH_LINK ? (uint32_t)address : 0;
}

/* A link is no place: all have one frame. */
static uint64_t address_of(const struct sw_live *live, uint32_t path)
{
    uint64_t address = live->sampling.paths.nodes[path].address;
    return address & SW_CALL_PATH_LINK ? SW_CALL_PATH_LINK : address;
}

/* Marks paths that lead to samples; returns how many there are. */
static size_t mark(const struct sw_gathered_samples *g, const struct sw_live *live)
{
    size_t n = 0;
    for (uint32_t i = g->n; i-- > 1;) {
        uint32_t caller = live->sampling.paths.nodes[i].caller, linked = linked_path(live, i);
        if (!g->index[i] && !g->on_span[i] && !g->others[i])
            continue;
        g->index[i] = 1;
        g->index[caller < i ? caller : 0] = 1;
        g->index[linked < i ? linked : 0] = 1;
        n++;
    }
    return n;
}

/* Addresses become frames, each once, and paths know theirs. */
static void number_frames(struct sw_sampled *s, const struct sw_live *live, const uint32_t *from)
{
    struct numbered *sorted;
    SW_ROOM(sorted, s->n_paths);
    SW_ROOM(s->frames, s->n_paths);
    for (uint32_t i = 0; i < s->n_paths; i++)
        sorted[i] = (struct numbered){address_of(live, from[i]), i};
    qsort(sorted, s->n_paths, sizeof *sorted, by_address);
    for (size_t i = 0; i < s->n_paths; i++) {
        if (!i || sorted[i].address != sorted[i - 1].address)
            s->frames[s->n_frames++] = (struct sw_sampled_frame){sorted[i].address, SW_NOWHERE};
        s->paths[sorted[i].path].frame = (uint32_t)s->n_frames - 1;
    }
}

static uint32_t piece_of(const struct sw_gathered_samples *g, const struct sw_live *live,
                         uint32_t path)
{
    uint32_t number = live->sampling.paths.nodes[path].piece;
    return number && number <= g->n_pieces ? g->pieces[number - 1] : 0;
}

/* Rounded up: only what was never found is at 0. */
static uint32_t part_of_run(uint32_t order, uint32_t all)
{
    return order < all ? (uint32_t)(((uint64_t)order * SW_SAMPLED_RUN + all - 1) / all)
                       : SW_SAMPLED_RUN;
}

static void add_paths(const struct sw_gathered_samples *g, struct sw_sampled *s,
                      const struct sw_live *live)
{
    uint32_t *index = g->index, all = atomic_load(&live->sampling.order);
    size_t n = mark(g, live);
    uint32_t *from;
    SW_ROOM(from, n);
    SW_ROOM(s->paths, n);
    index[0] = 0;
    for (uint32_t i = 1; i < g->n; i++) {
        if (!index[i])
            continue;
        const struct sw_call_path *node = &live->sampling.paths.nodes[i];
        uint32_t caller = node->caller;
        from[s->n_paths] = i;
        s->paths[s->n_paths++] = (struct sw_sampled_path){
            .caller = index[caller < i ? caller : 0],
            .on_work = g->on_span[i] + g->others[i],
            .on_span = g->on_span[i],
            .serial = g->serial[i],
            .piece = piece_of(g, live, i),
            .from = node->first ? part_of_run(node->first - 1, all) : 0,
            .until = node->last ? part_of_run(node->last, all) : 0,
        };
        index[i] = (uint32_t)s->n_paths;
    }
    number_frames(s, live, from);
}

/* Samples on paths whose outermost callers are not known. */
static void count_cut(const struct sw_gathered_samples *g, struct sw_sampled *s,
                      const struct sw_live *live)
{
    bool *cut;
    SW_ROOM(cut, g->n);
    for (uint32_t i = 1; i < g->n; i++) {
        const struct sw_call_path *node = &live->sampling.paths.nodes[i];
        cut[i] = node->address == SW_CALL_PATH_CUT || cut[node->caller < i ? node->caller : 0];
        s->cut += cut[i] ? g->on_span[i] + g->others[i] : 0;
    }
}

/* What is not known to have come is lost: in signals that the program blocked, or in the kernel. */
static void add_counts(struct sw_sampled *s, const struct sw_live *live)
{
    const struct sw_sampling *sampling = &live->sampling;
    uint32_t n = atomic_load(&sampling->n_samplers);
    uint64_t cpu_ns = 0, came;
    s->rate = live->options.sample_rate;
    s->source = sampling->source;
    s->refused = atomic_load(&sampling->paths.refused);
    s->threads = sampling->refused;
    for (uint32_t i = 0; i < n && i < SW_SAMPLERS_MAX; i++) {
        const struct sw_sample_counts *c = sampling->counts[i];
        s->taken += c->taken;
        s->profiler += c->profiler;
        s->waiting += c->nobody;
        cpu_ns += c->cpu_ns;
    }
    came = s->taken + s->profiler + s->waiting;
    uint64_t expected = sampling->period_ns ? cpu_ns / sampling->period_ns : 0;
    s->lost = expected > came && s->source != SW_SAMPLED_FILLS ? expected - came : 0;
}

static void warn(struct sw_profile *p, const struct sw_live *live)
{
    const struct sw_sampled *s = &p->sampled;
    uint64_t all = s->taken + s->profiler + s->waiting + s->lost;
    if (s->source == SW_SAMPLED_NONE)
        sw_profile_warn(p,
                        "nothing could be sampled: the kernel allows neither perf_event_open() "
                        "nor a timer here, or the program has the signals that samples need%s",
                        live->effort ? "" : "; measured as at --level=spawns");
    else if (s->lost * 20 > all)
        sw_profile_warn(
            p, "%llu of %llu samples are missing: %s; shares of functions are less certain",
            (unsigned long long)s->lost, (unsigned long long)all,
            s->source == SW_SAMPLED_USER_CLOCK
                ? "they were in the kernel, which may not be sampled here (perf_event_paranoid), "
                  "or the program blocked their signal"
            : live->effort ? "its threads are very short-lived, or the program blocked their signal"
                           : "the program blocked their signal, or closed their files");
    if (s->threads && s->source != SW_SAMPLED_NONE)
        sw_profile_warn(p, "%llu thread%s could not be sampled", (unsigned long long)s->threads,
                        s->threads == 1 ? "" : "s");
}

void sw_gather_sample_paths(struct sw_gathered_samples *g, struct sw_profile *p,
                            const struct sw_live *live)
{
    add_counts(&p->sampled, live);
    count_cut(g, &p->sampled, live);
    add_paths(g, &p->sampled, live);
}

void sw_gather_samples_fill(struct sw_gathered_samples *g, struct sw_profile *p,
                            const struct sw_live *live)
{
    if (!live->options.sample_rate)
        return;
    sw_gather_sample_paths(g, p, live);
    warn(p, live);
}

uint32_t sw_gathered_leader(const struct sw_gathered_samples *g, uint64_t votes)
{
    uint32_t path = sw_majority_leader(votes);
    return g->index && path < g->n ? g->index[path] : 0;
}

uint16_t sw_gathered_part(int64_t time, uint64_t stretch)
{
    double part = time > 0 && stretch ? (double)time / (double)stretch : 0;
    return part < 1 ? (uint16_t)(part * SW_LANE_WHOLE + 0.5) : SW_LANE_WHOLE;
}

struct sw_effort_cell sw_gathered_cell(const struct sw_gathered_samples *g,
                                       const struct sw_lane_cell *from, uint64_t stretch)
{
    uint32_t on = sw_majority_leader(from->on);
    struct sw_effort_cell cell = {.path = sw_gathered_leader(g, from->path),
                                  .whom = (uint16_t)sw_majority_leader(from->whom),
                                  .lock = on <= UINT16_MAX ? (uint16_t)on : 0};
    for (int k = 0; k < SW_LANE_PARTS; k++)
        cell.parts[k] = sw_gathered_part((int64_t)from->parts[k], stretch);
    return cell;
}
