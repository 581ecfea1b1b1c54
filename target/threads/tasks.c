#include "target/threads/tasks.h"
#include "target/threads/hooks.h"

#include <link.h>
#include <string.h>

/* --- The library --- */

static struct {
    uint64_t low, high; /* 0: it is not known, or not there */
} code;

static int find_code(struct dl_phdr_info *info, size_t size, void *unused)
{
    const char *slash = strrchr(info->dlpi_name, '/'), *name = slash ? slash + 1 : info->dlpi_name;
    (void)size, (void)unused;
    for (unsigned i = 0; !strncmp(name, "libtbb.so", 9) && i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        if (h->p_type == PT_LOAD && h->p_flags & PF_X) {
            code.low = info->dlpi_addr + h->p_vaddr;
            code.high = code.low + h->p_memsz;
        }
    }
    return code.high != 0;
}

bool sw_tasks_has(const void *where)
{
    return (uint64_t)where - code.low < code.high - code.low;
}

/* The library's own function, of one that ours stands in front of. */
static void *real(void **found, const char *name)
{
    if (__builtin_expect(!*found, 0)) {
        *found = sw_libc_next(name);
        dl_iterate_phdr(find_code, NULL);
    }
    return *found;
}

/* --- Those that are waited for --- */

/* In the frame of who waits. All of this with the baton only. */
struct tasks {
    const void *context, *wait;
    struct tasks *next, *outer;
    struct sw_vthread *thread;
    struct sw_tasks_at at;
    uint32_t construct;
    struct sw_dag_strand start, end; /* of an algorithm's: anybody could have run each of them */
    unsigned announced;              /* calls that have ended it, and whose time has not come yet */
};

static struct tasks *all;
static struct sw_tasks_at
    latest; /* of the program's own threads: what workers have nothing to do after */

const struct sw_tasks_at *sw_tasks_at(const struct sw_vthread *t)
{
    const struct tasks *inner = t->tasks;
    return inner ? &inner->at : latest.called.at ? &latest : NULL;
}

static struct tasks *of_context(const void *context)
{
    struct tasks *found = all;
    while (found && found->context != context)
        found = found->next;
    return found;
}

static struct tasks *of_wait(const void *wait)
{
    struct tasks *found = all;
    while (found && found->wait != wait)
        found = found->next;
    return found;
}

static void open_tasks(struct tasks *k, struct sw_vthread *t, uint32_t kind, const void *where)
{
    k->thread = t;
    k->outer = t->tasks;
    k->at = (struct sw_tasks_at){sw_place_here(where), kind};
    k->construct = sw_place_construct(0, kind, &k->at.called);
    sw_dag_fork(sw_sim.dag, &k->start, &t->strand, 0);
    sw_dag_fork(sw_sim.dag, &k->end, &t->strand, 0);
    k->next = all;
    all = k;
    t->tasks = k;
    if (!t->is_worker)
        latest = k->at;
    sw_sim.cores->n_shared++;
}

/* Whoever ended the last task may have done so later than the caller's time: it saw it too early. */
static void close_tasks(struct tasks *k)
{
    struct sw_vthread *t = k->thread ? sw_hook_begin() : NULL;
    struct tasks **at = &all;
    const struct sw_wait_at wait = {k->at.kind, SW_BLOCKED_CONDITION, (const void *)code.low};
    if (!t)
        return;
    while (sw_sim_is_on() && k->announced)
        sw_park(t, k, 1, &wait, UINT64_MAX);
    while (*at && *at != k)
        at = &(*at)->next;
    if (*at)
        *at = k->next;
    t->tasks = k->outer;
    sw_sim.cores->n_shared--;
    sw_dag_join(sw_sim.dag, &t->strand, &k->end, 0);
    sw_dag_end(sw_sim.dag, &k->start);
    sw_dag_end(sw_sim.dag, &k->end);
    sw_hook_end(t);
}

#define WAITING(kind, ctx, waited)                                                    \
    struct tasks tasks                                                                \
        __attribute__((cleanup(close_tasks))) = {.context = (ctx), .wait = (waited)}; \
    begin_waiting(&tasks, kind, SW_CALLER)

static inline void begin_waiting(struct tasks *k, uint32_t kind, const void *where)
{
    struct sw_vthread *t = sw_hook_begin();
    if (!t)
        return;
    open_tasks(k, t, kind, where);
    sw_hook_end(t);
}

/* --- Tasks --- */

#define SLACK_NS 2000 /* less is not worth a turn: tasks may be as short as a call */

enum what { ALLOCATES, MAKES, ENDS, CALLS };

