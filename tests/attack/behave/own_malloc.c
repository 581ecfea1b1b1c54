/* A malloc of the program's own, of behave-own: takes from one piece of memory under a lock of libc's, and gives nothing back,
 * though free() takes the lock, too. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { ROOM = 1 << 30, ALIGNMENT = 16 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *next, *end;

void *memalign(size_t alignment, size_t size)
{
    char *at = NULL;
    pthread_mutex_lock(&lock);
    if (!next) {
        next = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                    -1, 0);
        end = next + ROOM;
    }
    uintptr_t start = ((uintptr_t)next + ALIGNMENT + alignment - 1) & -alignment;
    if (size < (uintptr_t)end - start) {
        at = (char *)start;
        next = at + ((size + ALIGNMENT - 1) & -(size_t)ALIGNMENT);
        ((size_t *)at)[-1] = size;
    }
    pthread_mutex_unlock(&lock);
    if (!at)
        errno = ENOMEM;
    return at;
}
void *malloc(size_t size)
{
    return memalign(ALIGNMENT, size);
}
void free(void *at)
{
    static volatile unsigned long freed;
    pthread_mutex_lock(&lock);
    freed += at != NULL;
    pthread_mutex_unlock(&lock);
}
void *calloc(size_t n, size_t size)
{
    size_t all;
    if (__builtin_mul_overflow(n, size, &all)) {
        errno = ENOMEM;
        return NULL;
    }
    return malloc(all); /* from the system, and never used before: zero */
}
void *realloc(void *at, size_t size)
{
    void *new = malloc(size);
    size_t old = at ? ((size_t *)at)[-1] : 0;
    return new &&at ? memcpy(new, at, old < size ? old : size) : new;
}
void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}
int posix_memalign(void **at, size_t alignment, size_t size)
{
    return (*at = memalign(alignment, size)) ? 0 : ENOMEM;
}
size_t malloc_usable_size(void *at)
{
    return at ? ((size_t *)at)[-1] : 0;
}
