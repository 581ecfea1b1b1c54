/*
 * A tool for `spanwise run --tool`: how often each function was called and spawned, and the deepest
 * path of calls and spawns, as the programmer wrote it, whoever stole what on the way.
 *
 *     cc -O2 -shared -fPIC calls.c -o calls.so
 *     spanwise run --tool=./calls.so ./program
 *
 * Each frame has data of its own: its depth, one more than its parent's. When a worker steals the
 * continuation of a function, it finds that function's frame, with the data that another worker has
 * put there. doc/tool.md goes through this file.
 */
#include <spanwise_tool.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { FUNCTIONS = 4096, DEEPEST = 64 };

struct function {
    const void *_Atomic address; /* NULL: nobody's yet */
    atomic_ullong called, spawned;
};

struct data {
    struct function *function;
    unsigned depth;
};

static const struct spanwise_host *host;
static struct function functions[FUNCTIONS]; /* a hash table */
static struct function bodies; /* loops and scopes, which have no function of their own */
static atomic_ullong syncs, steals;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint deepest;
static const struct function *path[DEEPEST]; /* to the deepest frame: its outer end */

/* Any worker may come with a function that nobody has seen. */
static struct function *find(const void *address)
{
    if (!address)
        return &bodies;
    for (size_t i = (size_t)address / 16, tries = 0; tries < FUNCTIONS; i++, tries++) {
        struct function *f = &functions[i % FUNCTIONS];
        const void *free = NULL;
        if (f->address == address || atomic_compare_exchange_strong(&f->address, &free, address) ||
            free == address)
            return f;
    }
    return &bodies;
}

/* A frame is deeper than all before: keeps the way to it. */
static void keep_path(const struct spanwise_frame *frame, unsigned depth)
{
    pthread_mutex_lock(&lock);
    if (depth > deepest) {
        deepest = depth;
        for (const struct spanwise_frame *f = frame; f; f = f->parent) {
            const struct data *data = f->data;
            if (data && data->depth < DEEPEST)
                path[data->depth] = data->function;
        }
    }
    pthread_mutex_unlock(&lock);
}

static void on_enter(struct spanwise_frame *frame, unsigned long long ns)
{
    const struct data *parent = frame->parent ? frame->parent->data : NULL;
    struct data *data = malloc(sizeof *data);
    (void)ns;
    if (!data)
        return;
    data->function = find(frame->function);
    data->depth = parent ? parent->depth + 1 : 0;
    frame->data = data;
    if (frame->kind == SPANWISE_SPAWN)
        data->function->spawned++;
    else if (frame->kind != SPANWISE_ROOT)
        data->function->called++;
    if (data->depth > deepest)
        keep_path(frame, data->depth);
}

static void on_exit_of(struct spanwise_frame *frame, unsigned long long ns)
{
    (void)ns;
    free(frame->data);
}

static void on_sync(struct spanwise_frame *frame, unsigned long long ns)
{
    (void)frame;
    (void)ns;
    syncs++;
}

static void on_steal(struct spanwise_frame *frame)
{
    (void)frame;
    steals++;
}

static int start(const struct spanwise_host *of)
{
    host = of;
    return 0;
}

static const char *name_of(const struct function *f)
{
    const char *name = f->address ? host->name(f->address) : "(loops and scopes)";
    return name ? name : "?";
}

static int most_first(const void *a, const void *b)
{
    const struct function *x = a, *y = b;
    unsigned long long calls_x = x->called + x->spawned, calls_y = y->called + y->spawned;
    return calls_x != calls_y ? (calls_x < calls_y) - (calls_x > calls_y)
                              : (x->address > y->address) - (x->address < y->address);
}

static void print_path(void)
{
    fprintf(stderr, "the deepest path, %u frames:\n", (unsigned)deepest);
    for (unsigned depth = 1, next; depth <= deepest && depth < DEEPEST; depth = next) {
        for (next = depth; next <= deepest && next < DEEPEST && path[next] == path[depth]; next++)
            ;
        fprintf(stderr, "  %s", name_of(path[depth]));
        fprintf(stderr, next - depth > 1 ? ", %u times\n" : "\n", next - depth);
    }
    if (deepest >= DEEPEST)
        fprintf(stderr, "  ...\n");
}

/* No frame is needed any more, but main's caller is still open: it has no exit. */
static void finish(void)
{
    fprintf(stderr, "%llu syncs, %llu steals\n", (unsigned long long)syncs,
            (unsigned long long)steals);
    print_path(); /* before the table is sorted: the path points into it */
    qsort(functions, FUNCTIONS, sizeof *functions, most_first);
    fprintf(stderr, "%12s %12s  function\n", "called", "spawned");
    for (const struct function *f = functions; f < functions + FUNCTIONS; f++)
        if (f->called + f->spawned)
            fprintf(stderr, "%12llu %12llu  %s\n", (unsigned long long)f->called,
                    (unsigned long long)f->spawned, name_of(f));
    if (bodies.called + bodies.spawned)
        fprintf(stderr, "%12llu %12llu  %s\n", (unsigned long long)bodies.called,
                (unsigned long long)bodies.spawned, name_of(&bodies));
}

const struct spanwise_tool spanwise_tool = {
    .version = SPANWISE_TOOL_VERSION,
    .name = "calls",
    .start = start,
    .enter = on_enter,
    .sync = on_sync,
    .exit = on_exit_of,
    .steal = on_steal,
    .finish = finish,
};
