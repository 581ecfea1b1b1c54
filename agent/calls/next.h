/*
 * Functions of ours that stand in front of libc's, or of those of another library between it and ours. They work with any libc;
 * agent/core/libc.h needs glibc.
 *
 *     SW_IN_FRONT(int, rmdir, (const char *path))
 *     {
 *         return SW_NEXT(rmdir)(path);
 *     }
 *
 * In C such a function is called sw_rmdir(): headers may declare it with variable parameters.
 */
#pragma once

#include <dlfcn.h>

struct sw_next {
    const char *name;
    void *found;
};

#define SW_DECLARE_IN_FRONT(type, name, parameters) \
    typedef type name##_type parameters;            \
    __attribute__((visibility("default"))) type sw_##name parameters __asm__(#name)

#define SW_IN_FRONT(type, name, parameters)                         \
    SW_DECLARE_IN_FRONT(type, name, parameters);                    \
    static struct sw_next next_##name = {#name, 0};                 \
    __attribute__((constructor(101))) static void find_##name(void) \
    {                                                               \
        sw_next_find(&next_##name);                                 \
    }                                                               \
    type sw_##name parameters

/* One that has a look first, and hands on what it was given. */
#define SW_HANDS_ON(type, name, parameters, arguments, look) \
    SW_IN_FRONT(type, name, parameters)                      \
    {                                                        \
        look;                                                \
        return SW_NEXT(name) arguments;                      \
    }

#define SW_NEXT(name) ((name##_type *)sw_next_find(&next_##name))

/* All are found when our library is loaded: a lookup may wait for a lock that another thread holds, and in the child of a fork nobody
 * would release it. A call that comes earlier finds its own. */
static inline void *sw_next_find(struct sw_next *next)
{
    void *function = __atomic_load_n(&next->found, __ATOMIC_ACQUIRE);
    if (!function) {
        function = dlsym(RTLD_NEXT, next->name);
        __atomic_store_n(&next->found, function, __ATOMIC_RELEASE);
    }
    return function;
}
