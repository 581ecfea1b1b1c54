/*
 * A stand-in for the profiler: it runs loops in chunks of the grain size (3 by default), as the
 * profiler may, and says on stderr what it was told, in lines that hooks.sh knows.
 */
#include "abi/cilk.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

static unsigned long begun, chunks, iterations, sleds;
static int loud; /* COUNTER=loud: every loop and region */
static const void *last_site;

static uint64_t chunk(struct sw_cilk_loop *loop)
{
    uint64_t left = loop->end[0] - loop->at;
    uint64_t n = left < loop->grain ? left : loop->grain;
    loop->at += n;
    chunks += n != 0;
    return n;
}

static uint64_t loop_begin(struct sw_cilk_loop *loop, uint64_t count, uint64_t grain,
                           const void *site)
{
    begun++;
    iterations += count;
    last_site = site;
    if (loud)
        fprintf(stderr, "loop of %lu, grain %lu\n", (unsigned long)count, (unsigned long)grain);
    *loop = (struct sw_cilk_loop){.at = 0, .grain = grain ? grain : 3};
    loop->end[0] = count;
    return chunk(loop);
}

static uint64_t loop_next(struct sw_cilk_loop *loop, const void *site)
{
    (void)site;
    return chunk(loop);
}

static void region_begin(const char *label)
{
    fprintf(stderr, "begin %s\n", label);
}

static void region_end(const char *label)
{
    fprintf(stderr, "end %s\n", label);
}

static uint64_t region_open(const char *label)
{
    fprintf(stderr, "open %s\n", label);
    return 7;
}

static void region_close(uint64_t handle)
{
    fprintf(stderr, "close %lu\n", (unsigned long)handle);
}

static struct sw_cilk_position position(void)
{
    static struct sw_cilk_position now;
    now.work += 100;
    now.span += 10;
    now.burdened_span += 20;
    return now;
}

static void dump(struct sw_cilk_position p, const char *tag)
{
    fprintf(stderr, "dump %s %ld %ld %ld\n", tag, (long)p.work, (long)p.span,
            (long)p.burdened_span);
}

static const struct sw_cilk_hooks hooks = {
    .loop_begin = loop_begin,
    .loop_next = loop_next,
    .region_begin = region_begin,
    .region_end = region_end,
    .region_open = region_open,
    .region_close = region_close,
    .position = position,
    .dump = dump,
};

/* Is the site one of the module's sleds, and of a SCOPE? */
static int knows(const struct sw_cilk_module *m, const void *site)
{
    for (const struct sw_sled *s = m->sleds; s < m->end; s++)
        if ((const char *)&s->at + s->at == (const char *)site)
            return s->kind == SW_SLED_SCOPE;
    return 0;
}

EXPORT int spanwise_register(struct sw_cilk_module *module)
{
    const char *how = getenv("COUNTER");
    loud = how && *how == 'l';
    if (how && *how == 'r')
        return -ENOTSUP;
    sleds += (unsigned long)(module->end - module->sleds);
    *module->hooks = &hooks;
    return 0;
}

EXPORT void spanwise_unregister(struct sw_cilk_module *module)
{
    if (*module->hooks && begun)
        fprintf(stderr, "counted %lu loops, %lu iterations, site %s\n", begun, iterations,
                knows(module, last_site) ? "known" : "unknown");
}
