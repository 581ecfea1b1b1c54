/* Which iterations each thread is told to run, of loops of many shapes and of each type of counter: the
 * functions that clang's code calls, called by hand. Prints the same under any runtime. */
#include <inttypes.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
    int32_t reserved, flags, reserved2, length;
    const char *source;
} loc = {0, 0x202, 0, 0, ";unknown;unknown;0;0;;"};

enum { STATIC_CHUNKED = 33, STATIC = 34, BALANCED_CHUNKED = 45 };

#define DECLARE(suffix, type, signed_type)                                                    \
    void __kmpc_for_static_init_##suffix(void *, int32_t, int32_t, int32_t *, type *, type *, \
                                         signed_type *, signed_type, signed_type);
DECLARE(4, int32_t, int32_t)
DECLARE(4u, uint32_t, int32_t)
DECLARE(8, int64_t, int64_t)
DECLARE(8u, uint64_t, int64_t)
void __kmpc_for_static_fini(void *, int32_t);
int32_t __kmpc_global_thread_num(void *);

struct told {
    int64_t lower, upper, stride;
    int32_t last;
};

static struct told *told;
static uint64_t hash = 14695981039346656037u;

static void add(uint64_t value)
{
    hash = (hash ^ value) * 1099511628211u;
}

/* Of a thread without iterations it matters that it has none; a stride matters where there is a next chunk. */
static void count(const struct told *t, int64_t upper, int64_t step, int schedule)
{
    int none = step > 0 ? t->lower > t->upper : t->lower < t->upper;
    add((uint64_t)t->last);
    add((uint64_t)none);
    if (none)
        return;
    int64_t end =
        step > 0 ? (t->upper < upper ? t->upper : upper) : (t->upper > upper ? t->upper : upper);
    add((uint64_t)t->lower);
    add((uint64_t)end);
    int64_t next = t->lower + t->stride;
    if (schedule == STATIC_CHUNKED)
        add(step > 0 ? (next <= upper ? (uint64_t)next : 0) : next >= upper ? (uint64_t)next : 0);
}

#define TRY(suffix, type, signed_type)                                                            \
    static void try_##suffix(int64_t lower, int64_t upper, int64_t step, int schedule, int chunk) \
    {                                                                                             \
        int n = 0;                                                                                \
        _Pragma("omp parallel")                                                                   \
        {                                                                                         \
            type from = (type)lower, to = (type)upper;                                            \
            signed_type stride = 0;                                                               \
            int32_t last = 0, number = __kmpc_global_thread_num(&loc);                            \
            __kmpc_for_static_init_##suffix(&loc, number, schedule, &last, &from, &to, &stride,   \
                                            (signed_type)step, chunk);                            \
            told[omp_get_thread_num()] =                                                          \
                (struct told){(int64_t)from, (int64_t)to, (int64_t)stride, last};                 \
            __kmpc_for_static_fini(&loc, number);                                                 \
            _Pragma("omp single") n = omp_get_num_threads();                                      \
        }                                                                                         \
        for (int i = 0; i < n; i++)                                                               \
            count(&told[i], upper, step, schedule);                                               \
    }
TRY(4, int32_t, int32_t)
TRY(4u, uint32_t, int32_t)
TRY(8, int64_t, int64_t)
TRY(8u, uint64_t, int64_t)

int main(void)
{
    static const int64_t counts[] = {0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 1000, 12345};
    static const int chunks[] = {1, 2, 4, 16, 1024};
    told = calloc((size_t)omp_get_max_threads(), sizeof *told);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int step = -3; step <= 3; step++)
            for (int which = 0; step && which < 7; which++) {
                int schedule = which < 5 ? STATIC_CHUNKED : which == 5 ? STATIC : BALANCED_CHUNKED;
                int chunk = which < 5 ? chunks[which] : which == 5 ? 0 : 8;
                int64_t lower = step > 0 ? 5 : 100000, upper = lower + (counts[i] - 1) * step;
                if (schedule == BALANCED_CHUNKED && (step != 1 || !counts[i]))
                    continue;
                try_4(lower, upper, step, schedule, chunk);
                try_4u(lower, upper, step, schedule, chunk);
                try_8(lower, upper, step, schedule, chunk);
                try_8u(lower, upper, step, schedule, chunk);
                printf("%" PRId64 " by %d, %d %d: %016" PRIx64 "\n", counts[i], step, schedule,
                       chunk, hash);
            }
    free(told);
    return 0;
}
