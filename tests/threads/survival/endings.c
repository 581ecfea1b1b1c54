/* How a program may end, by its first thread (0) or another one (1), while others wait. */
#include "survival.h"

#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const char *how;

static void at_exit(void)
{
    puts("at exit");
}

static void end(void)
{
    if (!strcmp(how, "exit"))
        exit(3);
    if (!strcmp(how, "_exit"))
        _exit(4);
    if (!strcmp(how, "quick_exit"))
        quick_exit(5);
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "crash"))
        raise(SIGSEGV);
    if (!strcmp(how, "kill"))
        kill(getpid(), SIGKILL);
    if (!strcmp(how, "raise"))
        raise(SIGTERM);
    if (!strcmp(how, "pthread_exit"))
        pthread_exit(NULL);
}

static void *wait_there(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}

static void *last(void *unused)
{
    usleep(3000);
    work(100000);
    puts("last");
    return unused;
}

static void *other(void *unused)
{
    work(100000);
    end();
    return unused;
}

int main(int argc, char **argv)
{
    CHECK(argc == 3);
    how = argv[1];
    atexit(at_exit);
    at_quick_exit(at_exit);
    if (strcmp(how, "pthread_exit")) {
        pthread_mutex_lock(&m);
        start(wait_there, NULL);
    }
    start(last, NULL);
    pthread_t t = start(other, NULL);
    if (argv[2][0] == '0')
        end();
    join(t);
    puts("returns");
    return 6;
}
