/* Other processes: forked by a thread while others hold locks, and with threads of their own; executed. */
#include "survival.h"

#include <sys/wait.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int stop;

static void *lock_often(void *unused)
{
    while (!stop) {
        pthread_mutex_lock(&m);
        work(1000);
        pthread_mutex_unlock(&m);
        sched_yield();
    }
    return unused;
}

static void *answer(void *unused)
{
    (void)unused;
    return (void *)9;
}

static void prepare(void)
{
    pthread_mutex_lock(&m);
}

static void release(void)
{
    pthread_mutex_unlock(&m);
}

static void *fork_one(void *unused)
{
    int status;
    pid_t child = fork();
    CHECK(child >= 0);
    if (!child) {
        pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        struct timespec until = in_ms(CLOCK_REALTIME, 2);
        pthread_mutex_lock(&m);
        CHECK(pthread_cond_timedwait(&c, &m, &until) == ETIMEDOUT);
        pthread_mutex_unlock(&m);
        pthread_t t = start(answer, NULL);
        _exit(join(t) == (void *)9 ? 5 : 1);
    }
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 5);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t all[3];
    char line[64] = "";
    if (argc > 1) {
        puts(argv[1]);
        return 0;
    }
    pthread_atfork(prepare, release, release);
    for (int i = 0; i < 3; i++)
        all[i] = start(lock_often, NULL);
    for (int i = 0; i < 5; i++)
        join(start(fork_one, NULL));
    stop = 1;
    for (int i = 0; i < 3; i++)
        join(all[i]);
    CHECK(WEXITSTATUS(system("exit 7")) == 7);
    FILE *in = popen("echo through a pipe", "r");
    CHECK(in && fgets(line, sizeof line, in) && !pclose(in));
    CHECK(!strcmp(line, "through a pipe\n"));
    fflush(stdout);
    execl(argv[0], argv[0], "ok", NULL);
    return 1;
}
