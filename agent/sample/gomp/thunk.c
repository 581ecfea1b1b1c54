/* Small functions in place of tasks' own, which remember who created the task. */
#include "agent/sample/gomp/thunk.h"

#define KEPT  1024 /* a power of two */
#define TAKEN 256
#define PROBE 64
/* Bytes of code each. */
#define CODE  16

static struct sw_gomp_thunk thunks[KEPT + TAKEN];

/* Each calls sw_gomp_thunk_run(data, its number) in place of itself. */
extern const char sw_gomp_thunks[] __attribute__((visibility("hidden")));
void sw_gomp_thunk_run(void *data, unsigned number) __attribute__((visibility("hidden"), used));

#define TEXT(x)  #x
#define VALUE(x) TEXT(x)
#ifdef __x86_64__
#define CALL_NUMBER "movl $sw_gomp_number, %esi\n jmp sw_gomp_thunk_run\n"
#elif defined(__aarch64__)
#define CALL_NUMBER "mov w1, #sw_gomp_number\n b sw_gomp_thunk_run\n"
#else
#error "no thunks for this machine"
#endif
__asm__(
    ".pushsection .text\n"
    ".balign " VALUE(
        CODE) "\n"
              ".hidden sw_gomp_thunks\n .global sw_gomp_thunks\n .type sw_gomp_thunks, %function\n"
              "sw_gomp_thunks:\n"
              ".cfi_startproc\n"
              ".set sw_gomp_number, 0\n"
              ".rept " VALUE(KEPT) " + " VALUE(TAKEN) "\n" CALL_NUMBER ".balign " VALUE(
                  CODE) "\n"
                        ".set sw_gomp_number, sw_gomp_number + 1\n"
                        ".endr\n"
                        ".cfi_endproc\n"
                        ".size sw_gomp_thunks, . - sw_gomp_thunks\n"
                        ".popsection\n");

void sw_gomp_thunk_run(void *data, unsigned number)
{
    const struct sw_gomp_thunk *thunk = &thunks[number];
    struct sw_worker *worker = sw_worker_self();
    struct sw_origin origin = {.shared = thunk->origin};
    if (!worker) {
        thunk->function(data);
        return;
    }
    if (thunk->behind)
        origin.path = *(const uint32_t *)((const char *)data + thunk->behind);
    else
        origin.path = thunk->path;
    sw_gomp_piece(worker, &origin, thunk->function, data, true);
}

sw_gomp_function *sw_gomp_thunk_code(const struct sw_gomp_thunk *thunk)
{
    return (sw_gomp_function *)(uintptr_t)(sw_gomp_thunks + CODE * (size_t)(thunk - thunks));
}

static bool claim(struct sw_gomp_thunk *thunk)
{
    uint32_t is_free = 0;
    return atomic_compare_exchange_strong_explicit(&thunk->state, &is_free, 1, memory_order_acquire,
                                                   memory_order_relaxed);
}

static void fill(struct sw_gomp_thunk *thunk, const struct sw_gomp_thunk *like)
{
    thunk->function = like->function;
    thunk->behind = like->behind;
    thunk->path = like->path;
    thunk->origin = like->origin;
    atomic_store_explicit(&thunk->state, 2, memory_order_release);
}

/* One that another thread is filling in may be the same: then there are two of them, which does no harm. */
static const struct sw_gomp_thunk *keep(const struct sw_gomp_thunk *like)
{
    uint64_t hash =
        ((uint64_t)(uintptr_t)like->function ^ (uint64_t)like->path << 40 ^ like->behind) *
        0x9e3779b97f4a7c15ull;
    for (unsigned i = 0; i < PROBE; i++) {
        struct sw_gomp_thunk *thunk = &thunks[((hash >> 48) + i) % KEPT];
        uint32_t state = atomic_load_explicit(&thunk->state, memory_order_acquire);
        if (state == 2 && thunk->function == like->function && thunk->behind == like->behind &&
            thunk->path == like->path)
            return thunk;
        if (!state && claim(thunk)) {
            fill(thunk, like);
            return thunk;
        }
    }
    return NULL;
}

const struct sw_gomp_thunk *sw_gomp_thunk_behind(sw_gomp_function *function, size_t behind)
{
    struct sw_gomp_thunk like = {.function = function, .behind = behind};
    return keep(&like);
}

const struct sw_gomp_thunk *sw_gomp_thunk_on_path(sw_gomp_function *function, uint32_t path)
{
    struct sw_gomp_thunk like = {.function = function, .path = path};
    return keep(&like);
}

const struct sw_gomp_thunk *sw_gomp_thunk_take(sw_gomp_function *function, struct sw_origin *origin)
{
    struct sw_gomp_thunk like = {.function = function, .origin = origin};
    for (unsigned i = 0; i < TAKEN; i++) {
        struct sw_gomp_thunk *thunk = &thunks[KEPT + i];
        if (!atomic_load_explicit(&thunk->state, memory_order_relaxed) && claim(thunk)) {
            fill(thunk, &like);
            return thunk;
        }
    }
    return NULL;
}

void sw_gomp_thunk_give_back(const struct sw_gomp_thunk *thunk)
{
    atomic_store_explicit(&thunks[thunk - thunks].state, 0, memory_order_release);
}
