/*
 * A program that goes into a sandbox (seccomp) may be killed for what the sampler does there: open the clock of a new
 * thread, ask about one. Where that may be, sampling ends before.
 */
#include "front/sample/start.h"
#include "front/sample/threads/libc.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/prctl.h>

#define WHY "the program goes into a sandbox (seccomp) that may kill it for what the sampler does"

/* Whether a filter does more than to refuse. */
static bool may_kill(const struct sock_fprog *filter)
{
    for (unsigned i = 0; filter && i < filter->len; i++) {
        const struct sock_filter *at = &filter->filter[i];
        uint32_t action = at->k & SECCOMP_RET_ACTION_FULL;
        if (BPF_CLASS(at->code) == BPF_RET && action != SECCOMP_RET_ALLOW &&
            action != SECCOMP_RET_ERRNO && action != SECCOMP_RET_LOG)
            return true;
    }
    return false;
}

SW_REPLACES int prctl(int option, ...)
{
    unsigned long a[4];
    va_list list;
    va_start(list, option);
    for (int i = 0; i < 4; i++)
        a[i] = va_arg(list, unsigned long);
    va_end(list);
    if (option == PR_SET_SECCOMP &&
        (a[0] != SECCOMP_MODE_FILTER || may_kill((const struct sock_fprog *)a[1])))
        sw_effort_stop(WHY);
    return sw_libc()->prctl(option, a[0], a[1], a[2], a[3]);
}

/* Libseccomp's, which makes the system call itself, of a filter that is not to be seen here. */
SW_REPLACES int seccomp_load(void *context);
SW_REPLACES int seccomp_load(void *context)
{
    int (*real)(void *);
    *(void **)&real = dlsym(RTLD_NEXT, "seccomp_load");
    if (!real)
        abort(); /* who calls it has linked it */
    sw_effort_stop(WHY);
    return real(context);
}
