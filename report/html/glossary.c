#include "report/html/html.h"

const struct sw_glossary_entry sw_glossary[] = {
    {"work",
     "The time (or cost) of everything the program does, added up: how long it takes on one core."},
    {"span", "The time (or cost) of the longest chain of steps that have to run one after another, "
             "also called the critical path. No number of cores makes the program faster than "
             "that. Waiting for locks is not included."},
    {"burdened span", "The span plus a cost (the burden) for each place on it where another core "
                      "would take over: an estimate of what scheduling adds."},
    {"burden", "The assumed cost of moving a piece of the program to another core."},
    {"parallelism", "Work divided by span: how many cores have something to do on average, and the "
                    "highest possible speedup."},
    {"burdened parallelism",
     "Work divided by burdened span: the parallelism left after the cost of scheduling."},
    {"speedup", "The time on one core divided by the time on this many."},
    {"at most", "A bound that follows from work and span: no scheduler and no machine with that "
                "many cores does better."},
    {"at least",
     "An estimate of what a good scheduler reaches: one that leaves no core idle while there is "
     "something to run, with every steal on the critical path costing the burden."},
    {"strand",
     "Instructions that run one after another, with nothing spawned or waited for in between."},
    {"average maximal strand",
     "The work divided by the number of strands: how long a core works on one piece, on average. "
     "Below a few microseconds, scheduling costs a large part of it."},
    {"spawn", "A call that the caller does not wait for: both may run at the same time."},
    {"sync", "The place where a function waits for everything it has spawned."},
    {"call site", "A place in the source that calls or spawns a function, or a parallel loop."},
    {"on work", "Counts all calls from the call site."},
    {"on span", "Counts only the calls that are on the critical path: making those shorter makes "
                "the program faster on many cores."},
    {"top-call-site", "Counts the outermost of recursive calls from the same call site, with "
                      "everything the callee does and calls."},
    {"top-caller", "Counts calls from an outermost invocation of the calling function, so that the "
                   "call sites of one function can be compared."},
    {"local", "The callee's own code only, without what its call sites do. Over all call sites, "
              "these add up to the whole."},
    {"count", "How often the call site was reached."},
    {"share of span", "How much of the whole span is the callee's own code at this call site. All "
                      "rows add up to 100%."},
    {"share of work", "How much of the whole work is the callee's own code at this call site. All "
                      "rows add up to 100%."},
    {"region", "A part of the program that its author has named."},
    {"self", "The function's own code, without what it calls."},
    {"total", "The function with everything it calls."},
    {"samples", "How often a timer found the program there: the more time, the more samples."},
    {"effort",
     "Everything the cores could have done in that time: work, idleness and overhead together."},
    {"lost",
     "The share of the cores' time that is not work because of this line or function: while it "
     "runs, others wait for it, or it costs time that one core would not need."},
    {"idleness", "Time in which cores had nothing to do, charged to the code that ran meanwhile on "
                 "the others: if that were more parallel, they would have worked."},
    {"overhead", "Time spent on running in parallel: creating, scheduling and synchronizing tasks "
                 "and threads."},
    {"scheduling", "Overhead of handing out work to threads, and of looking for work."},
    {"synchronization", "Overhead of locks, barriers and busy waiting."},
    {"creation", "Overhead of creating tasks, threads and parallel regions."},
    {"waited",
     "How long the thread waited for a lock, for work or for other threads, in wall-clock time."},
    {"blamed", "How long other threads waited for a lock that this code held."},
    {"lock", "Something that only one thread can have at a time; the others wait."},
    {"imbalance",
     "How much less the average thread works than the busiest one, which all others wait for."},
    {"parallelism of a run",
     "Work divided by span of the run with that many threads: a limit for its speedup. With more "
     "threads, loops are divided further, and it grows."},
    {"efficiency",
     "The share of the cores' time that is work: the speedup divided by the number of cores."},
    {"load balance", "The work of the average thread divided by that of the busiest one."},
    {"serialisation",
     "The share of the time in which the busiest thread works rather than waits for others."},
    {"transfer", "The share of the cores' time that is left without the runtime's own work."},
    {"serial fraction", "The share of the work outside all parallel regions. One divided by it is "
                        "the highest possible speedup (Amdahl's law)."},
    {"serial code", "Code outside all parallel regions: one core works, the others sit idle."},
    {"barrier wait",
     "Threads that are done wait for the last one, at the end of a loop or a region."},
    {"wait", "Threads wait for other threads: at a barrier, for a condition, a semaphore or a "
             "futex, or until the last of them has ended."},
    {"lock wait", "Threads wait for a lock, a critical section, or their turn."},
    {"few threads", "A region that has fewer threads than there are cores."},
    {"schedule",
     "Which thread gets which iterations of a loop: static divides them beforehand, dynamic hands "
     "out chunks as threads become free, guided does the same with ever smaller chunks."},
    {"chunk", "Iterations of a loop that are handed out together; or one task."},
    {"construct", "A place in the source where something is parallel or has to wait: a region, a "
                  "loop, a task, a lock."},
    {"inflation", "How much longer the same code takes in a parallel run, because its instructions "
                  "wait for memory, for shared caches, or for each other."},
    {"growth", "The difference between the serial and the parallel run."},
    {"simulated", "Computed, not run on that many cores: threads run one at a time, and a model "
                  "says when each would have run."},
    {"on span, local", "Calls on the critical path, the callee's own code only. The spans of all "
                       "rows add up to the critical path: start with the largest."},
    {"on work, local", "All calls, the callee's own code only. All rows add up to the whole work."},
    {"on span, top-call-site", "Calls on the critical path, with everything the callee does and "
                               "calls; of recursive calls from this place, only the outermost."},
    {"on work, top-call-site", "All calls, with everything the callee does and calls; of recursive "
                               "calls from this place, only the outermost."},
    {"on span, top-caller",
     "Calls on the critical path, with everything the callee does and calls; only those from an "
     "outermost invocation of the calling function."},
    {"on work, top-caller", "All calls, with everything the callee does and calls; only those from "
                            "an outermost invocation of the calling function."},
    {"their work", "The work of those calls, added up."},
    {"their span", "The longest chain in each of those calls, added up: how long they would take "
                   "on any number of cores."},
    {"their parallelism", "Their work divided by their span; 1 means serial."},
    {"budget", "How much overhead is allowed for following calls. When it is used up, tiny "
               "functions that are called most often are left out."},
    {"plan",
     "A way to parallelize the marked parts: OpenMP loops with a schedule, OpenMP tasks, or Cilk."},
    {"emulated", "Computed, not run: from the times of a serial run, and from what threads and "
                 "tasks cost on this machine."},
    {"replayed", "Really run on this machine, by a program that works and waits as the tree says."},
    {"with memory", "The same, slowed down by cores that share the memory's bandwidth: a model."},
    {"trial", "One run of the program, timed from start to end."},
    {"CPU time", "Time that all cores together spent on the program, including the system's part."},
    {"parallel region", "A part of the program that all threads of a team run."},
    {"processors at work", "How many cores worked for the program, on average over the run."},
    {"work a task", "The work of the average task."},
    {"task", "A piece of a section that could run at the same time as the others."},
    {"section", "A part of the program that is marked as possibly parallel, with its tasks."},
};
const size_t sw_glossary_n = sizeof sw_glossary / sizeof *sw_glossary;

_Static_assert(sizeof sw_glossary / sizeof *sw_glossary <= SW_GLOSSARY_WORDS,
               "SW_GLOSSARY_WORDS is too small");

/* The same words where there are no regions. */
static const struct sw_glossary_entry of_threads[] = {
    {"serial fraction", "The share of the work during which no other thread can run. One divided "
                        "by it is the highest possible speedup (Amdahl's law)."},
    {"serial code", "One thread runs and no other can: one core works, the others sit idle."},
    {"lock wait", "Threads wait for a lock that another thread holds."},
    {"few threads", "There are fewer threads than cores."},
    {"construct", "A place in the source where threads are started, wait, or take a lock."},
};

const char *sw_glossary_sentence(size_t i, bool are_threads)
{
    for (size_t k = 0; are_threads && k < sizeof of_threads / sizeof *of_threads; k++)
        if (!strcmp(of_threads[k].word, sw_glossary[i].word))
            return of_threads[k].sentence;
    return sw_glossary[i].sentence;
}

int sw_glossary_find(const char *word)
{
    for (size_t i = 0; i < sw_glossary_n; i++)
        if (!strcmp(sw_glossary[i].word, word))
            return (int)i;
    return -1;
}
