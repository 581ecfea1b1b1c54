/*
 * A tool that trusts nobody: at every callback the frame and all around it must have the data that
 * enter gave them, each a depth more than its parent, and no two callbacks of one frame may run at
 * once. Tells what it has counted, and what was wrong.
 */
#include <spanwise_tool.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define MAGIC 0x73706e77697365ull

struct data {
    unsigned long long magic;
    const struct spanwise_frame *frame;
    unsigned depth;
    atomic_int busy; /* a callback of the frame runs */
    atomic_int children;
    pthread_t entered;
};

static atomic_ullong entered, left, spawned, synced, stolen, joined, split, wrong, elsewhere,
    ns_sum;
static const struct spanwise_host *host;
static __thread unsigned long long work;

static void complain(const char *what)
{
    if (wrong++ < 5)
        fprintf(stderr, "wrong: %s\n", what);
}

static void check_chain(const struct spanwise_frame *frame)
{
    for (; frame; frame = frame->parent) {
        const struct data *data = frame->data, *parent = frame->parent ? frame->parent->data : NULL;
        if (!data || data->magic != MAGIC || data->frame != frame)
            complain("the data of a frame");
        else if (data->depth != (parent ? parent->depth + 1 : 0))
            complain("the depth of a frame");
        if (!frame->parent != (frame->kind == SPANWISE_ROOT))
            complain("the root");
        if (!data)
            return;
    }
}

static void begin(struct spanwise_frame *frame)
{
    struct data *data = frame->data;
    check_chain(frame);
    if (data && atomic_exchange(&data->busy, 1))
        complain("two callbacks of one frame at once");
}

static void end(struct spanwise_frame *frame)
{
    struct data *data = frame->data;
    if (data)
        atomic_store(&data->busy, 0);
}

static void cost(unsigned long long ns)
{
    struct spanwise_position at;
    ns_sum += ns;
    host->position(&at);
    if (at.span_ns > at.work_ns)
        complain("a span longer than the work");
    if (host->workers == 1 && at.work_ns < work)
        complain("work that shrinks");
    work = at.work_ns;
}

static void on_spawn(struct spanwise_frame *frame, unsigned long long ns)
{
    if (frame->data || frame->kind != SPANWISE_SPAWN || !frame->parent)
        complain("a new spawn");
    spawned++;
    cost(ns);
}

static void on_enter(struct spanwise_frame *frame, unsigned long long ns)
{
    const struct data *parent = frame->parent ? frame->parent->data : NULL;
    struct data *data = calloc(1, sizeof *data);
    if (frame->data)
        complain("the data of a new frame");
    if (frame->kind == SPANWISE_SPAWN && ns)
        complain("a cost that was told before");
    *data = (struct data){.magic = MAGIC, .frame = frame, .entered = pthread_self()};
    data->depth = parent ? parent->depth + 1 : 0;
    if (parent)
        ((struct data *)frame->parent->data)->children++;
    frame->data = data;
    entered++;
    cost(ns);
    check_chain(frame);
}

static void on_sync(struct spanwise_frame *frame, unsigned long long ns)
{
    begin(frame);
    synced++;
    cost(ns);
    end(frame);
}

static void on_exit_of(struct spanwise_frame *frame, unsigned long long ns)
{
    struct data *data = frame->data;
    begin(frame);
    if (data->children)
        complain("a child that is open when its parent returns");
    if (frame->parent)
        ((struct data *)frame->parent->data)->children--;
    elsewhere += !pthread_equal(data->entered, pthread_self());
    left++;
    cost(ns);
    data->magic = 0;
    free(data);
}

static void on_steal(struct spanwise_frame *frame)
{
    begin(frame);
    stolen++;
    end(frame);
}

static void on_join(struct spanwise_frame *frame)
{
    begin(frame);
    if (((struct data *)frame->data)->children)
        complain("a child that is open when all have joined");
    joined++;
    end(frame);
}

static void on_split(struct spanwise_frame *frame, const char *label, unsigned long long ns)
{
    begin(frame);
    fprintf(stderr, "split %s in %s\n", label ? label : "-", host->name(frame->function));
    split++;
    cost(ns);
    end(frame);
}

static int start(const struct spanwise_host *of)
{
    host = of;
    return of->version != SPANWISE_TOOL_VERSION;
}

static void finish(void)
{
    fprintf(stderr, "workers %u\nentered %llu\nleft %llu\nspawned %llu\nsynced %llu\n",
            host->workers, entered, left, spawned, synced);
    fprintf(stderr, "stolen %llu\njoined %llu\nelsewhere %llu\nsplit %llu\nns %llu\nwrong %llu\n",
            stolen, joined, elsewhere, split, ns_sum, wrong);
}

const struct spanwise_tool spanwise_tool = {
    .version = SPANWISE_TOOL_VERSION,
    .name = "frames",
    .start = start,
    .spawn = on_spawn,
    .enter = on_enter,
    .sync = on_sync,
    .exit = on_exit_of,
    .steal = on_steal,
    .join = on_join,
    .split = on_split,
    .finish = finish,
};
