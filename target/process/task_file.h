/* What the system tells of a thread of this process, in a file of /proc: read again and again, so it stays open, under a number that the program does
 * not get, unless there are few of those. One thread of ours at a time. */
#ifndef SPANWISE_TARGET_PROCESS_TASK_FILE_H
#define SPANWISE_TARGET_PROCESS_TASK_FILE_H

#include <stddef.h>

/* Of the thread that was read last. All zero: none. */
struct sw_task_file {
    int thread;
    long fd;
};

/* So many bytes of /proc/self/task/THREAD/NAME, and a zero; 0: it is gone, or may not be read. */
long sw_task_file_read(struct sw_task_file *file, int thread, const char *name, char *text,
                       size_t size);

#endif
