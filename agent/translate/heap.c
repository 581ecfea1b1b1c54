/* Remembers which call allocated each block of the heap, to give names to shared cache lines. */
#include "agent/translate/heap.h"
#include "agent/translate/entry.h"
#include "agent/translate/shared.h"

#include <malloc.h>
#include <stdlib.h>

#define LAST  65536
#define LARGE 4096 /* bytes, and how many of them */
#define CALLS 256

/* C++'s, plain and aligned: their callers are meant. What they call is inside of them. */
extern void *_Znwm(size_t) __attribute__((weak));
extern void *_Znam(size_t) __attribute__((weak));
extern void *_ZnwmSt11align_val_t(size_t, size_t) __attribute__((weak));
extern void *_ZnamSt11align_val_t(size_t, size_t) __attribute__((weak));

/* By what tells the size: both arguments, the second one, or the first. */
enum { CALLOC = 1, REALLOC, MEMALIGN, ALIGNED, MALLOC, NEW, FUNCTIONS = NEW + 4 };
static uint64_t functions[FUNCTIONS];

/* Calls under way, by thread. */
static struct call {
    const void *thread; /* NULL: none */
    uint64_t link;
    struct sw_heap_block block;
} calls[CALLS];

void (*sw_heap_walk)(const struct sw_heap_at *at, uint64_t *callers);

static struct ring {
    struct sw_heap_block *blocks;
    uint64_t n, room;
} rings[2] = {{.room = LAST}, {.room = LARGE}};

bool sw_heap_init(void)
{
    functions[MALLOC] = (uint64_t)malloc;
    functions[CALLOC] = (uint64_t)calloc;
    functions[REALLOC] = (uint64_t)realloc;
    functions[MEMALIGN] = (uint64_t)memalign;
    functions[ALIGNED] = (uint64_t)aligned_alloc;
    functions[NEW] = (uint64_t)_Znwm;
    functions[NEW + 1] = (uint64_t)_Znam;
    functions[NEW + 2] = (uint64_t)_ZnwmSt11align_val_t;
    functions[NEW + 3] = (uint64_t)_ZnamSt11align_val_t;
    for (int i = 0; i < 2; i++)
        if (!(rings[i].blocks = sw_cache_take(rings[i].room * sizeof *rings[i].blocks)))
            return false;
    return true;
}

unsigned sw_heap_function(uint64_t address)
{
    for (unsigned i = FUNCTIONS; rings[0].blocks && --i;)
        if (functions[i] == address)
            return i;
    return 0;
}

static struct call *call_of(const void *thread)
{
    return &calls[((uint64_t)thread >> 6) * 0x9e3779b97f4a7c15ull >> 56];
}

uint64_t sw_heap_returned(uint64_t at)
{
    struct call *c = call_of(__builtin_thread_pointer());
    struct ring *r = &rings[c->block.bytes >= LARGE];
    c->block.at = at;
    if (at) {
        r->blocks[r->n++ % r->room] = c->block;
        sw_shared_forget(at, c->block.bytes);
    }
    c->thread = NULL;
    return c->link;
}

uint64_t sw_entry_on_heap(struct sw_saved *saved, uint64_t function)
{
    struct call *c = call_of(__builtin_thread_pointer());
#if defined __aarch64__
    uint64_t *link = &saved->x[30], first = saved->x[0], second = saved->x[1];
    const struct sw_heap_at at = {functions[function], SW_ENTRY_SP(saved), saved->x[29], *link, 0};
#else
    uint64_t *link = (uint64_t *)SW_ENTRY_HEAP_SP(saved), first = saved->rdi, second = saved->rsi;
    const struct sw_heap_at at = {functions[function], (uint64_t)link, saved->rbp, 0, saved->rbx};
#endif
    if (c->thread) /* one inside the other, or another thread's */
        return SW_ENTRY_BACK(saved);
    c->thread = __builtin_thread_pointer();
    c->link = c->block.caller = *link;
    for (int i = 0; i < SW_SHARED_CALLERS; i++)
        c->block.callers[i] = 0;
    if (sw_heap_walk)
        sw_heap_walk(&at, c->block.callers);
    c->block.bytes = function == CALLOC ? first * second : function < MALLOC ? second : first;
    *link = (uint64_t)sw_entry_heap_return;
    return SW_ENTRY_BACK(saved);
}

bool sw_heap_find(uint64_t address, struct sw_heap_block *block)
{
    for (int i = 0; i < 2; i++) {
        const struct ring *r = &rings[i];
        for (uint64_t k = 0; r->blocks && k < r->n && k < r->room; k++) {
            const struct sw_heap_block *b = &r->blocks[(r->n - 1 - k) % r->room];
            if (address - b->at < b->bytes) {
                *block = *b;
                return true;
            }
        }
    }
    return false;
}
