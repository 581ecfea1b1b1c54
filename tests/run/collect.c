/*
 * Reading the live range of a program that was stopped inside an event, with its records half
 * linked: an end is found, and what is sound is kept.
 */
#include "collect/collect.h"
#include "collect/front_end.h"
#include "live/live.h"
#include "tests/check.h"
#include "tests/engine/events.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SIZE = 1 << 30 };

/* A range with one thread: a root that has called site 2 once, for 100 ticks of 1 ns. */
static struct sw_live *make_range(struct sw_received *received)
{
    received->fd = memfd_create("test", MFD_CLOEXEC);
    if (received->fd < 0 || ftruncate(received->fd, SIZE) < 0)
        abort();
    struct sw_live *live =
        mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, received->fd, 0);
    if (live == MAP_FAILED)
        abort();
    received->handover = (struct sw_handover){(uint64_t)live, SIZE, getpid()};
    live->magic = SW_LIVE_MAGIC;
    strcpy(live->build, SW_LIVE_BUILD);
    live->ticks_per_second = 1000000000;
    live->ended = 1;
    sw_arena_init(&live->arena, live, SIZE);
    sw_arena_take(&live->arena, sizeof *live);
    live->functions = sw_arena_take(&live->arena, 16 * sizeof *live->functions);
    live->sites = sw_arena_take(&live->arena, 16 * sizeof *live->sites);
    atomic_store(&live->n_sites, 4);
    struct sw_thread *t = sw_arena_take(&live->arena, sizeof *t);
    t->live = live;
    t->next = t->notes = t->replayed = sw_arena_take(&live->arena, SW_NOTES_BYTES);
    t->own = t->leg = sw_arena_take(&live->arena, sizeof *t->own);
    t->strand = &t->own->strand;
    live->calls = t->calls = sw_arena_take(&live->arena, 16 * sizeof *t->calls);
    if (!test_strand_init(t->strand, &live->arena, 1000, 0, 1, 1))
        abort();
    live->threads[0] = t;
    atomic_store(&live->n_threads, 1);
    sw_event_call(t->strand, 2, 2, 5);
    sw_event_return(t->strand, 100);
    return live;
}

static char said[512];

/* The range must be free at its place when it is read. */
static int collect(struct sw_profile *p, struct sw_received *received, struct sw_live *live)
{
    *said = 0;
    munmap(live, SIZE);
    sw_profile_init(p);
    int error = sw_collect(p, received, said, sizeof said);
    if (error)
        fprintf(stderr, "%s\n", said);
    close(received->fd);
    return error;
}

static void test_sound(void)
{
    struct sw_received received;
    struct sw_profile p;
    struct sw_live *live = make_range(&received);
    CHECK_EQ(collect(&p, &received, live), 0);
    CHECK_EQ(p.whole.work, 105);
    CHECK_EQ(p.n_sites, 2);
    CHECK_EQ(p.flags, 0);
    sw_profile_release(&p);
}

/* Inside an event, but all is linked: nothing is left out. */
static void test_busy(void)
{
    struct sw_received received;
    struct sw_profile p;
    struct sw_live *live = make_range(&received);
    live->threads[0]->next = NULL;
    CHECK_EQ(collect(&p, &received, live), 0);
    CHECK_EQ(p.whole.work, 105);
    CHECK_EQ(p.n_sites, 2);
    CHECK_EQ(p.n_warnings, 0);
    CHECK_EQ(p.flags, SW_PROFILE_DAMAGED);
    sw_profile_release(&p);
}

/* A log that is a circle and never comes to its tail. */
static void test_circle(void)
{
    struct sw_received received;
    struct sw_profile p;
    struct sw_live *live = make_range(&received);
    struct sw_thread *t = live->threads[0];
    struct sw_prof *prof = t->strand->at.prof;
    CHECK(prof->length == 1 && !prof->array);
    t->next = NULL;
    t->strand->pool.entries[prof->head].next = (uint32_t)prof->head;
    prof->tail = 0;
    prof->length = 2;
    CHECK_EQ(collect(&p, &received, live), 0);
    CHECK_EQ(p.whole.work, 105);
    CHECK_EQ(p.n_sites, 0);
    CHECK_EQ(p.flags, SW_PROFILE_DAMAGED);
    CHECK_EQ(p.n_warnings, 1);
    if (p.n_warnings)
        CHECK_STR(p.warnings[0], "1 thread was stopped inside the profiler, and the records of "
                                 "their call sites are lost");
    sw_profile_release(&p);
}

/* Overwritten where no event is to blame: there is nothing to keep, and a sentence says so. */
static void test_scribbled(void)
{
    struct sw_received received;
    struct sw_profile p;
    struct sw_live *live = make_range(&received);
    live->threads[0] = (struct sw_thread *)16;
    CHECK_EQ(-collect(&p, &received, live), EBADMSG);
    sw_profile_release(&p);
    live = make_range(&received);
    live->magic++;
    CHECK_EQ(-collect(&p, &received, live), EBADMSG);
    CHECK(strstr(said, "overwritten"));
    sw_profile_release(&p);
    live = make_range(&received);
    memset(live->build, 'x', sizeof live->build);
    CHECK_EQ(-collect(&p, &received, live), EBADMSG);
    CHECK(strstr(said, "overwritten"));
    sw_profile_release(&p);
}

static void test_other_build(void)
{
    struct sw_received received;
    struct sw_profile p;
    struct sw_live *live = make_range(&received);
    strcpy(live->build, "0.0.1/3");
    live->magic ^= 0x100; /* a structure has another size */
    CHECK_EQ(-collect(&p, &received, live), EBADMSG);
    CHECK(strstr(said, "another build"));
    sw_profile_release(&p);
}

/* What Linux measures time by tells whether our counter is steady. */
static size_t warnings_with(const char *source)
{
    char path[] = "/tmp/clock-XXXXXX";
    struct sw_profile p;
    FILE *file = fdopen(mkstemp(path), "w");
    fprintf(file, "%s\n", source);
    fclose(file);
    sw_profile_init(&p);
    sw_clock_warn(&p, path);
    size_t n = p.n_warnings;
    if (n)
        CHECK(strstr(p.warnings[0], source));
    unlink(path);
    sw_clock_warn(&p, path); /* and nothing where it is not known */
    CHECK_EQ(p.n_warnings, n);
    sw_profile_release(&p);
    return n;
}

static void test_clock(void)
{
    CHECK_EQ(warnings_with("tsc"), 0);
    CHECK_EQ(warnings_with("kvm-clock"), 0);
    CHECK_EQ(warnings_with("arch_sys_counter"), 0);
    CHECK_EQ(warnings_with("hpet"), 1);
    CHECK_EQ(warnings_with("acpi_pm"), 1);
}

int main(void)
{
    test_clock();
    test_sound();
    test_busy();
    test_circle();
    test_scribbled();
    test_other_build();
    return check_done();
}
