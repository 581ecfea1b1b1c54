/*
 * libomp tells tools what its threads do: this is one. A region's word (parallel data) and a task's hold the path
 * of who came to it or created it; a region's also has that thread's number, above, and whether that thread calls
 * the region's function itself: then its stack says all. The word of a region's own tasks is not used.
 */
#include "agent/sample/ompt/piece.h"

#include <dlfcn.h>
#include <string.h>

/* What is needed of OMPT, the interface of OpenMP runtimes to tools (OpenMP 5.0, chapter 4). */

union sw_ompt_data { /* a word of the tool's own */
    uint64_t value;
    void *pointer;
};

struct sw_ompt_frame {
    union sw_ompt_data exit;  /* of the runtime's function that has called the task's */
    union sw_ompt_data enter; /* ... that the task has called */
    int exit_flags, enter_flags;
};

enum {
    SW_OMPT_THREAD_BEGIN = 1,
    SW_OMPT_THREAD_END = 2,
    SW_OMPT_PARALLEL_BEGIN = 3,
    SW_OMPT_PARALLEL_END = 4,
    SW_OMPT_TASK_CREATE = 5,
    SW_OMPT_TASK_SCHEDULE = 6,
    SW_OMPT_IMPLICIT_TASK = 7,
    SW_OMPT_SYNC_REGION_WAIT = 16,
};

enum { SW_OMPT_BEGIN = 1, SW_OMPT_END = 2 };
enum { SW_OMPT_THREAD_WORKER = 2 };
enum { SW_OMPT_INVOKER_PROGRAM = 1 }; /* a region's flags */
enum { SW_OMPT_TASK_EXPLICIT = 4 };   /* a task's flags */
/* Why a task is left. */
enum { SW_OMPT_COMPLETE = 1, SW_OMPT_EARLY_FULFILL = 5, SW_OMPT_LATE_FULFILL = 6 };

typedef void sw_ompt_any(void);
typedef sw_ompt_any *sw_ompt_lookup(const char *name);
typedef int sw_ompt_set_callback(int event, sw_ompt_any *callback);
typedef int sw_ompt_get_task_info(int level, int *flags, union sw_ompt_data **task,
                                  struct sw_ompt_frame **frame, union sw_ompt_data **parallel,
                                  int *thread);

struct sw_ompt_tool {
    int (*initialize)(sw_ompt_lookup *lookup, int device, union sw_ompt_data *data);
    void (*finalize)(union sw_ompt_data *data);
    union sw_ompt_data data;
};

#define CALLED_BY_PROGRAM (1u << 31)
/* A task's word that is not an address, and whether some thread has a piece for it. */
#define EXPLICIT          (1ull << 63)
#define RUNS              (1ull << 62)
#define NUMBER_SHIFT      32

static sw_ompt_get_task_info *get_task_info;
static _Atomic uint64_t n_threads;

static uint64_t number(void)
{
    if (!sw_ompt_thread.number)
        sw_ompt_thread.number = atomic_fetch_add(&n_threads, 1) + 1;
    return sw_ompt_thread.number;
}

/* Where the program creates something. The frame is that of the runtime's function which the program has
 * called: it tells how deep the stack is. */
static uint32_t path_of(struct sw_worker *worker, const struct sw_ompt_frame *frame,
                        const void *from)
{
    if (sw_ompt_thread.creates)
        return sw_ompt_thread.creates;
    uint64_t sp = frame ? frame->enter.value : 0;
    if (!sp || !from)
        return sw_worker_path(worker);
    return sw_worker_path_cached(worker, (uint64_t)(uintptr_t)from, sp);
}

static void thread_begin(int type, union sw_ompt_data *thread)
{
    struct sw_worker *worker = sw_worker_self();
    (void)thread;
    if (worker && type == SW_OMPT_THREAD_WORKER)
        sw_worker_do(worker, SW_DOING_NOTHING);
}

static void thread_end(union sw_ompt_data *thread)
{
    (void)thread;
    sw_ompt_pieces_release();
}

static void parallel_begin(union sw_ompt_data *task, const struct sw_ompt_frame *frame,
                           union sw_ompt_data *parallel, unsigned asked, int flags,
                           const void *from)
{
    struct sw_worker *worker = sw_worker_self();
    (void)task, (void)asked;
    parallel->value = 0;
    if (!worker)
        return;
    parallel->value = number() << NUMBER_SHIFT | path_of(worker, frame, from) |
                      (flags & SW_OMPT_INVOKER_PROGRAM ? CALLED_BY_PROGRAM : 0);
    sw_worker_do(worker, SW_DOING_SCHEDULE);
}

static void parallel_end(union sw_ompt_data *parallel, union sw_ompt_data *task, int flags,
                         const void *from)
{
    struct sw_worker *worker = sw_worker_self();
    (void)parallel, (void)task, (void)flags, (void)from;
    if (worker)
        sw_worker_do(worker, SW_DOING_WORK);
}

/*
 * The callback's caller calls the function: its frame is where that begins. At the end the word may be a copy, in another
 * place; and if it were not empty, libomp 14 would fail an assertion in some waits: so it is left alone.
 */
