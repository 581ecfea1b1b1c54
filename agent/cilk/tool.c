/* Loads a user's tool (spanwise_tool.h) and calls it for each event of the engine. */
#include "agent/cilk/tool.h"
#include "agent/cilk/names.h"
#include "agent/cilk/tool_frames.h"
#include "agent/core/enter.h"
#include "agent/core/meter.h"
#include "base/raw.h"
#include "include/spanwise_tool.h"
#include "profile/profile.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define PATIENCE_MS 1000

static const struct spanwise_tool *tool; /* NULL: none */
static _Atomic int finished;

/* The program's time on the strand that the tool was not told of. A sync or split that it does not want
 * leaves it to the next event of the frame. Differences of whole nanoseconds, so
 * that they add up. */
static uint64_t untold_ns(struct sw_strand *s)
{
    uint64_t from = sw_live_to_ns(sw_live, s->watched), to = sw_live_to_ns(sw_live, s->at.work);
    s->watched = s->at.work;
    return to - from;
}

typedef void callback(struct spanwise_frame *, unsigned long long);

static void call(callback *function, struct spanwise_frame *frame, uint64_t ns)
{
    if (function && frame)
        function(frame, ns);
}

/* Before callbacks: errno is the program's. False: no callback any more. */
static bool begin(struct sw_strand *s, int *saved)
{
    if (atomic_load_explicit(&finished, memory_order_acquire) || !sw_thread_self->live)
        return false;
    *saved = errno;
    sw_thread_self->tool.told = s;
    return true;
}

static void end(int saved)
{
    errno = saved;
}

static const void *site_place(const struct sw_live_site *site)
{
    bool returns = site->kind == SW_SITE_CALL && site->address;
    return (const void *)(returns ? site->address - 1 : site->address);
}

static unsigned kind_of(const struct sw_frame *f, const struct sw_live_site *site)
{
    if (f->flags & SW_FRAME_SPAWNED)
        return SPANWISE_SPAWN;
    if (site->kind == SW_SITE_CALL)
        return SPANWISE_CALL;
    return site->kind == SW_SITE_ROOT ? SPANWISE_ROOT : SPANWISE_SCOPE;
}

/* The object for a frame of the engine; NULL: no memory. */
static struct spanwise_frame *make(struct sw_frame *f, struct spanwise_frame *parent)
{
    const struct sw_live_site *site = &sw_live->sites[f->site];
    struct spanwise_frame *frame = sw_tool_frame_take(sw_thread_self);
    f->user = frame;
    if (!frame)
        return NULL;
    uint32_t function = site->function;
    *frame = (struct spanwise_frame){
        .parent = parent,
        .site = site_place(site),
        .function = function ? (const void *)sw_live->functions[function].address : NULL,
        .kind = kind_of(f, site),
    };
    return frame;
}

/* That of the frame around the innermost one. A thread's root gets its own when it calls something:
 * workers that the program knows nothing of call nothing. */
static struct spanwise_frame *parent_of(struct sw_strand *s)
{
    struct sw_frame *f = s->at.top - 1;
    while (!f->user && f->site != SW_ROOT_SITE && f > s->frames)
        f--;
    if (f->user || f->site != SW_ROOT_SITE)
        return f->user;
    struct spanwise_frame *frame = make(f, NULL);
    call(tool->enter, frame, 0);
    return frame;
}

static void opened(struct sw_strand *s)
{
    int saved;
    if (!begin(s, &saved))
        return;
    uint64_t ns = untold_ns(s);
    struct spanwise_frame *frame = make(s->at.top, parent_of(s));
    if (s->at.top->flags & SW_FRAME_SPAWNED && tool->spawn) {
        call(tool->spawn, frame, ns);
        ns = 0;
    }
    call(tool->enter, frame, ns);
    end(saved);
}

static void syncs(struct sw_strand *s)
{
    int saved;
    if (!tool->sync || !begin(s, &saved))
        return;
    call(tool->sync, s->at.top->user, untold_ns(s));
    end(saved);
}

static void closes(struct sw_strand *s)
{
    struct spanwise_frame *frame = s->at.top->user;
    int saved;
    if (!begin(s, &saved))
        return;
    if (sw_strand_waits(s) && tool->sync)
        call(tool->sync, frame, untold_ns(s));
    call(tool->exit, frame, untold_ns(s));
    s->at.top->user = NULL;
    if (frame)
        sw_tool_frame_give(sw_thread_self, frame);
    end(saved);
}

