/* Threads at the same loads at once: what is looked up at an address of one is never looked up at a mixture of several. */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { THREADS = 4, ROUNDS = 300, BYTES = 1 << 18 };

/* Each goes to and fro between two regions. A bit of where they are is of the thread, another one of the way between them. */
static char *region(uintptr_t thread, bool second)
{
    uintptr_t at = ((uintptr_t)1 << 44) + ((uintptr_t)1 << (36 + thread)) +
                   (second ? (uintptr_t)1 << (30 + thread) : 0);
    char *memory =
        mmap((void *)at, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != (char *)at)
        abort();
    return memory;
}

static void *chase(void *number)
{
    char *both[] = {region((uintptr_t)number, false), region((uintptr_t)number, true)};
    for (unsigned from = 0; from < 2; from++)
        for (size_t i = 0; i < BYTES; i += 64)
            *(char **)(both[from] + i) = both[!from] + (i + 64 * 1021) % BYTES;
    char *p = both[0];
    for (long i = 0; i < ROUNDS * (BYTES / 64); i++)
        p = *(char **)p;
    return (void *)(uintptr_t)(p != both[0]);
}

int main(void)
{
    pthread_t threads[THREADS];
    void *wrong = NULL, *got;
    for (uintptr_t i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, chase, (void *)i))
            return 1;
    for (unsigned i = 0; i < THREADS; i++)
        if (!pthread_join(threads[i], &got) && got)
            wrong = got;
    return wrong != NULL;
}
