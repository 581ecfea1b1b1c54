/*
 * Makes a profile of what a Cilk program has left. The strands are finished by the engine as if everything returned at the last event, and their
 * records become sites.
 */
#include "live/notes/cilk.h"
#include "base/order.h"
#include "collect/front_end.h"
#include "live/held.h"
#include "live/leg.h"
#include "live/notes/opencilk.h"
#include "live/site.h"

struct collector {
    struct sw_live *live;
    struct sw_profile *profile;
    struct sw_site *sites;              /* by number */
    struct sw_record *on_span, *others; /* sums by number, in ticks */
    uint32_t n_sites;
    struct sw_gathered_samples samples;
    bool careful; /* the second try: without records that may be half linked */
    uint64_t n_left_out, lost_frames;
    bool full;
};

/* A sum of spans is a sum of works less a sum of what they saved; ticks, not negative. */
static uint64_t shorter(uint64_t work, int64_t saved)
{
    int64_t span = (int64_t)work - saved;
    return span > 0 ? (uint64_t)span : 0;
}

static void add_record(const struct sw_live *live, struct sw_side *side, const struct sw_record *r)
{
    for (int t = 0; t < 4; t++) {
        uint64_t work = sw_live_to_ns(live, r->work[t]);
        uint64_t span = sw_live_to_ns(live, shorter(r->work[t], r->saved[t]));
        if (t & SW_TOP_SITE) {
            side->top_site.count += r->count[t];
            side->top_site.work += work;
            side->top_site.span += span;
            side->top_site.burdened_span +=
                sw_live_to_ns(live, shorter(r->work[t], r->burdened_saved[t]));
            side->top_site.spawns += r->spawns[t];
            side->top_site.syncs += r->syncs[t];
        }
        if (t & SW_TOP_CALLER) {
            side->top_caller.count += r->count[t];
            side->top_caller.work += work;
            side->top_caller.span += span;
        }
        side->local.count += r->count[t];
    }
    side->local.work += sw_live_to_ns(live, r->local_work);
    side->local.span += sw_live_to_ns(live, shorter(r->local_work, (int64_t)r->off_path));
}

static void add_prof(struct collector *c, const struct sw_strand *s, const struct sw_prof *prof,
                     bool on_span)
{
    sw_prof_sum(&s->pool, prof, on_span ? c->on_span : c->others, c->n_sites);
    struct sw_gathered_samples *g = &c->samples;
    sw_prof_sum_samples(&s->pool, prof, on_span ? g->on_span : g->others, g->n);
}

static void add_records(struct collector *c)
{
    for (uint32_t i = 0; i < c->n_sites; i++) {
        add_record(c->live, &c->sites[i].on_span, &c->on_span[i]);
        add_record(c->live, &c->sites[i].on_work, &c->on_span[i]);
        add_record(c->live, &c->sites[i].on_work, &c->others[i]);
    }
}

/* What another path would hide of what its sites have of the span. */
static void add_hidden(struct collector *c, const struct sw_strand *s)
{
    for (uint32_t i = 0; i < c->n_sites; i++) {
        uint64_t span = c->sites[i].on_span.local.span;
        uint64_t relief = sw_live_to_ns(c->live, sw_relief_of(&s->relief, i % SW_RELIEF_CLASSES));
        c->sites[i].hidden = span > relief ? span - relief : 0;
    }
}

static void add_regions(struct collector *c, const struct sw_strand *s)
{
    struct sw_profile *p = c->profile;
    for (uint32_t i = 0; s->regions && i < p->n_regions; i++) {
        const struct sw_region_sums *r = &s->regions->sums[i];
        struct sw_figures *f = &p->regions[i].figures;
        f->count += r->count;
        f->work += sw_live_to_ns(c->live, r->work);
        f->span += sw_live_to_ns(c->live, r->span);
        f->burdened_span += sw_live_to_ns(c->live, r->burdened_span);
        f->spawns += r->spawns;
        f->syncs += r->syncs;
    }
}

