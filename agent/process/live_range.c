/* Makes the memory that is shared with the tool, and hands it over. */
#include "agent/process/live_range.h"
#include "base/raw.h"
#include "live/handover.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

void sw_say(const char *message, const char *detail)
{
    char line[512];
    int n = snprintf(line, sizeof line, "spanwise: %s%s%s\n", message, *detail ? ": " : "", detail);
    sw_raw_say(line, (size_t)(n < (int)sizeof line ? n : (int)sizeof line - 1));
}

/* A limit on the size of files would be a signal at ftruncate(). */
static uint64_t largest_file(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY)
        return SW_LIVE_LARGEST;
    return limit.rlim_cur;
}

/*
 * The range must be free at the same place in the process that reads it, so it keeps away from
 * where kernels put programs, libraries, heaps and stacks, and sanitizers their shadow. Asked for without libc: ThreadSanitizer's
 * mmap() takes another address, root's even 0, and ends the program if that is one that it does not know.
 */
static void *map_range(int fd, uint64_t size)
{
    static const uint64_t places[] = {0x300000000000, 0x280000000000, 0x4000000000, 0};
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        long want = (long)places[i], fixed = want ? MAP_FIXED_NOREPLACE : 0;
        long got = sw_raw6(SYS_mmap, want, (long)size, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_NORESERVE | fixed, fd, 0);
        if (got > 0 && (!want || got == want))
            return (void *)got;
        if (got > 0) /* an old kernel's hint */
            munmap((void *)got, size);
    }
    return NULL;
}

static void describe(struct sw_live *live, uint64_t size, const struct sw_live_options *options)
{
    live->base = live;
    live->size = size;
    live->magic = SW_LIVE_MAGIC;
    strcpy(live->build, SW_LIVE_BUILD);
    live->pid = getpid();
    live->started_unix = (uint64_t)time(NULL);
    live->options = *options;
    sw_arena_init(&live->arena, live->base, live->size);
    sw_arena_take(&live->arena, sizeof *live);
}

static struct sw_live *reserve(const struct sw_live_options *options, uint64_t most, int *fd)
{
    uint64_t allowed = largest_file();
    most = most < allowed ? most : allowed;
    *fd = memfd_create("spanwise", MFD_CLOEXEC);
    if (*fd < 0)
        return NULL;
    if (most < SW_LIVE_SMALLEST) {
        close(*fd);
        errno = EFBIG; /* ulimit -f */
        return NULL;
    }
    for (uint64_t size = SW_LIVE_LARGEST; size >= SW_LIVE_SMALLEST; size /= 2) {
        if (size > most || ftruncate(*fd, (off_t)size) < 0)
            continue;
        struct sw_live *live = map_range(*fd, size);
        if (!live)
            continue;
        madvise(live, size, MADV_DONTDUMP); /* a core would be as large as the range */
        describe(live, size, options);
        return live;
    }
    close(*fd);
    errno = ENOMEM;
    return NULL;
}

static bool is_limited(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

struct sw_live *sw_range_reserve(const struct sw_live_options *options, uint64_t most, int *fd)
{
    struct sw_live *live = reserve(options, most, fd);
    if (!live)
        sw_say("cannot reserve memory for the profile", errno == EFBIG ? "'ulimit -f' is too low"
                                                        : errno == ENOMEM && is_limited()
                                                            ? "'ulimit -v' is too low"
                                                            : strerror(errno));
    return live;
}

bool sw_range_hand_over(struct sw_live *live, int fd, const char *socket_path, bool filled)
{
    struct sw_handover handover = {(uint64_t)live->base, live->size, getpid()};
    int error = filled ? sw_handover_send(socket_path, &handover, fd) : -ENOMEM;
    close(fd);
    if (!error)
        return true;
    sw_say("cannot hand the profile to 'spanwise run'", strerror(-error));
    munmap(live, live->size);
    return false;
}
