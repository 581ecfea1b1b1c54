/*
 * The range is mapped, privately, where it was mapped in the program, and a profile is made of it
 * (front_end.h). That happens in a child process: the program may have scribbled over the range, and
 * then it is the child that crashes.
 *
 * A thread that was stopped inside an event may have left its records half linked. Mostly they can
 * be read all the same; where the child crashes over them or comes to no end, a second one leaves
 * them out and keeps the thread's figures.
 */
#include "collect/collect.h"
#include "base/text.h"
#include "collect/front_end.h"
#include "engine/tree/watch.h"
#include "live/openmp.h"
#include "live/tree.h"
#include "profile/file.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* --- How much slower than by itself the program worked --- */

#define MOST_PACE_OF_THREADS 3 /* times: with another number of threads it did something else */
#define MOST_PACE            16 /* the same, with that number: caches may be as much faster than memory */
#define AWAY                 0.1 /* of the cores' time spent asleep or outside: that is not simulated slower */

static double slower(const struct sw_live *live, const struct sw_omp_record *r, uint64_t native_ns)
{
    uint64_t work = 0;
    for (uint32_t i = 0; i < sw_dag_n_constructs(&r->dag); i++)
        work += sw_dag_record(&r->dag, i)->work;
    return (double)sw_live_to_ns(live, work) / (double)native_ns;
}

/* Of OpenMP, what is spent so is in the work on one core as well, which is no more than `native_ns` is. */
static bool is_away(const struct sw_cores *c)
{
    return c && (double)c->ledger.sums[SW_LEDGER_AWAY] > AWAY * (double)c->n * (double)(c->now + 1);
}

uint64_t sw_pace(struct sw_live *live, uint64_t native_ns)
{
    const struct sw_omp_record *r = atomic_load(&live->openmp);
    if (!native_ns || live->options.meter != SW_METER_TIME || !r || is_away(r->cores) ||
        (!r->cores && r->next)) /* each of several teams has worked a part of that */
        return 0;
    double factor = slower(live, r, native_ns);
    if (factor < SW_PACE_SLIGHT || factor > (r->cores ? MOST_PACE_OF_THREADS : MOST_PACE))
        return 0;
    live->ticks_per_second = (uint64_t)((double)live->ticks_per_second * factor);
    return (uint64_t)(factor * 1000);
}

/* --- The profile, in a child process --- */

/* Processor time that a child may take, in seconds: if records may be half linked; otherwise at least this, and one second more for
 * each SECOND_FOR bytes that the program has filled. */
#define LIMIT_DOUBTFUL 3
#define LIMIT_LEAST    10
#define SECOND_FOR     (UINT64_C(8) << 20)

/* A list that is linked in a circle has no end; and a crash of ours is not worth a core. */
static void limit_child(const struct sw_live *live, int fd)
{
    struct stat file = {0};
    fstat(fd, &file);
    rlim_t seconds = LIMIT_LEAST + (rlim_t)file.st_blocks * 512 / SECOND_FOR;
    struct rlimit none = {0, 0}, time = {seconds, seconds};
    for (uint32_t i = 0; i < SW_LIVE_THREADS; i++)
        if (live->threads[i] && sw_thread_is_busy(live->threads[i]))
            time.rlim_cur = time.rlim_max = LIMIT_DOUBTFUL;
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &none);
}

/* A tool of the program's is not here; what records the tree is elsewhere. */
static void unwatch(struct sw_live *live)
{
    for (uint32_t i = 0; i < SW_LIVE_THREADS; i++)
        if (live->threads[i])
            live->threads[i]->own->strand.watcher = NULL;
    for (uint32_t i = 0; i < live->cilk.n_legs && i < SW_LIVE_LEGS; i++)
        live->cilk.legs[i]->strand.watcher = NULL;
    struct sw_live_tree *tree = atomic_load(&live->tree);
    if (tree && live->threads[0] && live->threads[0]->own->strand.tree)
        sw_tree_watch(&live->threads[0]->own->strand, tree->tree);
}

/* By what is the same in all builds: how the magic begins, and what a name is made of. */
static bool is_of_some_build(const struct sw_live *live)
{
    size_t n = strnlen(live->build, sizeof live->build);
    return (live->magic ^ SW_LIVE_MAGIC) % 256 == 0 && n < sizeof live->build &&
           memchr(live->build, '/', n) && strspn(live->build, "0123456789./") == n;
}

