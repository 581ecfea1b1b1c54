/* Opens and closes the windows of a run in which memory accesses are followed, by a timer of processor time. */
#include "agent/translate/windows.h"
#include "agent/translate/cache.h"
#include "agent/translate/memory.h"
#include "agent/translate/shared.h"
#include "base/raw.h"

#include <time.h>

#define TIMES_AS_LONG 4      /* what is followed takes, about, over what only counts */
#define LOOKS         16     /* in a gap, whether it is over, ... */
#define LEAST_NS      500000 /* ... but not sooner: each is a signal */
#define SECOND        1000000000

_Atomic bool sw_windows_is_new;
uint64_t *sw_windows_passed;
static uint64_t window_ns, apart;
static uint64_t opened_at; /* passed in windows then */
static uint64_t until;     /* so many have passed in gaps */
static int timer = -1;

bool sw_windows_init(uint64_t ns, uint64_t times)
{
    if (!ns || !times)
        return true;
    window_ns = ns;
    apart = times;
    return (sw_windows_passed = sw_cache_take_low(2 * sizeof *sw_windows_passed));
}

bool sw_windows_are_on(void)
{
    return sw_windows_passed;
}

uint64_t sw_windows_apart(void)
{
    return apart;
}

static void wake_me(uint64_t ns)
{
    struct itimerspec times;
    times.it_interval.tv_sec = times.it_interval.tv_nsec = 0;
    times.it_value.tv_sec = (time_t)(ns / SECOND);
    times.it_value.tv_nsec = (long)(ns % SECOND);
    if (timer >= 0)
        sw_raw4(SYS_timer_settime, timer, 0, (long)&times, 0);
}

/* After so many parts of what a gap takes, about. */
static void look_later(unsigned parts)
{
    uint64_t ns = window_ns * apart / TIMES_AS_LONG * parts / LOOKS;
    wake_me(ns > LEAST_NS ? ns : LEAST_NS);
}

void sw_windows_start(void)
{
    struct sigevent event;
    if (!sw_windows_are_on())
        return;
    sw_raw_clear(&event, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SW_SIGNAL;
    event.sigev_value.sival_ptr = &timer;
    if (sw_raw4(SYS_timer_create, CLOCK_PROCESS_CPUTIME_ID, (long)&event, (long)&timer, 0) < 0) {
        timer = -1; /* all is one window then */
        return;
    }
    sw_cache_turn(false);
    look_later(LOOKS / 2);
}

void sw_windows_stop(void)
{
    if (timer >= 0)
        sw_raw4(SYS_timer_delete, timer, 0, 0, 0);
    timer = -1;
}

static void turn(bool is_open)
{
    uint64_t mask;
    sw_cache_lock(&mask);
    sw_cache_turn(is_open);
    sw_cache_unlock(mask);
}

bool sw_windows_ticked(int signal, const siginfo_t *info)
{
    if (signal != SW_SIGNAL || info->si_code != SI_TIMER || info->si_ptr != &timer)
        return false;
    if (sw_cache_follows()) {
        until = sw_windows_passed[0] + apart * (sw_windows_passed[1] - opened_at);
        turn(false);
        sw_memory_note_passed();
        look_later(1);
    } else if (sw_windows_passed[0] < until) {
        look_later(1);
    } else {
        opened_at = sw_windows_passed[1];
        sw_windows_is_new = true;
        turn(true);
        wake_me(window_ns);
    }
    return true;
}

void sw_windows_begin(void)
{
    sw_windows_is_new = false;
    sw_shared_settle();
    sw_shared_wake();
    sw_memory_next_window();
}
