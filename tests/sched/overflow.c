/*
 * Recurses until its stack is full: by spawns, on the stack of its thread ('deep') or of a steal ('stolen'; it takes two workers), or by
 * calls in a spawned function ('calls'). With 'before' or 'after' as a second argument it has a handler of its own, installed before the first spawn or after.
 * 'wild' is another fault, 'sent' a signal that was sent.
 */
#include <cilk/cilk.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOINLINE __attribute__((__noinline__))

static int begun;
static char alternate[65536];

static void own(int number)
{
    static const char line[] = "the program's own handler\n";
    _exit(write(STDOUT_FILENO, line, sizeof line - 1) < 0 || number != SIGSEGV ? 4 : 3);
}

static void install(void)
{
    stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
    struct sigaction action = {.sa_handler = own, .sa_flags = SA_ONSTACK};
    if (sigaltstack(&stack, NULL) || sigaction(SIGSEGV, &action, NULL))
        exit(2);
}

static NOINLINE long deep(long n)
{
    if (n < 0)
        return 0;
    long x = cilk_spawn deep(n + 1);
    cilk_sync;
    return x + 1;
}

static NOINLINE long calls(long n)
{
    volatile char room[100];
    room[n % 100] = 1;
    return n < 0 ? 0 : calls(n + 1) + room[n % 100];
}

static NOINLINE void nothing(void)
{
}

static NOINLINE void wait_for_steal(void)
{
    while (!__atomic_load_n(&begun, __ATOMIC_RELAXED))
        ;
}

static NOINLINE long run(const char *how)
{
    long x = 0;
    if (!strcmp(how, "stolen")) {
        cilk_spawn wait_for_steal();
        __atomic_store_n(&begun, 1, __ATOMIC_RELAXED);
        x = deep(0);
    } else if (!strcmp(how, "calls")) {
        x = cilk_spawn calls(0);
    } else if (!strcmp(how, "wild")) {
        cilk_spawn nothing();
        *(volatile int *)(unsigned long)how[4] = 1; /* 0, but the compiler must not know */
    } else if (!strcmp(how, "sent")) {
        cilk_spawn nothing();
        raise(SIGSEGV);
    } else {
        x = deep(0);
    }
    cilk_sync;
    return x;
}

static NOINLINE void first(void)
{
    cilk_spawn nothing();
    cilk_sync;
}

int main(int argc, char **argv)
{
    const char *when = argc > 2 ? argv[2] : "";
    if (!strcmp(when, "before"))
        install();
    first();
    if (!strcmp(when, "after"))
        install();
    return argc > 1 && run(argv[1]) == 0;
}
