#include "target/calls/sandbox.h"
#include "target/calls/lock.h"
#include "target/calls/next.h"

#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

/* With as many parameters as they may have: so each call can be a jump, which leaves registers and stack as they are. */
REPLACES int prctl(int option, long a, long b, long c, long d);
REPLACES long syscall(long number, long a, long b, long c, long d, long e, long f);

/* What it refuses may be what we need, be it only to return from a signal. */
static bool allows_all(const struct sock_fprog *filter)
{
    for (unsigned i = 0; filter && i < filter->len; i++) {
        const struct sock_filter *at = &filter->filter[i];
        uint32_t action = at->k & SECCOMP_RET_ACTION_FULL;
        if (BPF_CLASS(at->code) == BPF_RET &&
            (BPF_RVAL(at->code) != BPF_K ||
             (action != SECCOMP_RET_ALLOW && action != SECCOMP_RET_LOG)))
            return false;
    }
    return true;
}

static void tell(void)
{
    __typeof__(spanwise_sandbox) *told;
    *(void **)&told = dlsym(RTLD_DEFAULT, "spanwise_sandbox");
    if (told)
        told();
}

static void look_at_prctl(long option, long mode, long filter)
{
    if (option == PR_SET_SECCOMP &&
        (mode == SECCOMP_MODE_STRICT ||
         (mode == SECCOMP_MODE_FILTER && !allows_all((const struct sock_fprog *)filter))))
        tell();
}

static void look_at_seccomp(long operation, long filter)
{
    if (operation == SECCOMP_SET_MODE_STRICT ||
        (operation == SECCOMP_SET_MODE_FILTER && !allows_all((const struct sock_fprog *)filter)))
        tell();
}

int prctl(int option, long a, long b, long c, long d)
{
    static void *found;
    __typeof__(prctl) *real;
    look_at_prctl(option, a, b);
    *(void **)&real = next(&found, "prctl");
    return real(option, a, b, c, d);
}

long syscall(long number, long a, long b, long c, long d, long e, long f)
{
    static void *found;
    __typeof__(syscall) *real;
    if (number == SYS_prctl)
        look_at_prctl(a, b, c);
    if (number == SYS_seccomp)
        look_at_seccomp(a, c);
    if (number == SYS_mlockall)
        return sw_lock_all((int)a);
    *(void **)&real = next(&found, "syscall");
    return real(number, a, b, c, d, e, f);
}
