/* Threads that are older than main(), younger than it, and of libraries that are opened and closed. */
#include "survival.h"

#include <dlfcn.h>
#include <semaphore.h>

#ifdef LIBRARY

static sem_t go, done;
static pthread_t thread;

static void *serve(void *unused)
{
    CHECK(!sem_wait(&go));
    work(100000);
    CHECK(!sem_post(&done));
    return unused;
}

static void __attribute__((constructor)) begin(void)
{
    sem_init(&go, 0, 0);
    sem_init(&done, 0, 0);
    thread = start(serve, NULL);
}

static void __attribute__((destructor)) end(void)
{
    join(thread);
}

void ask(void);
void ask(void)
{
    CHECK(!sem_post(&go) && !sem_wait(&done));
}

#else

static pthread_t early;
static _Atomic int stop;

static void *run(void *unused)
{
    while (!stop) {
        work(1000);
        sched_yield();
    }
    return unused;
}

static void __attribute__((constructor)) begin(void)
{
    early = start(run, NULL);
}

static void *open_and_close(void *path)
{
    for (int i = 0; i < 3; i++) {
        void (*ask)(void);
        void *library = dlopen(path, RTLD_NOW);
        CHECK(library);
        *(void **)&ask = dlsym(library, "ask");
        CHECK(ask);
        ask();
        CHECK(!dlclose(library));
    }
    return NULL;
}

static void at_exit(void)
{
    stop = 1;
    join(early);
    puts("ok");
}

int main(int argc, char **argv)
{
    CHECK(argc > 1);
    atexit(at_exit);
    open_and_close(argv[1]);
    join(start(open_and_close, argv[1]));
    return 0;
}
#endif
