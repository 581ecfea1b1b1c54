/* prctl() and syscall(): by them a program enters a sandbox, and makes any call that we stand in front of. */
#include "agent/calls/sandbox.h"
#include "agent/calls/effects.h"
#include "agent/calls/system_calls.h"
#include "agent/calls/waits.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>

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
    sw_effects_leave();
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

/* With as many parameters as they may have: so each call can be a jump, which leaves registers and stack as they are. */
SW_HANDS_ON(int, prctl, (int option, long a, long b, long c, long d), (option, a, b, c, d),
            look_at_prctl(option, a, b))

SW_IN_FRONT(long, syscall, (long number, long a, long b, long c, long d, long e, long f))
{
    switch (number) {
    case SYS_prctl:
        look_at_prctl(a, b, c);
        break;
    case SYS_seccomp:
        look_at_seccomp(a, c);
        break;
    case SYS_mlockall:
        return sw_mlockall((int)a);
    case SYS_openat:
        return sw_openat((int)a, (const char *)b, (int)c, (mode_t)d);
#ifdef SYS_open
    case SYS_open:
        return sw_open((const char *)a, (int)b, (mode_t)c);
    case SYS_unlink:
        return sw_unlinkat(AT_FDCWD, (const char *)a, 0);
    case SYS_rename:
        if (!sw_renames(AT_FDCWD, (const char *)a, AT_FDCWD, (const char *)b))
            return 0;
        break;
    case SYS_mkdir:
        return sw_mkdirat(AT_FDCWD, (const char *)a, (mode_t)b);
    case SYS_creat:
        return sw_open((const char *)a, O_WRONLY | O_CREAT | O_TRUNC, (mode_t)b);
    case SYS_rmdir:
        return sw_unlinkat(AT_FDCWD, (const char *)a, AT_REMOVEDIR);
    case SYS_link:
        return sw_linkat(AT_FDCWD, (const char *)a, AT_FDCWD, (const char *)b, 0);
    case SYS_symlink:
        return sw_symlinkat((const char *)a, AT_FDCWD, (const char *)b);
    case SYS_chmod:
        return sw_fchmodat(AT_FDCWD, (const char *)a, (mode_t)b, 0);
    case SYS_chown:
        return sw_fchownat(AT_FDCWD, (const char *)a, (uid_t)b, (gid_t)c, 0);
#endif
    case SYS_unlinkat:
        return sw_unlinkat((int)a, (const char *)b, (int)c);
    case SYS_renameat:
    case SYS_renameat2:
        if (!sw_renames((int)a, (const char *)b, (int)c, (const char *)d))
            return 0;
        break;
    case SYS_mkdirat:
        return sw_mkdirat((int)a, (const char *)b, (mode_t)c);
    case SYS_mknodat:
        return sw_mknodat((int)a, (const char *)b, (mode_t)c, (dev_t)d);
    case SYS_linkat:
        return sw_linkat((int)a, (const char *)b, (int)c, (const char *)d, (int)e);
    case SYS_symlinkat:
        return sw_symlinkat((const char *)a, (int)b, (const char *)c);
    case SYS_truncate:
        return sw_truncate((const char *)a, (off_t)b);
    case SYS_fchmodat:
        return sw_fchmodat((int)a, (const char *)b, (mode_t)c, 0);
    case SYS_fchmod:
        return sw_fchmod((int)a, (mode_t)b);
    case SYS_fchownat:
        return sw_fchownat((int)a, (const char *)b, (uid_t)c, (gid_t)d, (int)e);
    case SYS_fchown:
        return sw_fchown((int)a, (uid_t)b, (gid_t)c);
    case SYS_connect:
        return sw_connect((int)a, (const void *)b, (socklen_t)c);
    case SYS_bind:
        return sw_bind((int)a, (const void *)b, (socklen_t)c);
    case SYS_sendto:
        return sw_sendto((int)a, (const void *)b, (size_t)c, (int)d, (const void *)e, (socklen_t)f);
    case SYS_sendmsg:
        return sw_sendmsg((int)a, (const struct msghdr *)b, (int)c);
    case SYS_kill:
    case SYS_tkill:
    case SYS_rt_sigqueueinfo:
        sw_signals((pid_t)a, (int)b);
        break;
    case SYS_tgkill:
    case SYS_rt_tgsigqueueinfo:
        sw_signals((pid_t)a, (int)c);
        break;
    case SYS_pidfd_send_signal:
        sw_signals_by((int)a, (int)b);
        break;
    case SYS_fcntl:
        sw_look_at_fcntl((int)a, (int)b, (const void *)c);
        break;
    case SYS_flock:
        return sw_flock((int)a, (int)b);
    case SYS_execve:
        return sw_execve((const char *)a, (char *const *)b, (char *const *)c);
    case SYS_execveat:
        return sw_execveat((int)a, (const char *)b, (char *const *)c, (char *const *)d, (int)e);
#ifdef SYS_open
    case SYS_mknod:
    case SYS_lchown:
    case SYS_utime:
    case SYS_utimes:
    case SYS_futimesat:
#endif
    case SYS_utimensat:
    case SYS_setxattr:
    case SYS_lsetxattr:
    case SYS_fsetxattr:
    case SYS_removexattr:
    case SYS_lremovexattr:
    case SYS_fremovexattr:
    case SYS_sendmmsg:
    case SYS_shmget:
    case SYS_semget:
    case SYS_msgget:
    case SYS_mq_open:
    case SYS_open_by_handle_at:
    case SYS_openat2:
    case SYS_io_uring_setup:
        /* What it may do cannot be seen: files and sockets by a queue, or a handle; or is not looked at, as libc has a function
         * for it. */
        sw_effect_here(SW_EFFECT_UNWATCHED, "");
    }
    if (sw_is_copy(number, a, b))
        return sw_copy(SW_NEXT(syscall), number, (const long[]){a, b, c, d, e, f});
    if (sw_is_wait(number))
        return SW_WAITING(SW_NEXT(syscall)(number, a, b, c, d, e, f));
    return SW_NEXT(syscall)(number, a, b, c, d, e, f);
}
