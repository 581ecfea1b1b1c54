/* A stack for the tool itself, whose limit is the user's business: 'ulimit -s 64' is for his program. */
#ifndef SPANWISE_TOOL_COMMON_LARGE_STACK_H
#define SPANWISE_TOOL_COMMON_LARGE_STACK_H

/* run(argc, argv), on a stack of its own where ours may not grow enough. Returns what it does. */
int sw_large_stack_run(int (*run)(int argc, char **argv), int argc, char **argv);

#endif
