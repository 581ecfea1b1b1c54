/* An allocator as many are: two locks of POSIX threads, one in the other, around all that it does. */
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;

static void enter(void)
{
    pthread_mutex_lock(&outer);
    if (pthread_mutex_trylock(&inner))
        pthread_mutex_lock(&inner);
}

static void *leave(void *result)
{
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return result;
}

void *malloc(size_t size)
{
    enter();
    return leave(__libc_malloc(size));
}

void *calloc(size_t n, size_t size)
{
    enter();
    return leave(__libc_calloc(n, size));
}

void *realloc(void *at, size_t size)
{
    enter();
    return leave(__libc_realloc(at, size));
}

void *memalign(size_t alignment, size_t size)
{
    enter();
    return leave(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **at, size_t alignment, size_t size)
{
    *at = memalign(alignment, size);
    return *at ? 0 : ENOMEM;
}

void free(void *at)
{
    if (!at)
        return;
    enter();
    __libc_free(at);
    leave(NULL);
}
