/*
 * The range is mapped, privately, where it was mapped in the program, the strands are finished by
 * the engine as if everything returned at the last event, and their records become sites. All of
 * that happens in a child process: the program may have scribbled over the range, and then it is
 * the child that crashes.
 *
 * A thread that was stopped inside an event may have left its records half linked. Mostly they can
 * be read all the same; where the child crashes over them or comes to no end, a second one leaves
 * them out and keeps the thread's figures.
 */
#include "runtime/collect.h"
#include "front/replay.h"
#include "profile/file.h"
#include "runtime/live.h"
#include "runtime/site.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct collector {
    struct sw_live *live;
    struct sw_profile *profile;
    struct sw_site *sites; /* by number */
    uint32_t n_sites;
    bool careful; /* the second child: without records that may be half linked */
};

/* Seconds that the first child may take where records may be half linked, and where they are not.
 */
#define LIMIT_DOUBTFUL 3
#define LIMIT          120

/* Stopped inside an event. */
static bool is_busy(const struct sw_thread *t)
{
    return !t->next;
}

static const struct sw_place nowhere = {.function = sw_profile_empty, .file = sw_profile_empty};

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

static void add_prof(struct collector *c, const struct sw_prof *prof, bool on_span)
{
    for (uint32_t i = 0; i < c->n_sites && i < prof->capacity; i++) {
        add_record(c->live, &c->sites[i].on_work, &prof->array[i]);
        if (on_span)
            add_record(c->live, &c->sites[i].on_span, &prof->array[i]);
    }
}

static void add_regions(struct collector *c, const struct sw_strand *s)
{
    struct sw_profile *p = c->profile;
    for (uint32_t i = 0; i < p->n_regions; i++) {
        const struct sw_region_sums *r = &s->regions[i];
        struct sw_figures *f = &p->regions[i].figures;
        f->count += r->count;
        f->work += sw_live_to_ns(c->live, r->work);
        f->span += sw_live_to_ns(c->live, r->span);
        f->burdened_span += sw_live_to_ns(c->live, r->burdened_span);
        f->spawns += r->spawns;
        f->syncs += r->syncs;
    }
}

static void add_circumstances(struct collector *c, const struct sw_thread *t)
{
    struct sw_circumstances *k = &c->profile->circumstances;
    k->events += t->events;
    k->events_dropped += t->dropped;
    k->events_elsewhere += t->elsewhere;
    k->overhead += sw_live_to_ns(c->live, t->overhead);
    k->preempted += sw_live_to_ns(c->live, t->preempted);
    k->threads++;
    uint64_t depth = sw_strand_max_depth(&t->strand);
    k->max_depth = depth > k->max_depth ? depth : k->max_depth;
    if (t->strand.lost_frames)
        sw_profile_warn(c->profile, "%llu calls were too deeply nested to have a record",
                        (unsigned long long)t->strand.lost_frames);
    if (t->strand.pool.full)
        sw_profile_warn(c->profile, "the profiler's memory was full: some records are missing");
    if (is_busy(t))
        c->profile->flags |= SW_PROFILE_DAMAGED;
}

/* The thread with the longest span is the one whose path is the critical one. */
static const struct sw_thread *longest(const struct sw_live *live, uint32_t n)
{
    const struct sw_thread *best = NULL;
    uint64_t best_span = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t span = live->threads[i] ? sw_strand_position(&live->threads[i]->strand).span : 0;
        if (live->threads[i] && (!best || span > best_span)) {
            best = live->threads[i];
            best_span = span;
        }
    }
    return best;
}

static bool left_out(const struct collector *c, const struct sw_thread *t)
{
    return c->careful && is_busy(t);
}

static void warn_of_threads(struct collector *c, uint64_t n_left_out)
{
    if (n_left_out)
        sw_profile_warn(c->profile,
                        "%llu thread%s stopped inside the profiler, and the records of their call "
                        "sites are lost",
                        (unsigned long long)n_left_out, n_left_out == 1 ? " was" : "s were");
    if (c->profile->circumstances.threads > 1)
        sw_profile_warn(c->profile,
                        "%llu threads ran profiled code; what they wait for each other is not "
                        "known, so the span is that of the longest one",
                        (unsigned long long)c->profile->circumstances.threads);
}

