/*
 * The functions of libc that execute a program, for those who stand in front of them: next.h. Those that take a vector of arguments,
 * and those that take a list, as calls of those.
 */
#pragma once

#include "agent/calls/next.h"

#include <stdarg.h>
#include <stddef.h>

#define SW_EXECUTE_VECTORS(X)                                                                  \
    X(execve, (const char *path, char *const *argv, char *const *environment),                 \
      (path, argv, environment))                                                               \
    X(execv, (const char *path, char *const *argv), (path, argv))                              \
    X(execvp, (const char *file, char *const *argv), (file, argv))                             \
    X(execvpe, (const char *file, char *const *argv, char *const *environment),                \
      (file, argv, environment))                                                               \
    X(fexecve, (int fd, char *const *argv, char *const *environment), (fd, argv, environment)) \
    X(execveat,                                                                                \
      (int folder, const char *path, char *const *argv, char *const *environment, int flags),  \
      (folder, path, argv, environment, flags))

/* `rest` is at the second argument. */
#define SW_EXECUTE_LIST(name, call)                                             \
    SW_DECLARE_IN_FRONT(int, name, (const char *what, const char *first, ...)); \
    int sw_##name(const char *what, const char *first, ...)                     \
    {                                                                           \
        va_list rest, counted;                                                  \
        size_t n = first != NULL;                                               \
        va_start(rest, first);                                                  \
        va_copy(counted, rest);                                                 \
        while (n && va_arg(counted, char *))                                    \
            n++;                                                                \
        va_end(counted);                                                        \
        char *argv[n + 1];                                                      \
        argv[0] = (char *)first;                                                \
        for (size_t i = 1; i <= n; i++)                                         \
            argv[i] = va_arg(rest, char *);                                     \
        int result = call;                                                      \
        va_end(rest);                                                           \
        return result;                                                          \
    }
#define SW_EXECUTE_LISTS                           \
    SW_EXECUTE_LIST(execl, sw_execv(what, argv))   \
    SW_EXECUTE_LIST(execlp, sw_execvp(what, argv)) \
    SW_EXECUTE_LIST(execle, sw_execve(what, argv, va_arg(rest, char *const *)))
