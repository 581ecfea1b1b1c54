/*
 * Allocators. All memory is the same; what an allocator's traits ask for is alignment, a limit, and what to
 * do when that is reached. A block knows where it begins and whose it is: in the words before it.
 */
#include "agent/openmp/api/api.h"

#include <stdlib.h>
#include <string.h>

enum { SYNC_HINT = 1, ALIGNMENT, ACCESS, POOL_SIZE, FALLBACK, FALLBACK_DATA, PINNED, PARTITION };
enum { ALLOCATOR_FB = 14, DEFAULT_MEM_FB = 11, NULL_FB, ABORT_FB };
enum { DEFAULT_MEMORY, HIGH_BANDWIDTH = 3, SPACES = 5 };
enum { FIRST_OWN = 16 }; /* smaller handles are the predefined allocators */

#define DEFAULT UINTPTR_MAX

struct allocator {
    size_t alignment, pool_size, used;
    uintptr_t fallback, fallback_data;
};

struct trait {
    int key;
    uintptr_t value;
};

struct block {
    void *memory;
    size_t size, whole; /* without and with what lies around it */
    uintptr_t allocator;
};

static struct allocator *own(uintptr_t handle)
{
    return handle > FIRST_OWN ? (struct allocator *)handle : NULL;
}

static bool is_power(uintptr_t n)
{
    return n && !(n & (n - 1));
}

static bool take_trait(struct allocator *a, int key, uintptr_t value)
{
    switch (key) {
    case ALIGNMENT:
        a->alignment = value == DEFAULT ? 1 : value;
        return is_power(a->alignment);
    case POOL_SIZE:
        a->pool_size = value == DEFAULT ? SIZE_MAX : value;
        return true;
    case FALLBACK:
        a->fallback = value == DEFAULT ? DEFAULT_MEM_FB : value;
        return a->fallback >= DEFAULT_MEM_FB && a->fallback <= ALLOCATOR_FB;
    case FALLBACK_DATA:
        a->fallback_data = value;
        return true;
    case PINNED:
        return value == DEFAULT || !value;
    case SYNC_HINT:
    case ACCESS:
    case PARTITION:
        return true;
    default:
        return false;
    }
}

SW_API uintptr_t omp_init_allocator(uintptr_t space, int n, const struct trait *traits)
{
    struct allocator all = {.alignment = 1, .pool_size = SIZE_MAX, .fallback = DEFAULT_MEM_FB};
    if (space >= SPACES || space == HIGH_BANDWIDTH)
        return 0;
    for (int i = 0; i < n; i++)
        if (!take_trait(&all, traits[i].key, traits[i].value))
            return 0;
    struct allocator *a = malloc(sizeof *a);
    if (a)
        *a = all;
    return (uintptr_t)a;
}

SW_OMP_CALL(void, omp_destroy_allocator, (uintptr_t handle), free(own(handle)))

SW_OMP_CALL(void, omp_set_default_allocator, (uintptr_t handle),
            (void)(sw_omp_icv()->allocator = handle ? handle : SW_OMP_DEFAULT_ALLOCATOR))
SW_API_ASK(uintptr_t, omp_get_default_allocator, sw_omp_icv()->allocator)

static bool reserve(struct allocator *a, size_t size)
{
    size_t used = __atomic_load_n(&a->used, __ATOMIC_RELAXED);
    do {
        if (size > a->pool_size || used > a->pool_size - size)
            return false;
    } while (!__atomic_compare_exchange_n(&a->used, &used, used + size, true, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    return true;
}

/* NULL: no memory, or the limit is reached. */
static void *get(uintptr_t handle, size_t alignment, size_t size)
{
    struct allocator *a = own(handle);
    alignment = a && a->alignment > alignment ? a->alignment : alignment;
    alignment = alignment > 16 ? alignment : 16;
    size_t whole = size + sizeof(struct block) + alignment;
    if (whole < size || (a && !reserve(a, whole)))
        return NULL;
    char *memory = malloc(whole);
    if (!memory) {
        if (a)
            __atomic_sub_fetch(&a->used, whole, __ATOMIC_RELAXED);
        return NULL;
    }
    uintptr_t at = ((uintptr_t)memory + sizeof(struct block) + alignment - 1) & ~(alignment - 1);
    ((struct block *)at)[-1] = (struct block){memory, size, whole, handle};
    return (void *)at;
}

static void *allocate(uintptr_t handle, size_t alignment, size_t size)
{
    for (int tries = 0; size && tries < 16; tries++) {
        handle = handle ? handle : omp_get_default_allocator();
        void *memory = get(handle, alignment, size);
        const struct allocator *a = own(handle);
        if (memory || !a || a->fallback == NULL_FB)
            return memory;
        if (a->fallback == ABORT_FB)
            sw_omp_die("an allocator of the program has no memory left, and says to abort then");
        handle = a->fallback == ALLOCATOR_FB ? a->fallback_data : SW_OMP_DEFAULT_ALLOCATOR;
    }
    return NULL;
}

SW_OMP_CALL(void *, omp_aligned_alloc, (size_t alignment, size_t size, uintptr_t handle),
            allocate(handle, alignment, size))
SW_OMP_CALL(void *, omp_alloc, (size_t size, uintptr_t handle), allocate(handle, 1, size))

SW_API void omp_free(void *memory, uintptr_t handle)
{
    (void)handle;
    if (!memory)
        return;
    struct block *block = (struct block *)memory - 1;
    struct allocator *a = own(block->allocator);
    if (a)
        __atomic_sub_fetch(&a->used, block->whole, __ATOMIC_RELAXED);
    free(block->memory);
}

SW_API void *omp_aligned_calloc(size_t alignment, size_t n, size_t size, uintptr_t handle)
{
    size_t all;
    if (__builtin_mul_overflow(n, size, &all))
        return NULL;
    void *memory = allocate(handle, alignment, all);
    return memory ? memset(memory, 0, all) : NULL;
}

SW_OMP_CALL(void *, omp_calloc, (size_t n, size_t size, uintptr_t handle),
            omp_aligned_calloc(1, n, size, handle))

SW_API void *omp_realloc(void *memory, size_t size, uintptr_t handle, uintptr_t before)
{
    if (!memory)
        return omp_alloc(size, handle);
    const struct block *block = (struct block *)memory - 1;
    if (!size) {
        omp_free(memory, before);
        return NULL;
    }
    void *other = allocate(handle ? handle : block->allocator, 1, size);
    if (!other)
        return NULL;
    memcpy(other, memory, size < block->size ? size : block->size);
    omp_free(memory, before);
    return other;
}

/* --- gcc's allocate clause --- */

SW_OMP_ALIAS(GOMP_alloc, omp_aligned_alloc);
SW_OMP_ALIAS(GOMP_free, omp_free);

/* --- Fortran --- */

SW_OMP_CALL(uintptr_t, omp_init_allocator_,
            (const uintptr_t *space, const int32_t *n, const struct trait *traits),
            omp_init_allocator(*space, *n, traits))
SW_OMP_CALL(uintptr_t, omp_init_allocator_8_,
            (const uintptr_t *space, const int64_t *n, const struct trait *traits),
            omp_init_allocator(*space, sw_api_int(*n), traits))
SW_OMP_CALL(void, omp_destroy_allocator_, (const uintptr_t *handle), omp_destroy_allocator(*handle))
SW_OMP_CALL(void, omp_set_default_allocator_, (const uintptr_t *handle),
            omp_set_default_allocator(*handle))
