/*
 * The library is in all that the program starts. A process that needs an OpenMP runtime has a profile from
 * the start, any other from its first region on: it may have opened a library that needs one. What it did
 * before that counts as well, so the clocks are read when our library is loaded.
 */
#include "agent/calls/forked.h"
#include "agent/core/order.h"
#include "agent/core/start.h"
#include "agent/core/thread.h"
#include "agent/core/timing.h"
#include "agent/openmp/core/constructs.h"
#include "agent/openmp/guard/guard.h"
#include "agent/translate/memory.h"

#include <link.h>
#include <pthread.h>
#include <string.h>

static struct {
    struct sw_meter_reference clocks;
    uint64_t thread_pointer; /* of the thread that it was loaded by */
    uint64_t apart;          /* ticks since then that are to be left out */
} loaded;

static int calibrate(struct sw_live *live)
{
    live->costs.reading = sw_time_reading();
    return 0;
}

/* Nothing of it is recorded any more. */
static void forget(struct sw_omp_simulator *m)
{
    m->dag = NULL;
    m->meter = NULL;
    m->record = NULL;
    m->samples = NULL;
    m->tree = NULL;
}

static void forget_in_child(void)
{
    for (struct sw_omp_simulator *m = sw_omp_simulators(); m; m = m->next)
        forget(m);
}

static void start_once(void)
{
    sw_start(calibrate, &sw_omp_taker);
    sw_forked_add(forget_in_child);
}

/* Threads that come to their first regions at the same time wait until the range is all there. */
static struct sw_live *start(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_once);
    return sw_live;
}

static int note_runtime(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    return sw_omp_is_runtime(info->dlpi_name);
}

static struct sw_omp_record *new_record(struct sw_live *live)
{
    struct sw_omp_record *r = sw_arena_take(&live->arena, sizeof *r);
    if (!r || sw_dag_init(&r->dag, &live->arena) < 0)
        return NULL;
    r->next = atomic_load(&live->openmp);
    while (!atomic_compare_exchange_weak(&live->openmp, &r->next, r))
        ;
    return r;
}

/* What the thread did since the library was loaded, up to that time. */
static void count_beginning(struct sw_omp_simulator *m, uint64_t now)
{
    struct sw_thread *t = m->meter;
    if (t->counter || loaded.thread_pointer != m->root.context.thread_pointer)
        return;
    t->meter.reference = loaded.clocks;
    t->meter.seen = loaded.clocks.ticks;
    uint64_t cost = sw_meter_cost(t, now, 0);
    cost -= loaded.apart < cost ? loaded.apart : cost;
    t->meter.apart += loaded.apart;
    m->record->unsampled = cost;
    m->root.clock += cost;
    if (m->root.task->log)
        m->root.task->log->tail += cost;
    sw_dag_pass(m->dag, &m->root.task->strand, cost);
}

void sw_omp_process_record(struct sw_omp_simulator *m)
{
    uint64_t now = sw_meter_ticks();
    struct sw_live *live = m->tried ? NULL : start();
    m->tried = true;
    if (!live || atomic_load(&live->stopped))
        return;
    struct sw_thread *t = sw_thread_self;
    if (t == &sw_thread_nobody)
        t = sw_thread_new((uint64_t)__builtin_frame_address(0));
    if (!t || !(m->record = new_record(live)))
        return;
    m->meter = t;
    m->root.counter = t->counter;
    m->dag = &m->record->dag;
    m->a_while = sw_live_to_ticks(live, 10000);
    m->is_steady = t->rates != NULL;
    t->rates = NULL; /* they are constructs', not call sites'; and so is traffic */
    t->memory = NULL;
    sw_omp_costs_read(&m->costs, live, live->options.meter == SW_METER_TIME || m->is_steady);
    m->record->costs = m->costs;
    sw_dag_begin(m->dag, &m->root.task->strand);
    sw_order_begin(m->dag, &m->root.task->strand, live);
    sw_omp_tree_begin(m, live);
    count_beginning(m, now);
    m->samples = sw_omp_samples_begin(m);
    sw_omp_wallclock_begin(m);
}

/* The program ends, maybe in the middle of a region: all that is under way ends here. */
static void end_regions(struct sw_omp_thread *t)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_dag_strand end = {0};
    sw_omp_join(m, &end, &t->task->strand);
    for (struct sw_omp_team *team = t->team; team; team = team->outer)
        for (unsigned i = 0; i < team->n; i++) {
            sw_omp_join(m, &end, &team->tasks[i].strand);
            sw_omp_record_reach(m->record, team->threads[i]);
        }
    m->record->end = end;
    if (!m->record->region)
        m->record->clock = t->clock;
}

static void end(struct sw_omp_thread *t)
{
    sw_omp_enter();
    sw_memory_sum();
    end_regions(t);
    sw_omp_tree_end(t);
    sw_omp_samples_end(t->simulator->samples);
    sw_modules_note(sw_live);
}

void sw_omp_process_give_up(struct sw_omp_simulator *m, const char *message)
{
    if (!m->record)
        return;
    sw_give_up(m->meter->live, message);
    m->record->is_void = true;
    sw_omp_samples_end(m->samples);
    forget(m);
}

static void __attribute__((destructor)) stop(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    if (t && t->simulator->record)
        end(t);
}

/* Regions go on as they do in a child. Those of other threads, which are not in the sandbox, as they did. */
static void enclose(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    sw_omp_watch_end();
    if (!t || !t->simulator->record)
        return;
    end(t);
    forget(t->simulator);
    sw_omp_leave(t);
}

/* Where regions are to be expected all is measured from here on; what else the program starts is left in
 * peace until it comes to one. */
static void __attribute__((constructor)) load(void)
{
    sw_enclose_front = enclose;
    loaded.thread_pointer = sw_omp_thread_pointer();
    sw_meter_note(&loaded.clocks);
    if (!dl_iterate_phdr(note_runtime, NULL))
        return;
    struct sw_omp_thread *t = sw_omp_self();
    t->simulator->inside = 1;
    sw_omp_process_record(t->simulator);
    t->simulator->exact = true;
    sw_omp_leave(t);
}

/* Time that is not the program's work, as agent/cilk/apart.c has it: what a rank waits in MPI. */

void spanwise_apart_begin(void);
void spanwise_apart_end(void);

static uint64_t begun; /* before the first region: when */

static struct sw_thread *meter_of(const struct sw_omp_thread *t)
{
    return t ? t->simulator->meter : NULL;
}

SW_API void spanwise_apart_begin(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    if (!meter_of(t)) {
        begun = sw_meter_ticks();
        return;
    }
    sw_omp_enter();
    if (t->simulator->samples)
        t->simulator->samples->apart = true;
    t->simulator->exact = true;
    sw_omp_leave(t);
}

SW_API void spanwise_apart_end(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    struct sw_thread *meter = meter_of(t);
    if (!meter) {
        loaded.apart += sw_meter_ticks() - begun;
        return;
    }
    if (t->simulator->samples)
        t->simulator->samples->apart = false;
    sw_meter_set_apart(meter);
}