/* What such a call takes: the least that was seen; 0: not seen yet. */
static uint64_t takes[CALLS];

/* Some have ended: what the thread did since it was last asked. Anybody could have done an algorithm's. */
static void end_task(struct sw_vthread *t, struct tasks *k)
{
    struct sw_dag_record *r = sw_dag_record(sw_sim.dag, k->construct);
    uint64_t piece = t->worked - t->worked_before_task;
    t->worked_before_task = t->worked;
    r->counters[SW_OMP_BUSY] += piece;
    if (piece > r->counters[SW_OMP_LARGEST])
        r->counters[SW_OMP_LARGEST] = piece;
    if (k->at.kind != SW_CONSTRUCT_ALGORITHM)
        return;
    sw_dag_meet(sw_sim.dag, &k->end, &t->strand, 0);
    sw_dag_leave(sw_sim.dag, &t->strand, &k->start, 0);
}

/* A call for tasks begins: it is the caller's turn, if it has done something since it last was. What calls take is overhead of those tasks. True: its end is to be
 * told. */
static bool enter(const void *context, enum what what)
{
    struct sw_vthread *t = sw_vself;
    if (!t || !sw_sim_is_on() ||
        atomic_load_explicit(&t->pos, memory_order_relaxed) == SW_POS_INSIDE)
        return false;
    bool is_due =
        t->pos != SW_POS_OUTSIDE || sw_hook_since(t) > sw_live_to_ticks(sw_sim.live, SLACK_NS);
    if (is_due && !(t = sw_hook_begin()))
        return false;
    struct tasks *k = of_context(context);
    const struct sw_tasks_at *at = k ? NULL : sw_tasks_at(t);
    uint32_t construct = k ? k->construct : at ? sw_place_construct(0, at->kind, &at->called) : 0;
    if (construct) {
        t->manages = construct;
        t->managed += takes[what];
    }
    if (what == MAKES && construct)
        sw_dag_count(sw_sim.dag, construct, SW_OMP_CHUNKS, 1);
    if (is_due && what == ENDS && k)
        end_task(t, k);
    if (is_due)
        sw_hook_end(t);
    return is_due;
}

static void leave(bool was_due, enum what what)
{
    struct sw_vthread *t = sw_vself;
    uint64_t took = was_due ? sw_hook_since(t) : 0;
    if (took && (took < takes[what] || !takes[what]))
        takes[what] = took;
    if (t && what == ENDS)
        t->polls = true;
}

struct execution {
    const void *context;
};

#define TBB(name)  "_ZN3tbb6detail2r1" name

/* tbb::detail::r1::spawn(d1::task &, d1::task_group_context &), and one for a certain slot */
#define SPAWN      TBB("5spawnERNS0_2d14taskERNS2_18task_group_contextE")
#define SPAWN_SLOT TBB("5spawnERNS0_2d14taskERNS2_18task_group_contextEt")

typedef void spawn(void *task, void *context);
SW_REPLACES spawn sw_tbb_spawn __asm__(SPAWN);
void sw_tbb_spawn(void *task, void *context)
{
    static void *found;
    spawn *call;
    *(void **)&call = real(&found, SPAWN);
    bool was_due = enter(context, MAKES);
    call(task, context);
    leave(was_due, MAKES);
}

typedef void spawn_slot(void *task, void *context, uint16_t slot);
SW_REPLACES spawn_slot sw_tbb_spawn_slot __asm__(SPAWN_SLOT);
void sw_tbb_spawn_slot(void *task, void *context, uint16_t slot)
{
    static void *found;
    spawn_slot *call;
    *(void **)&call = real(&found, SPAWN_SLOT);
    bool was_due = enter(context, MAKES);
    call(task, context, slot);
    leave(was_due, MAKES);
}

/* r1::submit(d1::task &, d1::task_group_context &, arena *, uintptr_t): flow graphs' */
#define SUBMIT TBB("6submitERNS0_2d14taskERNS2_18task_group_contextEPNS1_5arenaEm")

typedef void submit(void *task, void *context, void *arena, uint64_t is_critical);
SW_REPLACES submit sw_tbb_submit __asm__(SUBMIT);
void sw_tbb_submit(void *task, void *context, void *arena, uint64_t is_critical)
{
    static void *found;
    submit *call;
    *(void **)&call = real(&found, SUBMIT);
    bool was_due = enter(context, MAKES);
    call(task, context, arena, is_critical);
    leave(was_due, MAKES);
}

