/*
 * Ends, and goes on, in ways of its own: endings HOW. In each, a section 'loop' of 1000 tasks 't' comes first (but for
 * "handler", "thread" and "open").
 */
#include <spanwise.h>

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long sink;
static jmp_buf out;

static void spin(int turns)
{
    for (int i = 0; i < turns; i++)
        sink += i;
}

static void loop(int tasks, int turns)
{
    PAR_SEC_BEGIN("loop");
    for (int i = 0; i < tasks; i++) {
        PAR_TASK_BEGIN("t");
        spin(turns);
        PAR_TASK_END();
    }
    PAR_SEC_END();
}

/* Sections in tasks, and loops at the bottom. */
static void nest(int levels)
{
    if (!levels) {
        LOCK_BEGIN(2);
        loop(3, 10);
        LOCK_END(2);
        return;
    }
    PAR_SEC_BEGIN("level");
    for (int i = 0; i < 2; i++) {
        PAR_TASK_BEGIN("down");
        nest(levels - 1);
        PAR_TASK_END();
    }
    PAR_SEC_END();
}

static void *other_thread(void *unused)
{
    loop(500, 100);
    return unused;
}

static void handler(int number)
{
    (void)number;
    LOCK_BEGIN(1);
    spin(10);
    LOCK_END(1);
}

/* Interrupts a loop of short tasks thousands of times, in the profiler too. */
static void interrupt_loop(void)
{
    struct itimerval often = {{0, 100}, {0, 100}}, never = {{0, 0}, {0, 0}};
    signal(SIGALRM, handler);
    setitimer(ITIMER_REAL, &often, NULL);
    loop(300000, 20);
    setitimer(ITIMER_REAL, &never, NULL);
}

static void run_threads(void)
{
    pthread_t thread;
    loop(1000, 100);
    pthread_create(&thread, NULL, other_thread, NULL);
    pthread_join(thread, NULL);
}

static void open_library(const char *path)
{
    void *library = dlopen(path, RTLD_NOW);
    void (*function)(void) = NULL;
    if (library)
        *(void **)&function = dlsym(library, "annotated");
    if (function)
        function();
}

static void names_at_run_time(void)
{
    char name[16];
    PAR_SEC_BEGIN("names");
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "name %d", i % 2);
        PAR_TASK_BEGIN(name);
        spin(1000);
        PAR_TASK_END();
    }
    PAR_SEC_END();
}

static void in_child(void)
{
    int status;
    if (fork() == 0) {
        loop(100, 100);
        _exit(0);
    }
    wait(&status);
    loop(1000, 100);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    if (!strcmp(how, "handler")) {
        interrupt_loop();
        return 0;
    }
    if (!strcmp(how, "thread")) { /* only that one */
        pthread_t thread;
        pthread_create(&thread, NULL, other_thread, NULL);
        pthread_join(thread, NULL);
        return 0;
    }
    if (!strcmp(how, "open")) {
        open_library(argv[2]);
        return 0;
    }
    loop(1000, 100);
    if (!strcmp(how, "kill"))
        kill(getpid(), SIGKILL);
    else if (!strcmp(how, "_exit"))
        _exit(3);
    else if (!strcmp(how, "inside")) {
        PAR_SEC_BEGIN("cut");
        PAR_TASK_BEGIN("short");
        kill(getpid(), SIGKILL);
    } else if (!strcmp(how, "deep")) {
        nest(argc > 2 ? atoi(argv[2]) : 1);
        if (argc > 3)
            kill(getpid(), SIGKILL);
    } else if (!strcmp(how, "fork"))
        in_child();
    else if (!strcmp(how, "exec"))
        execl(argv[0], argv[0], "again", NULL);
    else if (!strcmp(how, "threads"))
        run_threads();
    else if (!strcmp(how, "names"))
        names_at_run_time();
    else if (!strcmp(how, "longjmp") && !setjmp(out)) {
        PAR_SEC_BEGIN("left");
        longjmp(out, 1);
    } else if (!strcmp(how, "longjmp"))
        loop(10, 100);
    return 0;
}
