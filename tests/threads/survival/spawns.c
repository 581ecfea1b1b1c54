/* Programs that are started by threads: vfork(), posix_spawn(), and exec() while others run. */
#include "survival.h"

#include <spawn.h>
#include <sys/wait.h>

extern char **environ;
static _Atomic int stop;
static const char *self;

static void *keep_busy(void *unused)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    while (!stop) {
        pthread_mutex_lock(&m);
        work(1000);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static int status_of(pid_t child)
{
    int status;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void *spawn(void *unused)
{
    char *const words[] = {(char *)self, "7", NULL};
    pid_t child;
    for (int i = 0; i < 5; i++) {
        CHECK(!posix_spawn(&child, self, NULL, NULL, words, environ));
        CHECK(status_of(child) == 7);
        child = vfork();
        if (!child) {
            execv(self, words);
            _exit(1);
        }
        CHECK(status_of(child) == 7);
    }
    return unused;
}

static void *become_another(void *unused)
{
    execl(self, self, "ok", NULL);
    return unused;
}

int main(int argc, char **argv)
{
    self = argv[0];
    if (argc > 1 && argv[1][0] == 'o') {
        puts("ok");
        return 0;
    }
    if (argc > 1) {
        pthread_t t = start(keep_busy, NULL); /* with threads, as its parent */
        usleep(100);
        stop = 1;
        join(t);
        return atoi(argv[1]);
    }
    pthread_t busy[2] = {start(keep_busy, NULL), start(keep_busy, NULL)};
    pthread_t all[3];
    for (int i = 0; i < 3; i++)
        all[i] = start(spawn, NULL);
    for (int i = 0; i < 3; i++)
        join(all[i]);
    (void)busy; /* they end with the program */
    join(start(become_another, NULL));
    return 1;
}
