#include "target/sample/threads/libc.h"
#include "target/core/libc_next.h"

#if defined __x86_64__
#define OLDEST "GLIBC_2.2.5"
#else
#define OLDEST "GLIBC_2.17"
#endif

/* Libc's other names of what a malloc() of the program's may call while the rest is being looked for. The linker
 * knows them by their version only. */
extern __typeof__(pthread_mutex_lock) libc_mutex_lock;
extern __typeof__(pthread_mutex_trylock) libc_mutex_trylock;
extern __typeof__(pthread_mutex_unlock) libc_mutex_unlock;
__asm__(".symver libc_mutex_lock, __pthread_mutex_lock@" OLDEST);
__asm__(".symver libc_mutex_trylock, __pthread_mutex_trylock@" OLDEST);
__asm__(".symver libc_mutex_unlock, __pthread_mutex_unlock@" OLDEST);

struct sw_libc sw_libc_table = {
    .pthread_mutex_lock = libc_mutex_lock,
    .pthread_mutex_trylock = libc_mutex_trylock,
    .pthread_mutex_unlock = libc_mutex_unlock,
};
bool sw_libc_is_found;

static void *find(const char *name, void *known)
{
    void *found = sw_libc_next(name);
    return found ? found : known;
}

void __attribute__((constructor(101))) sw_libc_find(void)
{
    static __thread volatile bool
        is_finding; /* dlsym() is declared not to come back to this file */
    struct sw_libc r;
    if (is_finding)
        return;
    is_finding = true;
#define FIND(name) *(void **)&r.name = find(#name, *(void **)&sw_libc_table.name);
    SW_LIBC_FUNCTIONS(FIND)
    sw_libc_table = r;
    sw_libc_is_found = true;
    is_finding = false;
}
