/* What the kernel knows of threads: whether one wants a processor, and for how long it had one. */
#include "agent/process/task_file.h"
#include "agent/sample/record.h"
#include "base/files.h"

/* "17 (name) R ...": a name may have anything in it but is short. */
static char state_in(const char *text, long n)
{
    for (long i = n - 3; i > 0; i--)
        if (text[i] == ')')
            return text[i + 2];
    return 0;
}

bool sw_thread_is_running(int32_t thread)
{
    char text[64];
    long fd = sw_task_file_open(thread, "/stat");
    if (fd < 0) /* no /proc, or no more files: then what it says itself is all there is */
        return sw_raw_has_thread(thread) == 0;
    long n = sw_raw_read(fd, text, sizeof text);
    sw_raw_close(fd);
    return state_in(text, n) == 'R';
}

static uint64_t take_number(const char **text, const char *end)
{
    uint64_t number = 0;
    for (; *text < end && **text >= '0' && **text <= '9'; ++*text)
        number = 10 * number + (uint64_t)(**text - '0');
    *text += *text < end; /* the blank */
    return number;
}

int32_t sw_thread_times_open(void)
{
    long fd = sw_raw_open("/proc/thread-self/schedstat", O_RDONLY);
    fd = fd < 0 ? fd : sw_file_move_up(fd);
    if (fd >= 0 && sw_file_is_missed(fd)) {
        sw_raw_close(fd);
        fd = -1;
    }
    return fd < 0 ? -1 : (int32_t)fd;
}

/* "CPU DELAY SLICES\n". The program may have closed it and opened another. */
bool sw_thread_times(int32_t file, struct sw_thread_times *times)
{
    char text[64];
    const char *at = text;
    long n = file < 0 ? 0 : sw_raw4(SYS_pread64, file, (long)text, sizeof text, 0);
    if (n < 6 || text[n - 1] != '\n')
        return false;
    times->cpu = take_number(&at, text + n);
    times->delay = take_number(&at, text + n);
    take_number(&at, text + n);
    return times->cpu && at == text + n;
}

void sw_thread_times_close(int32_t file)
{
    struct sw_thread_times times;
    if (sw_thread_times(file, &times))
        sw_raw_close(file);
}
