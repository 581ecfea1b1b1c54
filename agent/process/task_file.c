/* Reads files in /proc about this process's threads, without libc's streams. */
#include "agent/process/task_file.h"
#include "base/files.h"

long sw_task_file_open(int thread, const char *name)
{
    char path[64] = "/proc/self/task/";
    char *end = path + sizeof "/proc/self/task/" - 1;
    for (int digits = 1000000000; digits; digits /= 10)
        if (thread >= digits)
            *end++ = (char)('0' + thread / digits % 10);
    while ((*end++ = *name++))
        ;
    return sw_raw_open(path, O_RDONLY);
}

static long read_again(long fd, char *text, size_t size)
{
    long n = sw_raw4(SYS_pread64, fd, (long)text, (long)size - 1, 0);
    text[n > 0 ? n : 0] = 0;
    return n > 0 ? n : 0;
}

long sw_task_file_read(struct sw_task_file *file, int thread, const char *name, char *text,
                       size_t size)
{
    long n = file->thread == thread ? read_again(file->fd, text, size) : 0;
    if (n)
        return n;
    if (file->thread)
        sw_raw_close(file->fd);
    *file = (struct sw_task_file){0};
    long fd = sw_task_file_open(thread, name);
    if (fd < 0)
        return 0;
    fd = sw_file_move_up(fd);
    n = read_again(fd, text, size);
    if (sw_file_is_missed(fd))
        sw_raw_close(fd);
    else
        *file = (struct sw_task_file){thread, fd};
    return n;
}
