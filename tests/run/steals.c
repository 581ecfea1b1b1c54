/*
 * On invented costs the profile of a parallel run is that of the serial one, to the integer, whatever
 * was stolen: random programs as the notes of their sleds, on one thread and on several. All figures
 * of all sites are compared, positions and regions.
 */
#include "tests/run/steals.h"
#include "agent/core/thread.h"
#include "engine/strand/event.h"
#include "live/leg.h"
#include "live/site.h"
#include "tests/check.h"
#include "tests/engine/events.h"

#include <stdlib.h>

#define PROGRAMS 1500
#define FIELDS   (sizeof(struct sw_record) / sizeof(uint64_t))

static void add_record(struct sw_record *sum, const struct sw_prof *prof, uint32_t site)
{
    if (site >= prof->capacity)
        return;
    const uint64_t *from = (const uint64_t *)&prof->array[site];
    for (size_t i = 0; i < FIELDS; i++)
        ((uint64_t *)sum)[i] += from[i];
}

static struct sw_record on_span(const struct machine *of, uint32_t site)
{
    struct sw_record r = {0};
    add_record(&r, &of->threads[0]->own->strand.root, site);
    return r;
}

static struct sw_record on_work(const struct machine *of, uint32_t site)
{
    struct sw_record r = on_span(of, site);
    add_record(&r, &of->threads[0]->own->strand.off, site);
    for (uint32_t i = 0; i < of->live->cilk.n_legs; i++)
        add_record(&r, &of->live->cilk.legs[i]->strand.off, site);
    return r;
}

static void compare_records(struct sw_record got, struct sw_record want)
{
    for (size_t i = 0; i < FIELDS; i++)
        CHECK_EQ(((uint64_t *)&got)[i], ((uint64_t *)&want)[i]);
}

static void compare_sites(const struct machine *a, const struct machine *b)
{
    uint32_t n = atomic_load(&a->live->n_sites);
    CHECK_EQ(atomic_load(&b->live->n_sites), n);
    for (uint32_t i = 1; i < n; i++) {
        const struct sw_live_site *s = &a->live->sites[i];
        uint32_t k = i == 1 ? 1 : sw_site_new(b->live, s->address, s->function, s->kind);
        k &= ~SW_SITE_SPAWNS;
        compare_records(on_span(b, k), on_span(a, i));
        compare_records(on_work(b, k), on_work(a, i));
    }
}

static void add_regions(struct sw_region_sums *sum, const struct sw_leg *leg, uint32_t label)
{
    const struct sw_regions *r = leg->strand.regions;
    for (size_t k = 0; r && k < sizeof *sum / sizeof(uint64_t); k++)
        (&sum->count)[k] += (&r->sums[label].count)[k];
}

static struct sw_region_sums region_sums(const struct machine *of, uint32_t label)
{
    struct sw_region_sums sum = {0};
    add_regions(&sum, of->threads[0]->own, label);
    for (uint32_t i = 0; i < of->live->cilk.n_legs; i++)
        add_regions(&sum, of->live->cilk.legs[i], label);
    return sum;
}

static void compare_regions(const struct machine *a, const struct machine *b)
{
    for (uint32_t label = 0; label < LABELS; label++) {
        struct sw_region_sums want = region_sums(a, label), got = region_sums(b, label);
        CHECK_EQ(got.count, want.count);
        CHECK_EQ(got.work, want.work);
        CHECK_EQ(got.span, want.span);
        CHECK_EQ(got.burdened_span, want.burdened_span);
        CHECK_EQ(got.spawns, want.spawns);
        CHECK_EQ(got.syncs, want.syncs);
    }
}

/* What each thread says that it has worked, together. */
static uint64_t work_of_threads(const struct machine *of)
{
    uint64_t work = 0;
    for (uint32_t i = 0; i < of->n_threads; i++) {
        const struct sw_thread *t = of->threads[i];
        work += t->strand ? sw_thread_work(t) : t->work_elsewhere;
        CHECK_EQ(t->elsewhere, 0);
    }
    return work;
}

static uint64_t events(const struct machine *of)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < of->n_threads; i++)
        n += of->threads[i]->events;
    return n;
}

static void compare(const struct machine *a, const struct machine *b)
{
    struct sw_position want = sw_strand_position(&a->threads[0]->own->strand);
    struct sw_position got = sw_strand_position(&b->threads[0]->own->strand);
    CHECK_EQ(got.work, want.work);
    CHECK_EQ(got.span, want.span);
    CHECK_EQ(got.burdened_span, want.burdened_span);
    CHECK_EQ(got.spawns, want.spawns);
    CHECK_EQ(got.syncs, want.syncs);
    CHECK_EQ(events(b), events(a));
    CHECK_EQ(b->lost_regions, 0);
    CHECK_EQ(work_of_threads(b), want.work);
    compare_regions(a, b);
    compare_sites(a, b);
}

/* A recursion whose every frame is stolen and waits: what a leg takes is what it uses, and it grows. */
static void legs_are_small(void)
{
    enum { LEGS = 1000, MOST_BYTES = 3072, FAR = 5000 };
    static struct machine machine;
    machine_init(&machine, 1, 0);
    struct sw_live *live = machine.live;
    struct sw_leg *first = machine.threads[0]->own, *leg = first;
    sw_event_call(&first->strand, 2, 2, 0);
    uint64_t before = live->arena.used;
    for (int i = 0; i < LEGS; i++) {
        sw_event_spawn(&leg->strand, 3, 2, 1);
        leg = sw_leg_steal(live, leg, 0, (struct sw_stack){0});
        CHECK(leg != NULL);
        if (!leg)
            return;
    }
    CHECK(live->arena.used - before <= LEGS * (uint64_t)MOST_BYTES);
    for (int i = 0; i < 2; i++) {
        sw_event_call(&leg->strand, FAR, 2 + FAR, 1);
        test_event_leaf(&leg->strand, 2 * FAR, 1, 1);
        sw_event_return(&leg->strand, 1);
    }
    sw_leg_join_all(live, first);
    CHECK_EQ(sw_strand_position(&first->strand).spawns, LEGS);
    CHECK_EQ(sw_strand_position(&first->strand).work, LEGS + 8);
    machine_release(&machine);
}

int main(int argc, char **argv)
{
    legs_are_small();
    static struct program program;
    static struct machine serial, parallel;
    uint64_t programs = argc > 1 ? strtoull(argv[1], NULL, 0) : PROGRAMS;
    uint64_t steals = 0, at_once = 0, wrong = 0;
    for (uint64_t i = 1; i <= programs; i++) {
        unsigned before = check_failed;
        seed(i);
        write_program(&program);
        uint64_t burden = pick(3) ? pick(50) : 5000;
        machine_init(&serial, 0, burden);
        machine_run(&serial, &program);
        machine_init(&parallel, 1 + pick(20), burden);
        machine_run(&parallel, &program);
        compare(&serial, &parallel);
        steals += parallel.live->cilk.steals;
        at_once += parallel.at_once;
        wrong += check_failed != before;
        if (check_failed != before && before < 50)
            fprintf(stderr, "^ in program %" PRIu64 " (%zu steps)\n", i, program.n);
        machine_release(&serial);
        machine_release(&parallel);
    }
    printf("%" PRIu64 " programs, %" PRIu64 " wrong; %" PRIu64 " steals, %" PRIu64 " run at once\n",
           programs, wrong, steals, at_once);
    CHECK(steals > 10 * programs && at_once > programs);
    return check_done();
}
