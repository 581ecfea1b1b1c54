#include "target/sample/running.h"
#include "base/raw.h"

static char *put(char *to, const char *text)
{
    while (*text)
        *to++ = *text++;
    return to;
}

static char *put_number(char *to, uint32_t number)
{
    if (number >= 10)
        to = put_number(to, number / 10);
    *to++ = (char)('0' + number % 10);
    return to;
}

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
    char path[64], text[64];
    char *end = put_number(put(path, "/proc/self/task/"), (uint32_t)thread);
    *put(end, "/stat") = 0;
    long fd = sw_raw_open(path, O_RDONLY);
    if (fd < 0) /* no /proc, or no more files: then what it says itself is all there is */
        return sw_raw4(SYS_tgkill, sw_raw4(SYS_getpid, 0, 0, 0, 0), thread, 0, 0) == 0;
    long n = sw_raw_read(fd, text, sizeof text);
    sw_raw_close(fd);
    return state_in(text, n) == 'R';
}
