/* An allocator of the program's own, as a library: a spin lock that sleeps by a system call, and a lock of libc's taken inside it. */
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void __libc_free(void *);

static int is_held;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;

static void lock(void)
{
    while (__atomic_exchange_n(&is_held, 1, __ATOMIC_ACQUIRE))
        syscall(SYS_futex, &is_held, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, 1, NULL);
    pthread_mutex_lock(&inner);
}

static void unlock(void)
{
    pthread_mutex_unlock(&inner);
    __atomic_store_n(&is_held, 0, __ATOMIC_RELEASE);
    syscall(SYS_futex, &is_held, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1);
}

void *malloc(size_t n)
{
    lock();
    void *p = __libc_malloc(n);
    unlock();
    return p;
}

void *calloc(size_t n, size_t size)
{
    lock();
    void *p = __libc_calloc(n, size);
    unlock();
    return p;
}

void *realloc(void *p, size_t n)
{
    lock();
    p = __libc_realloc(p, n);
    unlock();
    return p;
}

void free(void *p)
{
    lock();
    __libc_free(p);
    unlock();
}
