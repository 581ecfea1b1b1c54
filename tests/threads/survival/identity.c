/* Changes of the user, which libc makes in every thread of the process by a signal: parked ones, those that compute, and ours. */
#include "survival.h"

#include <sys/prctl.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static _Atomic int stop;

static void *wait_there(void *unused)
{
    pthread_mutex_lock(&m);
    while (!stop)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *compute(void *unused)
{
    while (!stop)
        work(1000);
    return unused;
}

int main(void)
{
    pthread_t all[6];
    bool is_root = !geteuid();
    for (int i = 0; i < 6; i++)
        all[i] = start(i % 2 ? compute : wait_there, NULL);
    CHECK(!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
    for (int i = 0; i < 20; i++) {
        CHECK(!setegid(getgid()) && !seteuid(getuid()));
        CHECK(!setresgid(-1, -1, -1) && !setresuid(-1, -1, -1));
        if (is_root && !seteuid(65534)) { /* a container may have no other users */
            CHECK(geteuid() == 65534);
            work(1000000); /* as a user who may ask less: ticks and samples fall here */
            sched_yield();
            CHECK(!seteuid(0));
        }
    }
    pthread_mutex_lock(&m);
    stop = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 6; i++)
        join(all[i]);
    puts("ok");
    return 0;
}
