/* What makes sampling signals come. */
#include "agent/sampler/source.h"
#include "base/files.h"
#include "base/raw.h"
#include "live/perf_page.h"

#include <errno.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <time.h>

#define LEAST_PENDING 256 /* signals, of all processes of the user */

/* If a signal like ours cannot be queued, the kernel sends SIGIO in place of a clock's (F_SETSIG in fcntl(2)), and that ends the program.
 * A timer has room for its own from the start. */
static bool can_queue(void)
{
    return sw_limit(RLIMIT_SIGPENDING) >= LEAST_PENDING;
}

static long open_clock(uint64_t period_ns, bool user_only)
{
    struct perf_event_attr attr;
    sw_raw_clear(&attr, sizeof attr);
    attr.type = PERF_TYPE_SOFTWARE;
    attr.size = sizeof attr;
    attr.config = PERF_COUNT_SW_TASK_CLOCK;
    attr.sample_period = period_ns;
    attr.wakeup_events = 1;
    attr.disabled = 1;
    attr.exclude_kernel = user_only;
    attr.exclude_hv = user_only;
    return sw_raw5(SYS_perf_event_open, (long)&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static bool send_to(long fd, int thread, int signal)
{
    struct f_owner_ex owner = {F_OWNER_TID, thread};
    return sw_raw4(SYS_fcntl, fd, F_SETSIG, signal, 0) >= 0 &&
           sw_raw4(SYS_fcntl, fd, F_SETOWN_EX, (long)&owner, 0) >= 0 &&
           sw_raw4(SYS_fcntl, fd, F_SETFL, O_ASYNC | O_NONBLOCK, 0) >= 0;
}

static bool start_clock(struct sw_sample_source *s, uint64_t period_ns, int signal, bool user_only)
{
    long fd = can_queue() ? open_clock(period_ns, user_only) : -1;
    if (fd < 0)
        return false;
    fd = sw_file_move_up(fd);
    s->file = (int32_t)fd;
    s->id = sw_perf_id(fd);
    s->kind = user_only ? SW_SAMPLED_USER_CLOCK : SW_SAMPLED_CLOCK;
    if (!sw_file_is_missed(fd) && send_to(fd, s->thread, signal) &&
        sw_raw4(SYS_ioctl, fd, PERF_EVENT_IOC_ENABLE, 0, 0) >= 0)
        return true;
    sw_raw_close(fd);
    s->kind = SW_SAMPLED_NONE;
    return false;
}

static bool start_timer(struct sw_sample_source *s, uint64_t period_ns, int signal, void *self)
{
    struct sigevent event;
    sw_raw_clear(&event, sizeof event);
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = signal;
    event.sigev_value.sival_ptr = self;
    event._sigev_un._tid = s->thread;
    if (sw_raw4(SYS_timer_create, CLOCK_MONOTONIC, (long)&event, (long)&s->timer, 0) < 0)
        return false;
    s->kind = SW_SAMPLED_TIMER;
    sw_sample_source_adapt(s, period_ns);
    return true;
}

bool sw_sample_source_open(struct sw_sample_source *s, uint64_t first_ns, uint64_t period_ns,
                           int signal, void *self)
{
    s->interval_ns = first_ns;
    s->thread = (int32_t)sw_raw4(SYS_gettid, 0, 0, 0, 0);
    return start_clock(s, first_ns, signal, false) || start_clock(s, first_ns, signal, true) ||
           start_timer(s, period_ns, signal, self);
}

void sw_sample_source_even(struct sw_sample_source *s, uint64_t period_ns)
{
    if (s->kind == SW_SAMPLED_TIMER || s->interval_ns == period_ns)
        return;
    s->interval_ns = period_ns;
    sw_raw4(SYS_ioctl, s->file, PERF_EVENT_IOC_PERIOD, (long)&period_ns, 0);
}

void sw_sample_source_adapt(struct sw_sample_source *s, uint64_t interval_ns)
{
    long seconds = (long)(interval_ns / 1000000000), rest = (long)(interval_ns % 1000000000);
    struct itimerspec times = {{seconds, rest}, {seconds, rest}};
    s->interval_ns = interval_ns;
    if (s->kind == SW_SAMPLED_TIMER && !s->paused)
        sw_raw4(SYS_timer_settime, s->timer, 0, (long)&times, 0);
}

_Atomic uint32_t sw_sample_sources_paused;

/* A clock of the program's code alone does not interrupt system calls. */
void sw_sample_source_pause(struct sw_sample_source *s)
{
    static const struct itimerspec never;
    sw_sample_sources_paused += !s->paused;
    s->paused = true;
    if (s->kind == SW_SAMPLED_TIMER)
        sw_raw4(SYS_timer_settime, s->timer, 0, (long)&never, 0);
    else if (s->kind == SW_SAMPLED_CLOCK)
        sw_raw4(SYS_ioctl, s->file, PERF_EVENT_IOC_DISABLE, 0, 0);
}

static void end_pause(struct sw_sample_source *s)
{
    sw_sample_sources_paused -= s->paused;
    s->paused = false;
}

void sw_sample_source_go_on(struct sw_sample_source *s)
{
    if (!s->paused)
        return;
    end_pause(s);
    if (s->kind == SW_SAMPLED_TIMER)
        sw_sample_source_adapt(s, s->interval_ns);
    else if (s->kind == SW_SAMPLED_CLOCK)
        sw_raw4(SYS_ioctl, s->file, PERF_EVENT_IOC_ENABLE, 0, 0);
}

/* A clock is stopped first: with the short period that it begins with, signals would come until the file is closed everywhere. */
void sw_sample_source_close(struct sw_sample_source *s)
{
    bool is_timer = s->kind == SW_SAMPLED_TIMER;
    bool is_clock =
        s->kind && !is_timer && s->kind != SW_SAMPLED_FILLS && sw_perf_id(s->file) == s->id;
    if (is_clock)
        sw_raw4(SYS_ioctl, s->file, PERF_EVENT_IOC_DISABLE, 0, 0);
    s->kind = SW_SAMPLED_NONE;
    end_pause(s);
    if (is_timer)
        sw_raw4(SYS_timer_delete, s->timer, 0, 0, 0);
    else if (is_clock)
        sw_raw_close(s->file);
}

bool sw_sample_source_is_over(const struct sw_sample_source *s)
{
    return s->kind && sw_raw_has_thread(s->thread) == -ESRCH;
}
