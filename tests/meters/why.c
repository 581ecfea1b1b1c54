/* Why an event cannot be counted: what each answer of the kernel means, and what to do. */
#include "tests/check.h"
#include "tool/measure/perf_why.h"

#include <errno.h>

static char text[512];

static const char *why(struct sw_perf_facts facts)
{
    sw_perf_why(&facts, text, sizeof text);
    return text;
}

#define SAYS(words, ...)                                                                    \
    do {                                                                                    \
        const char *said = why((struct sw_perf_facts){__VA_ARGS__});                        \
        CHECK(strstr(said, words) && !strchr(said, '\n') && said[strlen(said) - 1] != '.'); \
        if (!strstr(said, words))                                                           \
            fprintf(stderr, "    it says: %s\n", said);                                     \
    } while (0)

#define BRIEFLY(words, ...) \
    CHECK_STR(sw_perf_why_briefly(&(struct sw_perf_facts){__VA_ARGS__}), words)

int main(void)
{
    SAYS("no hardware counters (PMU)", .error = ENOENT, .hardware = true);
    SAYS("no hardware counters (PMU)", .error = EOPNOTSUPP, .hardware = true, .paranoid = 4);
    SAYS("none for that event", .error = ENOENT, .hardware = true, .counters = true);
    SAYS("no event of that number", .error = EINVAL, .hardware = true, .raw = true,
         .counters = true);
    BRIEFLY("PMU missing", .error = ENOENT, .hardware = true);

    SAYS("perf_event_paranoid is 3", .error = EACCES, .paranoid = 3);
    SAYS("sysctl kernel.perf_event_paranoid=2'", .error = EACCES, .paranoid = 4, .hardware = true);
    SAYS("perf_event_paranoid is 4", .error = EPERM, .paranoid = 4);
    SAYS("perf_event_paranoid is 2", .error = EACCES, .paranoid = 2, .switches = true);
    SAYS("sysctl kernel.perf_event_paranoid=1'", .error = EACCES, .paranoid = 2, .switches = true);
    SAYS("a security module", .error = EACCES, .paranoid = 2);
    BRIEFLY("perf_event_paranoid", .error = EACCES, .paranoid = 3);

    /* The kernel itself answers EACCES, filters EPERM or ENOSYS. */
    SAYS("seccomp", .error = EPERM, .filtered = true, .paranoid = 2);
    SAYS("seccomp", .error = EPERM, .filtered = true, .paranoid = 4);
    SAYS("seccomp", .error = ENOSYS, .filtered = true);
    SAYS("--cap-add PERFMON", .error = EPERM, .filtered = true);
    SAYS("perf_event_paranoid is 3", .error = EACCES, .filtered = true, .paranoid = 3);
    SAYS("seccomp", .error = EACCES, .filtered = true, .paranoid = 1);
    BRIEFLY("seccomp", .error = EPERM, .filtered = true);

    SAYS("this kernel does not count it", .error = ENOSYS);
    SAYS("this kernel does not count it", .error = ENOENT);
    SAYS("ulimit -n", .error = EMFILE);
    SAYS("nmi_watchdog", .error = EBUSY, .hardware = true, .counters = true);
    SAYS("Input/output error", .error = EIO);
    BRIEFLY("Input/output error", .error = EIO);
    return check_done();
}
