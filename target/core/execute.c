/* The program becomes another: held.h. A call that has failed returns. */
#include "target/core/held.h"
#include "target/core/libc_next.h"

#include <stdarg.h>
#include <stddef.h>

#define REPLACES __attribute__((visibility("default")))

typedef char *const *list;

#define EXECUTE(name, parameters, arguments)                    \
    int sw_##name parameters __asm__(#name);                    \
    REPLACES int sw_##name parameters                           \
    {                                                           \
        int(*real) parameters;                                  \
        *(void **)&real = sw_libc_next(#name);                  \
        sw_held_begin();                                        \
        int result = real arguments; /* -1, and why in errno */ \
        sw_held_end();                                          \
        return result;                                          \
    }
EXECUTE(execve, (const char *path, list argv, list environment), (path, argv, environment))
EXECUTE(execv, (const char *path, list argv), (path, argv))
EXECUTE(execvp, (const char *file, list argv), (file, argv))
EXECUTE(execvpe, (const char *file, list argv, list environment), (file, argv, environment))
EXECUTE(fexecve, (int fd, list argv, list environment), (fd, argv, environment))
EXECUTE(execveat, (int folder, const char *path, list argv, list environment, int flags),
        (folder, path, argv, environment, flags))

/* Those with a list of arguments, as calls of those above. `rest` is at the second one. */
#define EXECUTE_LIST(name, call)                                            \
    int sw_##name(const char *what, const char *first, ...) __asm__(#name); \
    REPLACES int sw_##name(const char *what, const char *first, ...)        \
    {                                                                       \
        va_list rest, counted;                                              \
        size_t n = first != NULL;                                           \
        va_start(rest, first);                                              \
        va_copy(counted, rest);                                             \
        while (n && va_arg(counted, char *))                                \
            n++;                                                            \
        va_end(counted);                                                    \
        char *argv[n + 1];                                                  \
        argv[0] = (char *)first;                                            \
        for (size_t i = 1; i <= n; i++)                                     \
            argv[i] = va_arg(rest, char *);                                 \
        int result = call;                                                  \
        va_end(rest);                                                       \
        return result;                                                      \
    }
EXECUTE_LIST(execl, sw_execv(what, argv))
EXECUTE_LIST(execlp, sw_execvp(what, argv))
EXECUTE_LIST(execle, sw_execve(what, argv, va_arg(rest, list)))
