/*
 * Code of programs built by spanwise cc that is there for the sake of parallelism: what the filter has found in
 * each module (SW_SLED_CODE), the scheduler, and the rest of its runtime. A thread that works and is in it does
 * something else than work.
 */
#ifndef SPANWISE_AGENT_SAMPLE_CILK_CODE_H
#define SPANWISE_AGENT_SAMPLE_CILK_CODE_H

#include "abi/cilk.h"
#include "agent/sample/reporter.h"

struct sw_arena;

/* A module comes, and goes. One thread at a time. 0 or -errno. */
int sw_cilk_code_add(const struct sw_cilk_module *module, struct sw_arena *arena);
void sw_cilk_code_remove(const struct sw_cilk_module *module);

/* What a thread that works does there: SW_DOING_WORK if it is the program's code. Any thread, signal handlers
 * too. */
enum sw_doing sw_cilk_code_at(uint64_t pc);

#endif
