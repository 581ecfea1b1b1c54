/* What is needed of OMPT, the interface of OpenMP runtimes to tools (OpenMP 5.0, chapter 4). */
#ifndef SPANWISE_AGENT_SAMPLE_OMPT_ABI_H
#define SPANWISE_AGENT_SAMPLE_OMPT_ABI_H

#include <stdint.h>

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

/* What the runtime looks for. NULL: no tool. */
struct sw_ompt_tool *ompt_start_tool(unsigned version, const char *runtime);

#endif
