/*
 * Exceptions, as OpenCilk's compiler has them: what leaves a function or a task by one calls the hooks of its exit, and a spawn comes back
 * to where it unwinds to, where all children have been waited for. Code of others has no hooks at all.
 */
#include "csi.h"

#include <cstdio>

enum { MAIN, TRY, F, THROWER, SILENT, LEAF, N };
UNIT(N)

static volatile long sum;

NOINLINE static void leaf()
{
    ENTRY(LEAF, 0);
    sum = sum + 1;
    EXIT(LEAF);
}

NOINLINE static void thrower(int depth)
{
    ENTRY(THROWER, 0);
    leaf();
    try {
        if (!depth)
            throw depth;
        thrower(depth - 1);
    } catch (...) {
        EXIT(THROWER);
        throw;
    }
    EXIT(THROWER);
}

/* It has an entry, and is left without an exit. */
NOINLINE static void silent()
{
    ENTRY(SILENT, 0);
    thrower(2);
    sum = sum + 1;
    EXIT(SILENT);
}

NOINLINE static void f()
{
    ENTRY(F, 0);
    try {
        silent();
    } catch (...) {
        EXIT(F);
        throw;
    }
    EXIT(F);
}

NOINLINE static void spawn_f()
{
    TASK;
    try {
        f();
    } catch (...) {
        TASK_EXIT(0);
        throw;
    }
    TASK_EXIT(0);
}

NOINLINE static void spawn_leaf()
{
    TASK;
    leaf();
    TASK_EXIT(0);
}

/* The second of three spawned calls throws: what comes behind it is never done. */
NOINLINE static void try_it()
{
    ENTRY(TRY, SPAWNS);
    SPAWN(0, spawn_leaf());
    try {
        __csi_detach(0, 0, 0);
        spawn_f();
        __csi_detach_continue(0, 0, 0, 0);
        SPAWN(0, spawn_leaf());
        SYNC(0);
    } catch (int) {
        __csi_detach_continue(0, 0, 0, UNWINDS);
        leaf();
    }
    SPAWN(0, spawn_leaf());
    leaf();
    SYNC(0);
    EXIT(TRY);
}

int main()
{
    ENTRY(MAIN, 0);
    for (int i = 0; i < 3; i++)
        try_it();
    EXIT(MAIN);
    return 42;
}