static void add_thread(struct collector *c, const struct sw_thread *t, bool critical)
{
    struct sw_figures *whole = &c->profile->whole;
    struct sw_position end = sw_strand_position(&t->strand);
    if (!left_out(c, t)) {
        add_prof(c, &t->strand.root, critical);
        add_prof(c, &t->strand.off, false);
    }
    add_regions(c, &t->strand);
    add_circumstances(c, t);
    whole->work += sw_live_to_ns(c->live, end.work);
    whole->spawns += end.spawns;
    whole->syncs += end.syncs;
    if (critical) {
        whole->span = sw_live_to_ns(c->live, end.span);
        whole->burdened_span = sw_live_to_ns(c->live, end.burdened_span);
    }
}

static uint32_t number_of_threads(const struct sw_live *live)
{
    uint32_t n = atomic_load(&live->n_threads);
    return n < SW_LIVE_THREADS ? n : SW_LIVE_THREADS;
}

/* What threads have noted and not replayed. The program may have stopped with the lock taken. */
static void replay_threads(struct sw_live *live)
{
    uint32_t n = number_of_threads(live);
    atomic_store(&live->lock, 0);
    live->gone = 1;
    for (uint32_t i = 0; i < n; i++) {
        struct sw_thread *t = live->threads[i];
        if (!t || is_busy(t))
            continue;
        t->notes_end = t->next;
        sw_replay_thread(t);
    }
}

/* Ends the strand, with the spawn in it that is pending: see replay.h. */
static void finish_thread(struct sw_thread *t)
{
    if (t->pending)
        sw_event_pass(&t->strand, t->pending_cost);
    sw_strand_finish(&t->strand);
}

static void add_threads(struct collector *c)
{
    struct sw_live *live = c->live;
    uint32_t n = number_of_threads(live);
    uint64_t n_left_out = 0;
    for (uint32_t i = 0; i < n; i++)
        if (live->threads[i] && left_out(c, live->threads[i]))
            n_left_out++;
        else if (live->threads[i])
            finish_thread(live->threads[i]);
    const struct sw_thread *critical = longest(live, n);
    c->profile->whole.count = 1;
    for (uint32_t i = 0; i < n; i++)
        if (live->threads[i])
            add_thread(c, live->threads[i], live->threads[i] == critical);
    warn_of_threads(c, n_left_out);
}

static uint64_t site_address(const struct sw_live_site *site)
{
    bool returns = site->kind == SW_SITE_CALL && site->address;
    return returns ? site->address - 1 : site->address;
}

/* What of a program of OpenCilk's is not as its users expect. */
static void warn_of_hooks(struct collector *c)
{
    const struct sw_profile *p = c->profile;
    size_t n = 0;
    for (size_t i = 0; i < p->n_sites; i++)
        n += p->sites[i].kind == SW_SITE_CALL && !p->sites[i].address;
    if (n)
        sw_profile_warn(c->profile,
                        "from where %zu function%s called is not known, so all calls of one count "
                        "as one site: compile with -fno-omit-frame-pointer",
                        n, n == 1 ? " was" : "s were");
    if (c->live->loops)
        sw_profile_warn(c->profile,
                        "OpenCilk's loops ran with the grain of one worker: an eighth of the "
                        "iterations, 2048 at most, where no '#pragma cilk grainsize' is given; "
                        "with a smaller one they are more parallel");
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
        s->address = site_address(from);
        s->callee = from->function ? c->live->functions[from->function].address : SW_NO_CALLEE;
        p->sites[p->n_sites++] = *s;
    }
    for (size_t i = 0; i < p->n_sites; i++)
        p->sites[i].caller_place = p->sites[i].callee_place = nowhere;
}

static const struct sw_module *overlapped(const struct sw_profile *p, const struct sw_module *m)
{
    for (const struct sw_module *other = p->modules; other < m; other++)
        if (m->start < other->end && other->start < m->end)
            return other;
    return NULL;
}

