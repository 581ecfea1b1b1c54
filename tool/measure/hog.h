/* A program beside the user's that draws memory traffic, as much as it is told (helpers/calibrate/memory.c). */
#ifndef SPANWISE_TOOL_MEASURE_HOG_H
#define SPANWISE_TOOL_MEASURE_HOG_H

#include <sys/types.h>

struct sw_hog {
    pid_t pid;
    int to, from; /* pipes */
};

/* With a thread on each of these processors, quiet at first. 0 or -errno: -ENOMEM where there is too little for its arrays. */
int sw_hog_start(struct sw_hog *hog, const int *pins, unsigned n);

/* Each thread draws so many MB/s from when this returns; 0: nothing. 0 or -errno. */
int sw_hog_draw(struct sw_hog *hog, double mb_s);

void sw_hog_stop(struct sw_hog *hog);

#endif