/* r1::allocate(d1::small_object_pool *&, size_t, const d1::execution_data &): for a task, or what belongs to it */
#define ALLOCATE TBB("8allocateERPNS0_2d117small_object_poolEmRKNS2_14execution_dataE")

typedef void *allocate(void **pool, size_t size, const struct execution *execution);
SW_REPLACES allocate sw_tbb_allocate __asm__(ALLOCATE);
void *sw_tbb_allocate(void **pool, size_t size, const struct execution *execution)
{
    static void *found;
    allocate *call;
    *(void **)&call = real(&found, ALLOCATE);
    bool was_due = enter(execution->context, ALLOCATES);
    void *memory = call(pool, size, execution);
    leave(was_due, ALLOCATES);
    return memory;
}

/* r1::deallocate(d1::small_object_pool &, void *, size_t, const d1::execution_data &): of a task's own, at its end. What it runs for comes first in the
 * last of these. */
#define DEALLOCATE TBB("10deallocateERNS0_2d117small_object_poolEPvmRKNS2_14execution_dataE")

typedef void deallocate(void *pool, void *memory, size_t size, const struct execution *execution);
SW_REPLACES deallocate sw_tbb_deallocate __asm__(DEALLOCATE);
void sw_tbb_deallocate(void *pool, void *memory, size_t size, const struct execution *execution)
{
    static void *found;
    deallocate *call;
    *(void **)&call = real(&found, DEALLOCATE);
    bool was_due = enter(execution->context, ENDS);
    call(pool, memory, size, execution);
    leave(was_due, ENDS);
}

/* r1::notify_waiters(uintptr_t): the last one that somebody waits for has ended. Who waits may see that before the caller's time has come. */
#define NOTIFY TBB("14notify_waitersEm")

typedef void notify(uint64_t wait);
SW_REPLACES notify sw_tbb_notify __asm__(NOTIFY);
void sw_tbb_notify(uint64_t wait)
{
    static void *found;
    notify *call;
    *(void **)&call = real(&found, NOTIFY);
    struct sw_vthread *t = sw_vself;
    struct tasks *k =
        t && sw_sim_is_on() && t->pos == SW_POS_OUTSIDE ? of_wait((void *)wait) : NULL;
    if (k)
        k->announced++;
    t = sw_hook_begin();
    if (t && k) {
        sw_dag_join(sw_sim.dag, &k->end, &t->strand, 0);
        k->announced--;
        struct sw_vthread *waits = sw_parked_first(k);
        if (waits)
            sw_unpark_at_once(waits);
    }
    if (t)
        sw_hook_end(t);
    call(wait);
}

/* --- Waiting for them --- */

/* r1::execute_and_wait(d1::task &, d1::task_group_context &, d1::wait_context &, d1::task_group_context &): parallel_for() and the like */
#define EXECUTE \
    TBB("16execute_and_waitERNS0_2d14taskERNS2_18task_group_contextERNS2_12wait_contextES6_")

typedef void execute(void *task, void *context, void *wait, void *wait_context);
SW_REPLACES execute sw_tbb_execute __asm__(EXECUTE);
void sw_tbb_execute(void *task, void *context, void *wait, void *wait_context)
{
    static void *found;
    execute *call;
    *(void **)&call = real(&found, EXECUTE);
    WAITING(SW_CONSTRUCT_ALGORITHM, context, wait);
    call(task, context, wait, wait_context);
}

/* r1::wait(d1::wait_context &, d1::task_group_context &): groups of tasks, flow graphs */
#define WAIT TBB("4waitERNS0_2d112wait_contextERNS2_18task_group_contextE")

typedef void wait_for(void *wait, void *context);
SW_REPLACES wait_for sw_tbb_wait __asm__(WAIT);
void sw_tbb_wait(void *wait, void *context)
{
    static void *found;
    wait_for *call;
    *(void **)&call = real(&found, WAIT);
    WAITING(SW_CONSTRUCT_TASKS, context, wait);
    call(wait, context);
}

/* r1::parallel_pipeline(d1::task_group_context &, size_t, const d1::filter_node &) */
#define PIPELINE TBB("17parallel_pipelineERNS0_2d118task_group_contextEmRKNS2_11filter_nodeE")

typedef void pipeline(void *context, size_t most, const void *filters);
SW_REPLACES pipeline sw_tbb_pipeline __asm__(PIPELINE);
void sw_tbb_pipeline(void *context, size_t most, const void *filters)
{
    static void *found;
    pipeline *call;
    *(void **)&call = real(&found, PIPELINE);
    WAITING(SW_CONSTRUCT_TASKS, context, NULL);
    call(context, most, filters);
}