/* One was closed before the other was opened; an address alone does not tell which it was. */
static void warn_of_overlaps(struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_modules; i++) {
        const struct sw_module *m = &p->modules[i], *other = overlapped(p, m);
        if (other)
            sw_profile_warn(p,
                            "'%s' and '%s' were loaded at the same place, one after the other: "
                            "their call sites cannot be told apart",
                            other->path, m->path);
    }
}

static int add_modules(struct collector *c)
{
    struct sw_profile *p = c->profile;
    const struct sw_live *live = c->live;
    uint32_t n = live->n_modules < SW_LIVE_MODULES ? live->n_modules : SW_LIVE_MODULES;
    if (!(p->modules = calloc(n + 1, sizeof *p->modules)))
        return -ENOMEM;
    for (uint32_t i = 0; i < n; i++) {
        const struct sw_live_module *from = &live->modules[i];
        struct sw_module *m = &p->modules[i];
        m->start = from->start;
        m->end = from->end;
        m->bias = from->bias;
        m->build_id_size = from->build_id_size;
        memcpy(m->build_id, from->build_id, sizeof m->build_id);
        if (!(m->path = strndup(from->path, PATH_MAX)))
            return -ENOMEM;
        p->n_modules++;
    }
    warn_of_overlaps(p);
    return 0;
}

static int name_regions(struct collector *c)
{
    struct sw_profile *p = c->profile;
    uint32_t n = c->live->n_labels < SW_LABELS_MAX ? c->live->n_labels : SW_LABELS_MAX;
    if (!(p->regions = calloc(n + 1, sizeof *p->regions)))
        return -ENOMEM;
    for (uint32_t i = 0; i < n; i++) {
        if (!(p->regions[i].label = strndup(c->live->labels[i], sizeof c->live->labels[i])))
            return -ENOMEM;
        p->n_regions++;
    }
    return 0;
}

static int most_calls_first(const void *a, const void *b)
{
    uint64_t x = ((const struct sw_unpatched *)a)->calls,
             y = ((const struct sw_unpatched *)b)->calls;
    return x < y ? 1 : x > y ? -1 : 0;
}

static int add_unpatched(struct collector *c)
{
    struct sw_profile *p = c->profile;
    uint32_t n = atomic_load(&c->live->n_functions);
    n = n < SW_SITES_MAX ? n : SW_SITES_MAX;
    for (uint32_t i = 2; i < n; i++) {
        const struct sw_live_function *f = &c->live->functions[i];
        if (f->left_out != SW_LEFT_OUT_BY_BUDGET)
            continue;
        struct sw_unpatched *more = reallocarray(p->unpatched, p->n_unpatched + 1, sizeof *more);
        if (!more)
            return -ENOMEM;
        p->unpatched = more;
        more += p->n_unpatched;
        *more = (struct sw_unpatched){.address = f->address, .calls = f->calls, .place = nowhere};
        p->n_unpatched++;
    }
    qsort(p->unpatched, p->n_unpatched, sizeof *p->unpatched, most_calls_first);
    return 0;
}

static int fill(struct sw_profile *profile, struct sw_live *live, bool careful)
{
    struct collector c = {.live = live, .profile = profile, .careful = careful};
    replay_threads(live);
    c.n_sites = atomic_load(&live->n_sites);
    c.n_sites = c.n_sites < SW_SITES_MAX ? c.n_sites : SW_SITES_MAX;
    c.sites = calloc(c.n_sites + 1, sizeof *c.sites);
    if (!c.sites || name_regions(&c) || add_modules(&c) || add_unpatched(&c))
        return -ENOMEM;
    add_threads(&c);
    char *front_end = strdup(live->by_id ? "opencilk" : "cilk");
    if (front_end)
        profile->front_end = front_end;
    profile->started_unix = live->started_unix;
    profile->burden = live->options.burden_ns;
    profile->circumstances.forks = atomic_load(&live->forks);
    profile->circumstances.memory = live->arena.used;
    profile->circumstances.call_cost_ps =
        sw_live_to_ns(live, 2 * (live->costs.note + live->costs.replay) * 1000 / SW_COST_TICK);
    if (!live->ended)
        profile->flags |= SW_PROFILE_INCOMPLETE;
    if (*live->trouble)
        sw_profile_warn(profile, "%.*s", (int)sizeof live->trouble, live->trouble);
    keep_sites(&c);
    if (live->by_id)
        warn_of_hooks(&c);
    return 0;
}

