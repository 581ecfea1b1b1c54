#include "report/html/glossary.h"

#include <string.h>

const struct sw_glossary_entry sw_glossary[] = {
    {"work", "The time (or cost) of everything that the program does, added up: how long it takes "
             "on one processor."},
    {"span", "The time (or cost) of the longest chain of things that must happen one after the "
             "other, also called the critical path: how long the program takes on any number of "
             "processors, at least. Waiting for locks is not in it."},
    {"burdened span", "The span, and a cost (the burden) for each place on it where another "
                      "processor would take over: an estimate of what scheduling adds."},
    {"burden", "What it is assumed to cost to move a piece of the program to another processor."},
    {"parallelism", "Work divided by span: on average so many processors have something to do, and "
                    "no number of them makes the program more than that many times as fast."},
    {"burdened parallelism",
     "Work divided by burdened span: the parallelism that is left when scheduling has its cost."},
    {"speedup", "How many times as fast the program runs as it does on one processor."},
    {"at most", "A bound that follows from work and span: no scheduler and no machine with so many "
                "processors does better."},
    {"at least", "An estimate of what a scheduler reaches that keeps no processor idle while there "
                 "is something to run, when every steal on the critical path costs the burden."},
    {"strand", "Instructions that run one after the other, with nothing parallel begun or waited "
               "for in between."},
    {"average maximal strand",
     "The work divided by the number of strands: how long a processor is left alone with a piece "
     "of work. Below some microseconds, scheduling is a large part of it."},
    {"spawn", "A call that the caller need not wait for: both may run at the same time."},
    {"sync", "The place where a function waits for all that it has spawned."},
    {"call site", "A place in the source that calls or spawns a function, or is a parallel loop."},
    {"on work", "Of all invocations of the call site, wherever they happened."},
    {"on span", "Of those invocations only that are on the critical path: making these shorter "
                "makes the program faster on many processors."},
    {"top-call-site", "Of invocations that are not inside another one of the same call site, so "
                      "that recursion counts once: with all that the callee does and calls."},
    {"top-caller", "Of invocations from an outermost instance of the calling function, so that the "
                   "call sites of one function can be compared."},
    {"local", "The callee's own code only, without what its own call sites do: over all call sites "
              "these add up to the whole."},
    {"count", "How often the call site was passed."},
    {"share of span", "The part of the whole span that is in the callee's own code at this call "
                      "site: all of them add up to 100%."},
    {"share of work", "The part of the whole work that is in the callee's own code at this call "
                      "site: all of them add up to 100%."},
    {"region", "A part of the program that its author has given a name to."},
    {"self", "Of the function's own code, without what it calls."},
    {"total", "Of the function with all that it calls."},
    {"samples",
     "How often a timer found the program there; their number is in proportion to the time."},
    {"effort",
     "What all processors together could have done in the time: work, idleness and overhead."},
    {"idleness", "Processors' time without anything to do, charged to the code that was running "
                 "meanwhile on the others: if that were more parallel, they would have worked."},
    {"overhead",
     "Time spent on being parallel: making, scheduling and synchronizing tasks and threads."},
    {"scheduling", "Overhead of handing out work to threads, and of looking for some."},
    {"synchronization", "Overhead of locks, barriers and waiting in a loop."},
    {"creation", "Overhead of making tasks, threads and parallel regions."},
    {"waited", "Time that the thread waited, for a lock, for work or for others; by the clock."},
    {"blamed", "Time that other threads waited for a lock which this code held."},
    {"lock", "Something that only one thread can have at a time; the others wait."},
    {"imbalance",
     "How much less the average thread works than the busiest one, for which all others wait."},
    {"parallelism of a run", "Work divided by span of the run with so many threads: a limit of its "
                             "speedup. With more threads a loop is divided further, and it grows."},
    {"efficiency", "The part of the processors' time that is work: the speedup divided by the "
                   "number of processors."},
    {"load balance", "The work of the average thread divided by that of the busiest one."},
    {"serialisation",
     "The part of the time in which the busiest thread works, rather than waits for others."},
    {"transfer", "What is left of the processors' time when the runtime's own work is taken away."},
    {"serial fraction", "The part of the work outside of all parallel regions: one divided by it "
                        "is the most that the program can speed up (Amdahl's law)."},
    {"serial code",
     "Code outside of all parallel regions: one processor works, the others have nothing to do."},
    {"barrier wait",
     "Threads that are done wait for the last one, at the end of a loop or a region."},
    {"lock wait", "Threads wait for a lock, a critical section, or their turn."},
    {"few threads", "A region that has fewer threads than there are processors."},
    {"schedule",
     "Which thread gets which iterations of a loop: static divides them beforehand, dynamic hands "
     "out chunks as threads become free, guided does so with ever smaller chunks."},
    {"chunk", "Iterations of a loop that are handed out together; or one task."},
    {"construct", "A place in the source that says something is parallel, or must wait: a region, "
                  "a loop, a task, a lock."},
    {"inflation", "How much longer the same code takes in a parallel run: its instructions wait "
                  "for memory, for caches that processors share, or for each other."},
    {"growth", "What was added from the serial to the parallel run."},
    {"simulated", "Not run on so many processors, but computed: threads run one at a time, and a "
                  "model says when each would have."},
    {"on span, local",
     "Of the calls on the critical path, the callee's own code only: over all rows its span adds "
     "up to the whole critical path. What is large here is what to shorten."},
    {"on work, local",
     "Of all calls, the callee's own code only: over all rows its work adds up to the whole work."},
    {"on span, top-call-site", "Of the calls on the critical path, with all that the callee does "
                               "and calls; of recursive calls from this place only the outermost."},
    {"on work, top-call-site", "Of all calls, with all that the callee does and calls; of "
                               "recursive calls from this place only the outermost."},
    {"on span, top-caller",
     "Of the calls on the critical path, with all that the callee does and calls; only those from "
     "an outermost invocation of the calling function."},
    {"on work, top-caller", "Of all calls, with all that the callee does and calls; only those "
                            "from an outermost invocation of the calling function."},
    {"their work", "The work of those calls, added up."},
    {"their span", "The longest chain in each of those calls, added up: how long they would take "
                   "with any number of processors."},
    {"their parallelism", "Their work divided by their span: 1 is serial."},
    {"budget", "How much of the program's own time it may cost to follow its calls; functions that "
               "are called most, for little time each, are left out when it is used up."},
    {"plan", "A way to make the marked parts parallel: OpenMP's loops with a schedule, OpenMP's "
             "tasks, or Cilk."},
    {"emulated", "Not run, but computed: from the lengths that a serial run had, and from what "
                 "threads and tasks cost on this machine."},
    {"replayed", "Really run on this machine, by a program that waits and works as the tree says."},
    {"with memory",
     "The same, and slower by what processors lose that share the memory's bandwidth: a model."},
    {"trial", "One run of the program, timed from its start to its end."},
    {"CPU time",
     "Time that all processors together spent on the program, in it and in the system."},
    {"parallel region", "A part of the program that all threads of a team run."},
    {"processors at work", "How many processors worked for the program, on average over the run."},
    {"work a task", "The work of the average task."},
    {"task", "A piece of a section that could run at the same time as the others."},
    {"section", "A part of the program that is marked as one that could run in parallel, with the "
                "tasks in it."},
};
const size_t sw_glossary_n = sizeof sw_glossary / sizeof *sw_glossary;

_Static_assert(sizeof sw_glossary / sizeof *sw_glossary <= SW_GLOSSARY_WORDS,
               "SW_GLOSSARY_WORDS is too small");

int sw_glossary_find(const char *word)
{
    for (size_t i = 0; i < sw_glossary_n; i++)
        if (!strcmp(sw_glossary[i].word, word))
            return (int)i;
    return -1;
}
