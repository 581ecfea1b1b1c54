/* Ends, in the middle of a computation, in the way that its argument names. */
#include "tree.h"

#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define DEPTH 8

static void at_exit(void)
{
    printf("at exit\n");
}

static void end(const char *how)
{
    printf("end\n"); /* in a buffer, if stdout is a file or a pipe: exit() writes it, _exit() not */
    if (!strcmp(how, "exit"))
        exit(7);
    if (!strcmp(how, "_exit"))
        _exit(8);
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "signal"))
        raise(SIGTERM);
    if (!strcmp(how, "fault"))
        *(volatile int *)(uintptr_t)how[5] = 1; /* its end: 0, but the compiler must not know */
}

/* A tree whose leftmost leaf, or rightmost, is the end, while all others compute. */
static __attribute__((__noinline__)) long child(const char *how, int depth, int left)
{
    if (depth == 0) {
        spin(2000);
        end(how);
        return 0;
    }
    if (left) {
        long x = cilk_spawn child(how, depth - 1, left), y = fib(12);
        cilk_sync;
        return x + y;
    }
    long x = cilk_spawn fib(12), y = child(how, depth - 1, left);
    cilk_sync;
    return x + y;
}

static __attribute__((__noinline__)) void forever(void)
{
    for (;;)
        spin(10);
}

/* The outermost strand ends the program, while children run. */
static __attribute__((__noinline__)) int leave(const char *how)
{
    cilk_spawn fib(18);
    cilk_spawn fib(19);
    end(how);
    return 0;
}

/* ... and for sure: this child never ends. So it takes two workers at least. */
static __attribute__((__noinline__)) int leave_running(const char *how)
{
    cilk_spawn forever();
    end(how);
    return 0;
}

/* Returns from main with children: they are waited for, and their result is there. */
static __attribute__((__noinline__)) void late(void)
{
    spin(10000000);
    printf("late\n");
}

static jmp_buf out;
static __attribute__((__noinline__)) void thrower(int depth)
{
    if (depth == 0) {
        spin(1000);
        longjmp(out, 1);
    }
    if (depth > 0)
        thrower(depth - 1);
    spin(1);
}
static __attribute__((__noinline__)) int catcher(void)
{
    if (setjmp(out))
        return 1;
    cilk_spawn thrower(3);
    spin(100000);
    cilk_sync;
    return 0;
}

/* Again and again, and what was jumped out of has been overwritten when the next one spawns. */
static __attribute__((__noinline__)) void overwrite(void)
{
    char all[4096];
    memset(all, 0x7f, sizeof all);
    __asm__ volatile("" : : "r"(all) : "memory");
}

static __attribute__((__noinline__)) void deep(int depth)
{
    if (depth == 0)
        longjmp(out, 1);
    cilk_spawn deep(depth - 1);
    cilk_sync;
}

static __attribute__((__noinline__)) void jump(void)
{
    if (setjmp(out) == 0)
        deep(5);
    overwrite();
}

int main(int argc, char **argv)
{
    const char *where = argc > 1 ? argv[1] : "", *how = argc > 2 ? argv[2] : "";
    if (!strcmp(how, "exit"))
        atexit(at_exit);
    if (!strcmp(where, "compute"))
        compute(15);
    else if (!strcmp(where, "left"))
        child(how, DEPTH, 1);
    else if (!strcmp(where, "right"))
        child(how, DEPTH, 0);
    else if (!strcmp(where, "main"))
        leave(how);
    else if (!strcmp(where, "running"))
        leave_running(how);
    else if (!strcmp(where, "longjmp"))
        printf("caught %d\n", catcher());
    else if (!strcmp(where, "longjmps"))
        for (int i = 0; i < 300000; i++)
            jump();
    else if (!strcmp(where, "return")) {
        cilk_spawn late();
        return 9;
    } else
        return 1;
    printf("done\n");
    return 0;
}
