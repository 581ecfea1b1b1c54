/* A file of /proc about a thread of this process. It is read again and again, so it stays open, under a number that the program does not
 * get, unless there are few of those. One thread of ours at a time. */
#pragma once

#include <stddef.h>

/* Of the thread that was read last. All zero: none. */
struct sw_task_file {
    int thread;
    long fd;
};

/* Reads /proc/self/task/THREAD/NAME, and puts a zero after it. Its size; 0: it is gone, or may not be read. */
long sw_task_file_read(struct sw_task_file *file, int thread, const char *name, char *text,
                       size_t size);

/* Opens that file. Signal-safe. */
long sw_task_file_open(int thread, const char *name);