/* What has no place on the span: that is known of the strand that all comes together in. */
static void add_strand(struct collector *c, const struct sw_strand *s)
{
    struct sw_circumstances *k = &c->profile->circumstances;
    uint64_t depth = sw_strand_max_depth(s);
    add_prof(c, s, &s->off, false);
    add_regions(c, s);
    k->max_depth = depth > k->max_depth ? depth : k->max_depth;
    c->lost_frames += s->lost_frames;
    c->full |= s->pool.full;
}

/* The thread with the longest span is the one whose path is the critical one. */
static const struct sw_thread *longest(const struct sw_live *live, uint32_t n)
{
    const struct sw_thread *best = NULL;
    uint64_t best_span = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct sw_thread *t = live->threads[i];
        uint64_t span = t ? sw_strand_position(&t->own->strand).span : 0;
        if (t && (!best || span > best_span)) {
            best = t;
            best_span = span;
        }
    }
    return best;
}

static void warn(struct collector *c)
{
    struct sw_profile *p = c->profile;
    const struct sw_live *live = c->live;
    if (c->n_left_out)
        sw_profile_warn(p,
                        "%llu thread%s stopped inside the profiler, and the records of their call "
                        "sites are lost",
                        (unsigned long long)c->n_left_out, c->n_left_out == 1 ? " was" : "s were");
    if (c->lost_frames)
        sw_profile_warn(p, "%llu calls were too deeply nested to have a record",
                        (unsigned long long)c->lost_frames);
    if (c->full || live->cilk.lost_steals)
        sw_profile_warn(p, "the profiler's memory was full: some records are missing");
    if (live->regions.lost)
        sw_profile_warn(p,
                        "%llu regions ended in a stolen continuation before its sync and began "
                        "before it was stolen: they are not counted",
                        (unsigned long long)live->regions.lost);
    if (live->regions.lost_positions)
        sw_profile_warn(p,
                        "wsp_getworkspan() was called %llu times in a stolen continuation, and "
                        "counts from where that was stolen",
                        (unsigned long long)live->regions.lost_positions);
    if (p->circumstances.threads > 1)
        sw_profile_warn(p,
                        "%llu threads ran profiled code; how they wait for each other is not "
                        "known, so the span is that of the longest one",
                        (unsigned long long)p->circumstances.threads);
}

static void add_thread(struct collector *c, const struct sw_thread *t, bool critical)
{
    struct sw_figures *whole = &c->profile->whole;
    const struct sw_strand *s = &t->own->strand;
    struct sw_position end = sw_strand_position(s);
    sw_threads_add(c->profile, c->live, t);
    if (t->helper)
        return; /* nothing is its own */
    add_prof(c, s, &s->root, critical);
    add_strand(c, s);
    whole->work += sw_live_to_ns(c->live, end.work);
    whole->spawns += end.spawns;
    if (t->meter.notes) /* by how many notes were dense */
        c->profile->circumstances.spawns_beside +=
            (uint64_t)((double)end.spawns * ((double)t->meter.dense / (double)t->meter.notes));
    c->profile->circumstances.pieces_together += t->cilk.together;
    whole->syncs += end.syncs;
    if (critical) {
        whole->span = sw_live_to_ns(c->live, end.span);
        whole->burdened_span = sw_live_to_ns(c->live, end.burdened_span);
    }
}

/* Nothing of its frames and records can be trusted. Its figures stay. */
static void forget_records(struct collector *c, struct sw_strand *s)
{
    static const struct sw_prof empty;
    if (s->tree)
        atomic_store(&c->live->tree, NULL);
    s->watcher = NULL;
    s->at.top = s->frames;
    s->at.prof = &s->root;
    s->at.relief = &s->relief;
    s->relief.classes = 0;
    s->frames->block = NULL;
    s->free_blocks = NULL;
    s->root = s->off = empty;
    s->pool.free = 0;
    s->pool.fresh = s->pool.fresh_end;
    memset(s->pool.arrays, 0, sizeof s->pool.arrays);
    c->n_left_out++;
}

/* What threads have noted and not replayed, and the spawn that is pending: see replay.h. The program
 * may have stopped with the lock taken. */
