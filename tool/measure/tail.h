/* The end of what a program writes, by a pipe that is read while it runs. The rest is forgotten. */
#ifndef SPANWISE_TOOL_MEASURE_TAIL_H
#define SPANWISE_TOOL_MEASURE_TAIL_H

#include <stdbool.h>
#include <stddef.h>

struct sw_tail {
    int from, to; /* the pipe's ends; `from` does not block */
    char text[4096];
    size_t n;
    bool is_cut; /* there was more before */
};

/* 0 or -errno. What is left of the program may write for as long as we live: it is never closed. */
int sw_tail_open(struct sw_tail *tail);

/* Forgets what there was: another program begins. */
void sw_tail_begin(struct sw_tail *tail);

/* Takes what there is to read. */
void sw_tail_read(struct sw_tail *tail);

/* Prints it to stderr, indented, from the first whole line on. */
void sw_tail_say(const struct sw_tail *tail);

#endif