/* 0 or -errno: -EPROTO for a range of another build. */
static int check_range(const struct sw_live *live)
{
    if (!is_of_some_build(live))
        return -EBADMSG;
    if (live->magic != SW_LIVE_MAGIC || strcmp(live->build, SW_LIVE_BUILD))
        return -EPROTO;
    return 0;
}

static int map_and_fill(struct sw_profile *profile, const struct sw_received *received,
                        bool careful)
{
    const struct sw_handover *h = &received->handover;
    void *base = mmap((void *)h->base, h->size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED_NOREPLACE, received->fd, 0);
    if (base == MAP_FAILED)
        return -errno;
    struct sw_live *live = base;
    int error = check_range(live);
    if (error)
        return error;
    limit_child(live, received->fd);
    unwatch(live);
    uint64_t slowed = sw_pace(live, received->native_ns);
    error = sw_gather(profile, live, careful);
    profile->circumstances.slowed = slowed;
    return error;
}

/* In the child. Exit status: -errno, negated. */
static int collect_into(int fd, const struct sw_received *received, bool careful)
{
    struct sw_profile profile;
    void *data;
    size_t size;
    sw_profile_init(&profile);
    int error = map_and_fill(&profile, received, careful);
    if (!error)
        error = sw_profile_serialize(&profile, &data, &size);
    for (size_t done = 0; !error && done < size;) {
        ssize_t n = write(fd, (char *)data + done, size - done);
        if (n < 0)
            return EIO;
        done += (size_t)n;
    }
    return -error;
}

static int failed(int status, char *why, size_t why_size)
{
    const char *reason = "the program has overwritten it";
    if (WIFEXITED(status) && WEXITSTATUS(status) != EBADMSG)
        reason = WEXITSTATUS(status) == EPROTO ? "the program's profiler is of another build (in a "
                                                 "static program it is linked in: link it again)"
                                               : strerror(WEXITSTATUS(status));
    snprintf(why, why_size, "cannot read what was measured: %s", reason);
    return -EBADMSG;
}

/* A terminal's signals are for the tool, which writes the profile before it ends. The child ends by a signal that is sent to it alone, and
 * with the tool. */
static void leave_tool(void)
{
    sigset_t none;
    setpgid(0, 0);
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/* In a child. The file with what it wrote, and its wait status; or -errno. */
static int collect_apart(const struct sw_received *received, bool careful, int *status)
{
    fflush(NULL);
    int fd = memfd_create("spanwise-profile", MFD_CLOEXEC);
    pid_t child = fd < 0 ? -1 : fork();
    int error = -errno;
    if (child == 0) {
        leave_tool();
        _exit(collect_into(fd, received, careful));
    }
    while (child > 0 && waitpid(child, status, 0) < 0 && errno == EINTR)
        ;
    if (child < 0 && fd >= 0)
        close(fd);
    return child < 0 ? error : fd;
}

static int take(struct sw_profile *profile, int fd, char *why, size_t why_size)
{
    struct stat file;
    void *data = fstat(fd, &file) < 0
                     ? MAP_FAILED
                     : mmap(NULL, (size_t)file.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED)
        return SW_REFUSE(why, why_size, "cannot read what was measured: %s", strerror(errno));
    int error =
        sw_profile_parse(profile, data, (size_t)file.st_size, "the measurement", why, why_size);
    munmap(data, (size_t)file.st_size);
    return error;
}

int sw_collect(struct sw_profile *profile, const struct sw_received *received, char *why,
               size_t why_size)
{
    int status = 0, error, fd = collect_apart(received, false, &status);
    if (fd >= 0 && WIFSIGNALED(status)) {
        close(fd);
        fd = collect_apart(received, true, &status);
    }
    if (fd < 0) {
        snprintf(why, why_size, "cannot read what was measured: %s", strerror(-fd));
        return fd;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == ENODATA)
        error = -ENODATA;
    else
        error = status ? failed(status, why, why_size) : take(profile, fd, why, why_size);
    close(fd);
    return error;
}