static void replay_threads(struct collector *c)
{
    struct sw_live *live = c->live;
    const struct sw_notes_reader *notes =
        live->opencilk.by_id ? &sw_opencilk_notes : &sw_cilk_notes;
    uint32_t n = sw_threads_count(live);
    atomic_store(&live->lock, 0);
    live->gone = 1;
    for (uint32_t i = 0; i < n; i++) {
        struct sw_thread *t = live->threads[i];
        if (!t || !t->leg)
            continue;
        if (!sw_thread_is_busy(t))
            notes->replay(t, t->next ? t->next : t->notes_end);
        else if (c->careful)
            forget_records(c, t->strand);
        if (t->pending.sled)
            sw_event_pass(t->strand, t->pending.cost);
        sw_held_release(t);
    }
}

static void add_threads(struct collector *c)
{
    struct sw_live *live = c->live;
    uint32_t n = sw_threads_count(live);
    for (uint32_t i = 0; i < n; i++) {
        if (!live->threads[i])
            continue;
        sw_leg_join_all(live, live->threads[i]->own);
        sw_strand_finish(&live->threads[i]->own->strand);
    }
    const struct sw_thread *critical = longest(live, n);
    c->profile->whole.count = 1;
    for (uint32_t i = 0; i < n; i++)
        if (live->threads[i])
            add_thread(c, live->threads[i], live->threads[i] == critical);
    for (uint32_t i = 0; i < live->cilk.n_legs; i++)
        add_strand(c, &live->cilk.legs[i]->strand);
    add_records(c);
    if (critical)
        add_hidden(c, &critical->own->strand);
    warn(c);
}

/* Which piece each site is, by number and one more. */
static void add_pieces(struct collector *c)
{
    uint32_t *pieces;
    SW_ROOM(pieces, c->n_sites);
    for (uint32_t i = 0; i < c->n_sites; i++) {
        const struct sw_live_site *from = &c->live->sites[i];
        uint64_t callee = from->function ? c->live->functions[from->function].address : 0;
        struct sw_piece piece = {
            .key = sw_rate_key(&c->live->modules, SW_PIECE_SITE, 0, from->address, callee),
            .group = callee ? sw_rate_key(&c->live->modules, SW_PIECE_FUNCTION, 0, callee, 0) : 0,
            .work = c->sites[i].on_work.local.work,
            .on_span = c->sites[i].on_span.local.span};
        if (c->sites[i].on_work.local.count && from->kind != SW_SITE_SPLIT)
            pieces[i] = sw_pieces_add(c->profile, &piece);
    }
    c->samples.pieces = pieces;
    c->samples.n_pieces = c->n_sites;
}

/* Sites that were invoked, with their addresses. */
static void keep_sites(struct collector *c)
{
    struct sw_profile *p = c->profile;
    p->sites = c->sites;
    for (uint32_t i = 0; i < c->n_sites; i++) {
        struct sw_site *s = &c->sites[i];
        const struct sw_live_site *from = &c->live->sites[i];
        if (!s->on_work.local.count)
            continue;
        s->kind = from->kind;
        s->flags = from->flags;
        s->address = sw_gather_site_address(from);
        s->callee = from->function ? c->live->functions[from->function].address : SW_NO_CALLEE;
        s->caller_place = s->callee_place = SW_NOWHERE;
        if (from->label)
            s->callee_place.function = sw_gather_need(strndup(
                c->live->regions.splits[(from->label - 1) % SW_LABELS_MAX], SW_LABEL_BYTES));
        sw_memory_add_piece(p, c->live, i, (uint32_t)p->n_sites, 0);
        p->sites[p->n_sites++] = *s;
    }
}

static void name_regions(struct collector *c)
{
    struct sw_profile *p = c->profile;
    uint32_t n =
        c->live->regions.n_labels < SW_LABELS_MAX ? c->live->regions.n_labels : SW_LABELS_MAX;
    SW_ROOM(p->regions, n);
    for (; p->n_regions < n; p->n_regions++)
        p->regions[p->n_regions].label = sw_gather_need(
            strndup(c->live->regions.labels[p->n_regions], sizeof *c->live->regions.labels));
}