static const struct sw_watcher watcher = {.opened = opened, .syncs = syncs, .closes = closes};

void sw_tool_stolen(struct sw_leg *leg)
{
    int saved;
    if (leg->strand.watcher != &watcher || !begin(&leg->strand, &saved))
        return;
    if (tool->steal && leg->strand.frames->user)
        tool->steal(leg->strand.frames->user);
    end(saved);
}

void sw_tool_joined(struct sw_leg *leg)
{
    int saved;
    if (leg->strand.watcher != &watcher || !begin(&leg->strand, &saved))
        return;
    if (tool->join && leg->strand.at.top->user)
        tool->join(leg->strand.at.top->user);
    end(saved);
}

void sw_tool_split(struct sw_thread *t, const char *label)
{
    struct sw_strand *s = t->strand;
    int saved;
    if (s->watcher != &watcher || !begin(s, &saved))
        return;
    if (tool->split && s->at.top->user)
        tool->split(s->at.top->user, label, untold_ns(s));
    end(saved);
}

static void position(struct spanwise_position *p)
{
    struct sw_strand *s = sw_thread_self->tool.told;
    *p = (struct spanwise_position){0};
    if (!s)
        return;
    struct sw_position at = sw_strand_position(s);
    p->work_ns = sw_live_to_ns(sw_live, at.work);
    p->span_ns = sw_live_to_ns(sw_live, at.span);
    p->burdened_span_ns = sw_live_to_ns(sw_live, at.burdened_span);
    p->spawns = at.spawns;
    p->syncs = at.syncs;
}

/* The thread may be in a callback. It may also have left one for good, by a jump. */
static void await(struct sw_thread *t)
{
    for (int ms = 0; ms < PATIENCE_MS && atomic_load(&t->replaying); ms++)
        usleep(1000);
}

/*
 * When the program ends: other threads may be in callbacks. Who is not finds `finished`; who is, is
 * waited for. Of a child after fork() the tool knows nothing.
 */
void sw_tool_end(void)
{
    struct sw_live *live = sw_live;
    uint64_t now = sw_meter_now();
    if (!live || !tool || atomic_exchange(&finished, 1))
        return;
    uint32_t n = atomic_load(&live->n_threads);
    for (uint32_t i = 0; i < n && i < SW_LIVE_THREADS; i++)
        if (live->threads[i] && live->threads[i] != sw_thread_self)
            await(live->threads[i]);
    uint64_t sp = (uint64_t)__builtin_frame_address(0);
    struct sw_thread *t = sw_catch_up(now, sp);
    if (t)
        sw_leave(t);
    if (tool->finish)
        tool->finish();
    if (t && (t = sw_enter(sp)))
        sw_leave(t); /* none of that was the program's */
}

static void say(const char *message, const char *path, const char *why)
{
    char line[1024];
    int n = snprintf(line, sizeof line, "spanwise: %s '%s'%s%s; the profile goes on without it\n",
                     message, path, *why ? ": " : "", why);
    sw_raw_say(line, (size_t)(n < (int)sizeof line ? n : (int)sizeof line - 1));
}

/* NULL after a message. `spanwise run` has looked at the file, but not at what it needs. */
static const struct spanwise_tool *open_tool(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const char *why = handle ? "" : dlerror();
    const struct spanwise_tool *found = handle ? dlsym(handle, "spanwise_tool") : NULL;
    if (!handle)
        say("cannot load the tool", path, why ? why : "");
    else if (!found || found->version != SPANWISE_TOOL_VERSION)
        say("no tool of this version is in", path, "");
    else
        return found;
    return NULL;
}

void sw_tool_load(struct sw_live *live)
{
    static struct spanwise_host host = {
        .version = SPANWISE_TOOL_VERSION, .name = sw_name_of, .position = position};
    const char *path = secure_getenv("SPANWISE_TOOL");
    if (!live->options.tool || !path || !*path || !(tool = open_tool(path)))
        return;
    host.workers = (unsigned)live->options.workers;
    if (tool->start && tool->start(&host)) {
        say("stopped by itself: the tool", path, "");
        return;
    }
    /* Behind the tool's own destructors in the list, hence before them when the program ends. */
    atexit(sw_tool_end);
    live->watcher = &watcher;
    for (uint32_t i = 0; i < atomic_load(&live->n_threads); i++)
        live->threads[i]->own->strand.watcher = &watcher;
}
