/* Why a perf counter cannot be had: the reasons, each with the condition by which it is known. */
#include "tool/measure/perf_why.h"

enum reason { NO_COUNTERS, NO_EVENT, PARANOID, SECCOMP, FORBIDDEN, NO_KERNEL, FILES, BUSY, OTHER };

/* The highest perf_event_paranoid that lets everybody count it. */
static int trust(const struct sw_perf_facts *f)
{
    return f->switches ? 1 : 2;
}

/* Filters as containers have them answer EPERM, or ENOSYS; the kernel answers EACCES for itself. */
static enum reason why_forbidden(const struct sw_perf_facts *f)
{
    if (f->filtered && f->error == EPERM)
        return SECCOMP;
    if (f->paranoid > trust(f))
        return PARANOID;
    return f->filtered ? SECCOMP : FORBIDDEN;
}

static enum reason reason(const struct sw_perf_facts *f)
{
    switch (f->error) {
    case ENOENT:
    case EOPNOTSUPP:
    case ENODEV:
    case ENXIO:
    case EINVAL:
        if (f->hardware)
            return f->counters ? NO_EVENT : NO_COUNTERS;
        return f->error == EINVAL ? OTHER : NO_KERNEL;
    case EACCES:
    case EPERM:
        return why_forbidden(f);
    case ENOSYS:
        return f->filtered ? SECCOMP : NO_KERNEL;
    case EMFILE:
    case ENFILE:
        return FILES;
    case EBUSY:
        return BUSY;
    }
    return OTHER;
}

const char *sw_perf_why_briefly(const struct sw_perf_facts *f)
{
    static const char *const words[] = {
        [NO_COUNTERS] = "PMU missing",      [NO_EVENT] = "not of this processor",
        [PARANOID] = "perf_event_paranoid", [SECCOMP] = "seccomp",
        [FORBIDDEN] = "forbidden",          [NO_KERNEL] = "not of this kernel",
        [FILES] = "too many open files",    [BUSY] = "all counters in use",
    };
    enum reason r = reason(f);
    return r == OTHER ? strerror(f->error) : words[r];
}

void sw_perf_why(const struct sw_perf_facts *f, char *text, size_t size)
{
    switch (reason(f)) {
    case NO_COUNTERS:
        snprintf(
            text, size,
            "this machine has no hardware counters (PMU); most likely it is a virtual machine");
        break;
    case NO_EVENT:
        snprintf(text, size, "this processor has counters, but %s",
                 f->raw ? "no event of that number" : "none for that event");
        break;
    case PARANOID:
        snprintf(text, size,
                 "kernel.perf_event_paranoid is %d, which does not allow it: 'sysctl "
                 "kernel.perf_event_paranoid=%d' as root does, or run as root, or with CAP_PERFMON",
                 f->paranoid, trust(f));
        break;
    case SECCOMP:
        snprintf(text, size,
                 "a seccomp filter keeps this process from perf_event_open: start the container "
                 "with '--cap-add PERFMON' or '--security-opt seccomp=unconfined', or the like");
        break;
    case FORBIDDEN:
        snprintf(text, size,
                 "the kernel forbids it (%s), though kernel.perf_event_paranoid is %d: a security "
                 "module does, or lockdown",
                 strerror(f->error), f->paranoid);
        break;
    case NO_KERNEL:
        snprintf(text, size, "this kernel does not count it (%s)", strerror(f->error));
        break;
    case FILES:
        snprintf(text, size, "too many files are open, and the counter needs one: 'ulimit -n'");
        break;
    case BUSY:
        snprintf(text, size,
                 "all of the processor's counters are in use: by another profiler, or by the "
                 "kernel's watchdog ('sysctl kernel.nmi_watchdog=0' as root)");
        break;
    case OTHER:
        snprintf(text, size, "the kernel does not count it: %s", strerror(f->error));
        break;
    }
}
