/*
 * The library is in all that the program starts. A process whose program makes threads is simulated from the start, any other from its
 * first thread on; what it did before counts as well, so the clocks are read when our library is loaded.
 */
#include "agent/calls/forked.h"
#include "agent/core/order.h"
#include "agent/core/start.h"
#include "agent/core/timing.h"
#include "agent/process/dynamic.h"
#include "agent/threads/simulator.h"
#include "agent/translate/memory.h"
#include "base/processors.h"
#include "live/trail.h"

#include <stdlib.h>
#include <string.h>

#define LEDGER_ROWS 1024 /* a few of each place */
#define QUANTUM_NS  4000000
#define STRETCH_NS  1000 /* of lanes, at first */

static struct {
    struct sw_meter_reference clocks;
    int tid;
} loaded;

static int calibrate(struct sw_live *live)
{
    live->costs.reading = sw_time_reading();
    return 0;
}

void sw_record_reach(const struct sw_vthread *t)
{
    struct sw_omp_reached *reached = &sw_sim.record->reached;
    reached->clock = sw_sim.cores->now;
    if (t->strand.span > reached->span)
        reached->span = reached->burdened = t->strand.span;
}

static void read_costs(const struct sw_live *live)
{
    static const char *const names[] = {SW_THREAD_COST_NAMES};
    enum { N = sizeof names / sizeof *names };
    uint64_t all[N] = {0};
    _Static_assert(sizeof all == sizeof sw_sim.costs, "each cost has a name");
    sw_costs_read(all, names, N, "SPANWISE_THREADS_COSTS", live,
                  live->options.meter == SW_METER_TIME);
    memcpy(&sw_sim.costs, all, sizeof all);
}

static bool make_record(struct sw_live *live)
{
    struct sw_omp_record *r = sw_arena_take(&live->arena, sizeof *r);
    struct sw_cores *cores = sw_arena_take(&live->arena, sizeof *cores);
    struct sw_runner **heap = sw_arena_take(&live->arena, SW_THREADS_MOST * sizeof *heap);
    uint64_t *busy = sw_arena_take(&live->arena, SW_CORES_MOST * sizeof *busy);
    live->trails = sw_arena_take(&live->arena, SW_TRAILS * sizeof *live->trails);
    struct sw_core_lanes *lanes = sw_arena_take(&live->arena, sizeof *lanes);
    struct sw_ledger_row *rows = sw_arena_take(&live->arena, LEDGER_ROWS * sizeof *rows);
    if (!r || !cores || !heap || !busy || !lanes || !rows || !live->trails ||
        sw_dag_init(&r->dag, &live->arena) < 0)
        return false;
    uint32_t n = live->options.processors ? (uint32_t)live->options.processors : sw_processors();
    sw_cores_init(cores, n, sw_live_to_ticks(live, QUANTUM_NS), heap, SW_THREADS_MOST, busy);
    lanes->over.length = sw_live_to_ticks(live, STRETCH_NS) + 1;
    lanes->over.vote = lanes->over.length / 4 + 1;
    cores->lanes = lanes;
    sw_ledger_init(&cores->ledger, rows, LEDGER_ROWS);
    r->cores = cores;
    r->processors = n;
    sw_sim.n = n;
    sw_sim.live = live;
    sw_sim.record = r;
    sw_sim.dag = &r->dag;
    sw_sim.cores = cores;
    read_costs(live);
    cores->slight = sw_sim.costs.lock;
    sw_fix_read(live);
    if (sw_fixed >> SW_FIX_COST & 1)
        sw_sim.costs = (struct sw_thread_costs){.yield = sw_sim.costs.yield};
    cores->fixed = sw_fix_losses();
    return true;
}

/* What the thread did since the library was loaded, if it was loaded by this one. */
static uint64_t beginning(struct sw_live *live, const struct sw_meter_reference *now)
{
    if (live->options.meter != SW_METER_TIME || gettid() != loaded.tid)
        return 0;
    return sw_live_to_ticks(live, now->cpu_ns - loaded.clocks.cpu_ns);
}

