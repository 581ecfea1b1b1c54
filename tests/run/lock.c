/* Locks its memory, as an ordinary user, whose limit is large enough for the program: what the profiler reserves is no part of that. */
#include <linux/capability.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef ANNOTATED
#include <spanwise.h>
#endif

#define LIMIT (8ul << 20) /* the system's default */
#define OWN   (256ul << 10)

static void task(void)
{
#ifdef ANNOTATED
    PAR_SEC_BEGIN("s");
    PAR_TASK_BEGIN("t");
    PAR_TASK_END();
    PAR_SEC_END();
#endif
}

static void lock(int flags)
{
    unsigned char in[OWN / 4096] = "";
    size_t page = (size_t)sysconf(_SC_PAGESIZE), n = 0;
    void *own = mmap(NULL, OWN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf("%d: %d", flags, mlockall(flags));
    mincore(own, OWN, in);
    for (size_t i = 0; i < OWN / page; i++)
        n += in[i] & 1;
    printf(", %zu of %zu", n, OWN / page);
    mmap(NULL, OWN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    task();
    printf(", %d, %d\n", munlockall(), munmap(own, OWN));
}

int main(void)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2];
    struct rlimit limit = {LIMIT, LIMIT};
    memset(none, 0, sizeof none);
    task();
    if (setrlimit(RLIMIT_MEMLOCK, &limit) < 0 || syscall(SYS_capset, &head, none) < 0)
        return 77; /* it may lock less than that, here */
    lock(MCL_CURRENT);
    lock(MCL_CURRENT | MCL_ONFAULT);
    lock(MCL_CURRENT | MCL_FUTURE);
    lock(MCL_CURRENT);
    limit.rlim_cur = 4096;
    setrlimit(RLIMIT_MEMLOCK, &limit);
    lock(MCL_CURRENT);
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_MEMLOCK, &limit);
    lock(MCL_CURRENT);
    return 3;
}
