/* Loaded into a program: when it ends, its name, processor time in seconds and largest memory in kilobytes go to the end of the file that USAGE_TO
 * names. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

extern char *program_invocation_short_name;

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Since the program was started: what getrusage() has goes back to the process before that. */
static long kilobytes(void)
{
    char line[256];
    long most = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        sscanf(line, "VmHWM: %ld", &most);
    if (f)
        fclose(f);
    return most;
}

__attribute__((destructor)) static void end(void)
{
    const char *to = getenv("USAGE_TO");
    struct rusage u;
    char line[256];
    int fd = to ? open(to, O_WRONLY | O_APPEND) : -1;
    getrusage(RUSAGE_SELF, &u);
    int n = snprintf(line, sizeof line, "%s %.4f %ld\n", program_invocation_short_name,
                     seconds(u.ru_utime) + seconds(u.ru_stime), kilobytes());
    if (fd >= 0 && write(fd, line, (size_t)n) == n)
        close(fd);
}