/* A list that is linked in a circle has no end; and a crash of ours is not worth a core. */
static void limit_child(const struct sw_live *live)
{
    struct rlimit none = {0, 0}, time = {LIMIT, LIMIT};
    uint32_t n = number_of_threads(live);
    for (uint32_t i = 0; i < n; i++)
        if (live->threads[i] && is_busy(live->threads[i]))
            time.rlim_cur = time.rlim_max = LIMIT_DOUBTFUL;
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &none);
}

static int map_and_fill(struct sw_profile *profile, const struct sw_received *received,
                        bool careful)
{
    const struct sw_handover *h = &received->handover;
    void *base = mmap((void *)h->base, h->size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED_NOREPLACE, received->fd, 0);
    if (base == MAP_FAILED)
        return -errno;
    struct sw_live *live = base;
    if (live->magic != SW_LIVE_MAGIC || strcmp(live->build, SW_LIVE_BUILD))
        return -EPROTO;
    limit_child(live);
    return fill(profile, live, careful);
}

/* In the child: the profile goes through the pipe as a file would. Exit status: -errno, negated. */
static int collect_into(int fd, const struct sw_received *received, bool careful)
{
    struct sw_profile profile;
    void *data;
    size_t size;
    sw_profile_init(&profile);
    int error = map_and_fill(&profile, received, careful);
    if (!error)
        error = sw_profile_serialize(&profile, &data, &size);
    for (size_t done = 0; !error && done < size;) {
        ssize_t n = write(fd, (char *)data + done, size - done);
        if (n < 0)
            return EIO;
        done += (size_t)n;
    }
    return -error;
}

static int read_all(int fd, char **data, size_t *size)
{
    size_t room = 0;
    for (*data = NULL, *size = 0;;) {
        if (*size == room) {
            room = room ? 2 * room : 1 << 16;
            char *more = realloc(*data, room);
            if (!more)
                return -ENOMEM;
            *data = more;
        }
        ssize_t n = read(fd, *data + *size, room - *size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? -errno : 0;
        *size += (size_t)n;
    }
}

static int failed(int status, char *why, size_t why_size)
{
    const char *reason = "the program has overwritten it";
    if (WIFEXITED(status))
        reason = WEXITSTATUS(status) == EPROTO ? "the program's profiler is of another build"
                                               : strerror(WEXITSTATUS(status));
    snprintf(why, why_size, "cannot read what was measured: %s", reason);
    return -EBADMSG;
}

/* In a child. What it wrote, and its wait status; or -errno. */
static int collect_apart(const struct sw_received *received, bool careful, char **data,
                         size_t *size, int *status)
{
    int ends[2];
    *data = NULL;
    *status = 0;
    fflush(NULL);
    if (pipe(ends) < 0)
        return -errno;
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        _exit(collect_into(ends[1], received, careful));
    }
    int error = child < 0 ? -errno : 0;
    close(ends[1]);
    if (!error)
        error = read_all(ends[0], data, size);
    close(ends[0]);
    if (child > 0)
        while (waitpid(child, status, 0) < 0 && errno == EINTR)
            ;
    return error;
}

int sw_collect(struct sw_profile *profile, const struct sw_received *received, char *why,
               size_t why_size)
{
    char *data;
    size_t size;
    int status, error = collect_apart(received, false, &data, &size, &status);
    if (!error && WIFSIGNALED(status)) {
        free(data);
        error = collect_apart(received, true, &data, &size, &status);
    }
    if (error)
        snprintf(why, why_size, "cannot read what was measured: %s", strerror(-error));
    else if (status)
        error = failed(status, why, why_size);
    else
        error = sw_profile_parse(profile, data, size, "the measurement", why, why_size);
    free(data);
    return error;
}
