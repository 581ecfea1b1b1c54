/*
 * A worker of oneTBB's, or who waits for tasks, has nothing to do from its first yield in the library on, or from a sample in there, until a task is seen: it
 * makes one, ends one, or a sample is in other code than the library's. One that runs many tasks is scheduling in between.
 *
 * A thread outside of tasks that waits for some runs them, too, and does not wait where it is the last. What it does next is not what
 * the others have worked with it on.
 */
#include "agent/core/libc.h"
#include "agent/core/tbb.h"
#include "agent/sample/reporter.h"

static __thread struct {
    bool idles;
    bool yields;
    struct sw_wait wait;
    char *joins; /* the frame of the outermost that waits for tasks; NULL: none does */
} self;

static void begin_idling(struct sw_worker *w)
{
    if (self.idles || atomic_load_explicit(&w->doing, memory_order_relaxed) != SW_DOING_WORK)
        return;
    self.wait = sw_brief_wait_begin(w);
    self.idles = true;
}

static void end_idling(struct sw_worker *w)
{
    if (!self.idles)
        return;
    self.idles = false;
    sw_brief_wait_end(w, &self.wait);
}

enum sw_doing sw_tasks_doing(struct sw_worker *w, enum sw_doing doing, uint64_t pc)
{
    bool is_inside = sw_tbb_has((const void *)pc) || self.yields;
    if (self.idles && !is_inside) {
        end_idling(w);
        return SW_DOING_WORK;
    }
    if (!is_inside || doing != SW_DOING_WORK)
        return doing;
    if (atomic_load_explicit(&w->schedules, memory_order_relaxed))
        return SW_DOING_SCHEDULE;
    begin_idling(w);
    return SW_DOING_NOTHING;
}

SW_REPLACES int sched_yield(void)
{
    struct sw_worker *w = sw_tbb_has(__builtin_return_address(0)) ? sw_worker_known() : NULL;
    if (!w)
        return sw_libc()->sched_yield();
    begin_idling(w);
    self.yields = true;
    int result = sw_libc()->sched_yield();
    self.yields = false;
    return result;
}

SW_REPLACES sw_tbb_spawning sw_tbb_spawn __asm__(SW_TBB_SPAWN);
void sw_tbb_spawn(void *task, void *context)
{
    sw_tbb_spawning *call = SW_TBB_NEXT(sw_tbb_spawning, SW_TBB_SPAWN);
    struct sw_worker *w = sw_worker_self();
    if (w)
        end_idling(w);
    enum sw_doing before = w ? sw_worker_do(w, SW_DOING_CREATE) : SW_DOING_WORK;
    call(task, context);
    if (w)
        sw_worker_do(w, before);
}

SW_REPLACES sw_tbb_deallocating sw_tbb_deallocate __asm__(SW_TBB_DEALLOCATE);
void sw_tbb_deallocate(void *pool, void *memory, size_t size,
                       const struct sw_tbb_execution *execution)
{
    sw_tbb_deallocating *call = SW_TBB_NEXT(sw_tbb_deallocating, SW_TBB_DEALLOCATE);
    struct sw_worker *w = sw_worker_self();
    if (w) {
        end_idling(w);
        w->tasks++;
    }
    call(pool, memory, size, execution);
}

/* Whether it is the outermost. An exception may have left the one before: then that is no longer on the stack. */
static bool begin_join(char *frame)
{
    if (self.joins && frame < self.joins)
        return false;
    self.joins = frame;
    return true;
}

static void end_join(void)
{
    struct sw_worker *w = sw_worker_self();
    self.joins = NULL;
    if (!w)
        return;
    end_idling(w);
    sw_worker_joined(w);
}

#define JOINS(type, function, name, parameters, arguments)          \
    SW_REPLACES type function __asm__(name);                        \
    void function parameters                                        \
    {                                                               \
        type *call = SW_TBB_NEXT(type, name);                       \
        bool is_outermost = begin_join(__builtin_frame_address(0)); \
        call arguments;                                             \
        if (is_outermost)                                           \
            end_join();                                             \
    }
JOINS(sw_tbb_executing, sw_tbb_execute_and_wait, SW_TBB_EXECUTE_AND_WAIT,
      (void *task, void *context, void *wait, void *wait_context),
      (task, context, wait, wait_context))
JOINS(sw_tbb_waiting, sw_tbb_wait, SW_TBB_WAIT, (void *wait, void *context), (wait, context))