static int most_calls_first(const void *a, const void *b)
{
    const struct sw_unpatched *x = a, *y = b;
    return SW_FALLING(x->calls, y->calls);
}

static uint64_t count_calls(const struct sw_live *live, uint32_t function)
{
    uint64_t calls = live->calls[function].calls;
    uint32_t n = sw_threads_count(live);
    for (uint32_t i = 0; i < n; i++)
        if (live->threads[i] && live->threads[i]->calls != live->calls)
            calls += live->threads[i]->calls[function].calls;
    return calls;
}

static void add_unpatched(struct collector *c)
{
    struct sw_profile *p = c->profile;
    uint32_t n = atomic_load(&c->live->n_functions);
    n = n < SW_SITES_MAX ? n : SW_SITES_MAX;
    for (uint32_t i = 2; i < n; i++) {
        const struct sw_live_function *f = &c->live->functions[i];
        if (f->left_out != SW_LEFT_OUT_BY_BUDGET)
            continue;
        struct sw_piece piece = {
            .key = sw_rate_key(&c->live->modules, SW_PIECE_LEFT_OUT, 0, f->address, 0),
            .left_out = 1};
        sw_pieces_add(p, &piece);
        SW_ROOM_FOR_MORE(p->unpatched, p->n_unpatched);
        p->unpatched[p->n_unpatched++] = (struct sw_unpatched){
            .address = f->address, .calls = count_calls(c->live, i), .place = SW_NOWHERE};
    }
    qsort(p->unpatched, p->n_unpatched, sizeof *p->unpatched, most_calls_first);
}

bool sw_cilk_is_there(const struct sw_live *live)
{
    return !live->opencilk.by_id;
}

bool sw_opencilk_is_there(const struct sw_live *live)
{
    return live->opencilk.by_id;
}

static void make_room(struct collector *c)
{
    uint32_t n = atomic_load(&c->live->n_sites);
    c->n_sites = n < SW_SITES_MAX ? n : SW_SITES_MAX;
    SW_ROOM(c->sites, c->n_sites);
    SW_ROOM(c->on_span, c->n_sites);
    SW_ROOM(c->others, c->n_sites);
}

static void describe(struct sw_profile *p, const struct sw_live *live)
{
    p->burden = live->options.burden;
    p->circumstances.call_cost_ps =
        sw_live_to_ns(live, 2 * (live->costs.note + live->costs.replay) * 1000 / SW_COST_TICK);
    p->circumstances.workers = live->cilk.parallel ? live->options.workers : 1;
    p->circumstances.steals = live->cilk.steals;
}

int sw_cilk_gather(struct sw_profile *profile, struct sw_live *live, bool careful)
{
    struct collector c = {.live = live, .profile = profile, .careful = careful};
    if (live->options.processors || (!sw_threads_count(live) && !*live->trouble))
        return -ENODATA; /* it ended before there was a record */
    replay_threads(&c);
    make_room(&c);
    name_regions(&c);
    add_unpatched(&c);
    sw_gather_samples_init(&c.samples, live);
    add_threads(&c);
    add_pieces(&c);
    sw_gather_samples_fill(&c.samples, profile, live);
    describe(profile, live);
    keep_sites(&c);
    sw_gather_locks(profile, live);
    if (atomic_load(&live->tree))
        sw_gather_tree_sites(live);
    return 0;
}

void sw_opencilk_warn(struct sw_profile *p, const struct sw_live *live)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n_sites; i++)
        n += p->sites[i].kind == SW_SITE_CALL && !p->sites[i].address;
    if (n)
        sw_profile_warn(p,
                        "from where %zu function%s called is not known, so all calls of one count "
                        "as one site: compile with -fno-omit-frame-pointer",
                        n, n == 1 ? " was" : "s were");
    if (!live->opencilk.has_grain)
        sw_profile_warn(p,
                        "this runtime of OpenCilk's is not known: loops ran with the grain of one "
                        "worker, an eighth of the iterations, 2048 at most, where no '#pragma cilk "
                        "grainsize' is given; with a smaller one they are more parallel");
}
