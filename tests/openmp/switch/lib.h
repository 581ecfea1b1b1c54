/* What the tests of switches share: one other logical thread, and the way to switch. */
#pragma once

#include "tests/check.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "agent/openmp/simulator/switch.h"

#if defined __x86_64__
extern unsigned char sw_omp_has_fsgsbase;
#endif

bool sw_is_enclosed; /* that the program is in a sandbox: agent/core/start.h */

static struct sw_omp_context home;

/* A logical thread that is switched to from `home` and back. */
struct other {
    struct sw_omp_donor donor;
    struct sw_omp_context context;
};

static void to(struct other *o)
{
    sw_omp_switch(&home, &o->context);
}

static void back(struct other *o)
{
    sw_omp_switch(&o->context, &home);
}

static int ended;
static inline void count_end(void)
{
    __atomic_fetch_add(&ended, 1, __ATOMIC_RELAXED);
}

static inline void start(struct other *o, sw_omp_main *body)
{
    CHECK_EQ(sw_omp_donor_start(&o->donor, 256 << 10, &o->context, body, o), 0);
}

static inline void end(struct other *o)
{
    sw_omp_donor_end(&o->donor, count_end);
    sw_omp_donor_join(&o->donor);
}

/* Runs body(o) as another logical thread until it stops; it ends with stop(o). */
static inline void run(sw_omp_main *body)
{
    struct other o;
    start(&o, body);
    to(&o);
    end(&o);
}

static inline void stop(struct other *o)
{
    for (;;)
        back(o);
}

/* "registers", the way that is taken where the kernel allows it; "call": as where it does not;
 * "baton". */
static inline void choose(const char *way)
{
    sw_omp_switch_init(!strcmp(way, "baton"));
    home.thread_pointer = sw_omp_thread_pointer();
#if defined __x86_64__
    if (!strcmp(way, "call"))
        sw_omp_has_fsgsbase = 0;
#endif
}

#ifdef __cplusplus
}
#endif
