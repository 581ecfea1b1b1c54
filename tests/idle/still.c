/* What a stop costs a thread that is watched from outside: not what it, or who watches it, waits for a processor. */
#include "base/clock.h"
#include "tests/check.h"
#include "tool/measure/attach_parts.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void test_sums(void)
{
    CHECK_EQ(sw_attached_still_ns(5000, 4900, 60),
             100); /* it had not noticed at once that it was stopped */
    CHECK_EQ(sw_attached_still_ns(5000, 4990, 60), 60);
    CHECK_EQ(sw_attached_still_ns(5000, 9000, 60), 60); /* both waited at the same time */
    CHECK_EQ(sw_attached_still_ns(5000, 0, 60), 5000);
}

static void test_stop(void)
{
    static struct sw_stopped stopped;
    struct sw_attached_thread thread;
    pid_t child = fork();
    for (volatile int i = 0; !child; i++)
        ;
    CHECK(sw_attached_open(&thread, child, child));
    sw_attached_look(&thread);
    uint64_t began = sw_clock_ns();
    bool has_stopped = false;
    do
        has_stopped = sw_attached_stop(&thread, &stopped);
    while (!has_stopped && errno == EAGAIN);
    CHECK(!has_stopped ||
          stopped.took_ns <= sw_clock_ns() - began); /* nobody may trace here, perhaps */
    sw_attached_close(&thread);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

int main(void)
{
    test_sums();
    test_stop();
    return check_done();
}