static void begin_first(struct sw_live *live, uint64_t cost)
{
    struct sw_vthread *t = sw_vthread_make();
    if (!t)
        return;
    t->is_main = true;
    sw_dag_begin(sw_sim.dag, &t->strand);
    sw_order_begin(sw_sim.dag, &t->strand, live);
    sw_vthread_add_lane(t);
    sw_cores_start(sw_sim.cores, &t->runner, 0);
    sw_cores_spend(sw_sim.cores, &t->runner, cost, 0);
    sw_cores_next(sw_sim.cores, false);
    sw_dag_pass(sw_sim.dag, &t->strand, cost);
    sw_sim.record->unsampled = cost;
    t->worked = cost;
    atomic_store(&sw_sim.holder, t);
    atomic_store(&live->openmp, sw_sim.record);
    sw_vthread_arrive(t);
    sw_vthread_know(t);
    __atomic_store_n(&sw_sim.on, 1, __ATOMIC_SEQ_CST);
    sw_hook_end(t);
}

static void after_fork(void)
{
    __atomic_store_n(&sw_sim.on, 0, __ATOMIC_SEQ_CST);
    sw_vself = &sw_vnobody;
    sw_watch_forget();
}

static bool tried;

static void begin(void)
{
    struct sw_meter_reference now; /* before what is our own */
    sw_meter_note(&now);
    tried = true;
    struct sw_live *live = sw_start(calibrate, &sw_threads_taker);
    if (!live || atomic_load(&live->stopped) || !make_record(live))
        return;
    sw_forked_add(after_fork);
    begin_first(live, beginning(live, &now));
}

bool sw_process_is_ahead(void)
{
    return !tried && !sw_vself;
}

void sw_process_begin(void)
{
    if (sw_process_is_ahead())
        begin();
}

/* --- The end --- */

static void end(struct sw_vthread *t)
{
    struct sw_omp_record *r = sw_sim.record;
    for (struct sw_vthread *other = sw_sim.all; other; other = other->next)
        if (!other->is_over && other->runner.state != SW_RUNNER_NONE)
            sw_dag_join(sw_sim.dag, &r->end, &other->strand, 0);
    r->clock = sw_sim.cores->now;
    sw_memory_sum();
    sw_thread_samples_end(t);
    sw_modules_note(sw_sim.live);
}

static void __attribute__((destructor)) stop(void)
{
    struct sw_vthread *t = sw_sim.record ? sw_hook_begin() : NULL;
    if (!t)
        return;
    end(t);
    sw_watch_end();
    __atomic_store_n(&sw_sim.on, 0, __ATOMIC_SEQ_CST);
}

static void enclose(void)
{
    struct sw_vthread *t = sw_sim.record ? sw_hook_begin() : NULL;
    sw_watch_end();
    if (t)
        end(t);
    sw_sim_stop();
}

/* --- Whether the program makes threads --- */

static bool is_maker(const char *name)
{
    static const char *const makers[] = {
        "pthread_create", "thrd_create",
        "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"};
    for (unsigned i = 0; i < sizeof makers / sizeof *makers; i++)
        if (!strcmp(name, makers[i]))
            return true;
    return false;
}

/* By the symbols of one of its tables of relocations. */
static bool binds_maker(const struct link_map *map, int64_t places, int64_t bytes)
{
    const ElfW(Rela) *all = sw_dynamic_table(map, places);
    const ElfW(Sym) *symbols = sw_dynamic_table(map, DT_SYMTAB);
    const char *names = sw_dynamic_table(map, DT_STRTAB);
    for (uint64_t i = 0; i < sw_dynamic_value(map, bytes) / sizeof *all; i++) {
        uint64_t symbol = ELF64_R_SYM(all[i].r_info);
        if (symbol && is_maker(names + symbols[symbol].st_name))
            return true;
    }
    return false;
}

/* Of the program alone: libraries of C++ can make threads in any program. */
static bool makes_threads(const struct link_map *map)
{
    const char *names = sw_dynamic_table(map, DT_STRTAB);
    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++)
        if (d->d_tag == DT_NEEDED && !strncmp(names + d->d_un.d_val, "libtbb.so", 9))
            return true;
    return binds_maker(map, DT_JMPREL, DT_PLTRELSZ) || binds_maker(map, DT_RELA, DT_RELASZ);
}

static void __attribute__((constructor)) load(void)
{
    sw_enclose_front = enclose;
    loaded.tid = gettid();
    sw_meter_note(&loaded.clocks);
    if (_r_debug.r_map && makes_threads(_r_debug.r_map))
        sw_process_begin();
}