static void implicit_task(int endpoint, union sw_ompt_data *parallel, union sw_ompt_data *task,
                          unsigned n, unsigned index, int flags)
{
    struct sw_worker *worker = sw_worker_self();
    uint64_t region = parallel ? parallel->value : 0;
    (void)n, (void)index, (void)flags;
    if (!worker || (parallel && !region))
        return; /* not of a region */
    if (endpoint == SW_OMPT_BEGIN) {
        bool mine = region & CALLED_BY_PROGRAM && region >> NUMBER_SHIFT == number();
        sw_ompt_piece_begin(worker, task, (uint32_t)region & ~CALLED_BY_PROGRAM,
                            mine ? 0 : (uint64_t)(uintptr_t)__builtin_dwarf_cfa(), true);
    } else if (endpoint == SW_OMPT_END) {
        sw_ompt_piece_end(worker, sw_ompt_piece_of_region());
    }
}

static void task_create(union sw_ompt_data *task, const struct sw_ompt_frame *frame,
                        union sw_ompt_data *created, int flags, int depends, const void *from)
{
    struct sw_worker *worker = sw_worker_self();
    (void)task, (void)depends;
    if (worker && flags & SW_OMPT_TASK_EXPLICIT)
        created->value = EXPLICIT | path_of(worker, frame, from);
}

/* From here out is the runtime, which is about to call the task that is the thread's now. */
static uint64_t frame_of_task(uint64_t or_else)
{
    struct sw_ompt_frame *frame = NULL;
    union sw_ompt_data *task, *parallel;
    int flags, thread;
    if (!get_task_info || get_task_info(0, &flags, &task, &frame, &parallel, &thread) != 2 ||
        !frame || !frame->exit.value)
        return or_else;
    return frame->exit.value;
}

/* Tasks begin in the middle of others, which go on when they have ended. An untied one may end in parts. */
static void task_schedule(union sw_ompt_data *prior, int status, union sw_ompt_data *next)
{
    struct sw_worker *worker = sw_worker_self();
    if (!worker || status == SW_OMPT_EARLY_FULFILL || status == SW_OMPT_LATE_FULFILL)
        return;
    bool begins = next && (next->value & (EXPLICIT | RUNS)) == EXPLICIT;
    if (begins && status != SW_OMPT_COMPLETE) {
        next->value |= RUNS;
        sw_ompt_piece_begin(worker, next, (uint32_t)next->value,
                            frame_of_task((uint64_t)(uintptr_t)__builtin_dwarf_cfa()), false);
        return;
    }
    if (prior->value & EXPLICIT)
        prior->value &= ~RUNS;
    if (!next || !sw_ompt_piece_back_to(worker, next))
        sw_ompt_piece_end(worker, sw_ompt_piece_of(prior));
}

static void sync_region_wait(int kind, int endpoint, union sw_ompt_data *parallel,
                             union sw_ompt_data *task, const void *from)
{
    struct sw_worker *worker = sw_worker_self();
    (void)kind, (void)parallel, (void)from;
    if (!worker)
        return;
    if (endpoint == SW_OMPT_BEGIN)
        sw_ompt_wait_begin(worker);
    else
        sw_ompt_wait_end(
            worker, task); /* of a thread of the pool, at the next region: not its task's word */
}

static int initialize(sw_ompt_lookup *lookup, int device, union sw_ompt_data *data)
{
    static const struct {
        int event;
        sw_ompt_any *callback;
    } all[] = {
        {SW_OMPT_THREAD_BEGIN, (sw_ompt_any *)thread_begin},
        {SW_OMPT_THREAD_END, (sw_ompt_any *)thread_end},
        {SW_OMPT_PARALLEL_BEGIN, (sw_ompt_any *)parallel_begin},
        {SW_OMPT_PARALLEL_END, (sw_ompt_any *)parallel_end},
        {SW_OMPT_IMPLICIT_TASK, (sw_ompt_any *)implicit_task},
        {SW_OMPT_TASK_CREATE, (sw_ompt_any *)task_create},
        {SW_OMPT_TASK_SCHEDULE, (sw_ompt_any *)task_schedule},
        {SW_OMPT_SYNC_REGION_WAIT, (sw_ompt_any *)sync_region_wait},
    };
    sw_ompt_set_callback *set = (sw_ompt_set_callback *)lookup("ompt_set_callback");
    Dl_info info;
    (void)device, (void)data;
    if (!set)
        return 0;
    get_task_info = (sw_ompt_get_task_info *)lookup("ompt_get_task_info");
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        set(all[i].event, all[i].callback);
    if (dladdr((void *)(uintptr_t)lookup, &info) && info.dli_fname) {
        const char *slash = strrchr(info.dli_fname, '/');
        sw_runtime_module(slash ? slash + 1 : info.dli_fname);
    }
    sw_reporter_active(SW_REPORTER_OMPT);
    return 1;
}

static void finalize(union sw_ompt_data *data)
{
    (void)data;
}

/* What the runtime looks for. NULL: no tool. */
struct sw_ompt_tool *ompt_start_tool(unsigned version, const char *runtime);

__attribute__((visibility("default"))) struct sw_ompt_tool *ompt_start_tool(unsigned version,
                                                                            const char *runtime)
{
    static struct sw_ompt_tool tool = {initialize, finalize, {0}};
    (void)version, (void)runtime;
    return sw_worker_self() ? &tool : NULL;
}
