#include "target/threads/place.h"
#include "live/trail.h"
#include "target/process/stack_find.h"

#include <link.h>
#include <string.h>

enum { RANGES = 256 };

/* Code of what was loaded, when it was last looked at. */
static struct {
    uint64_t low, high;
    bool is_library;
} ranges[RANGES];
static unsigned n_ranges;
static struct sw_path_walker *walker;

/* As profile/whose.h has it: what the system has installed. The program itself has no name here. */
static bool is_librarys(const char *path)
{
    static const char *const folders[] = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/",
                                          "linux-vdso"};
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!strncmp(path, folders[i], strlen(folders[i])))
            return true;
    return strstr(path, "/libspanwise");
}

static int note(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (unsigned i = 0; i < info->dlpi_phnum && n_ranges < RANGES; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uint64_t low = info->dlpi_addr + h->p_vaddr;
        if (h->p_type != PT_LOAD || !(h->p_flags & PF_X))
            continue;
        ranges[n_ranges].low = low;
        ranges[n_ranges].high = low + h->p_memsz;
        ranges[n_ranges++].is_library = is_librarys(info->dlpi_name);
    }
    return 0;
}

/* 1: it is; 0: it is not; -1: nothing is known there. */
static int look_up(uint64_t pc)
{
    for (unsigned i = 0; i < n_ranges; i++)
        if (pc >= ranges[i].low && pc < ranges[i].high)
            return ranges[i].is_library;
    return -1;
}

static bool is_library(uint64_t pc)
{
    int found = look_up(pc);
    if (found < 0) { /* something was loaded since */
        n_ranges = 0;
        dl_iterate_phdr(note, NULL);
        found = look_up(pc);
    }
    return found > 0;
}

static bool walk(void)
{
    struct sw_vthread *t = sw_vself;
    struct sw_sampled_at at = {.registers = sw_unwind_here(), .n_stacks = 1};
    if (!walker && (walker = sw_arena_take(&sw_sim.live->arena, sizeof *walker)))
        sw_path_walker_init(walker, sw_sim.live);
    if (!t->stack.size)
        sw_stack_find(at.registers.sp, &t->stack);
    at.stacks[0] = (struct sw_unwind_stack){at.registers.sp, t->stack.low + t->stack.size};
    if (!walker || at.registers.sp - t->stack.low >= t->stack.size)
        return false;
    sw_path_walk(walker, &at);
    return true;
}

/* The calls of the last walk from `i` out that are not a library's. */
static void fill(struct sw_trail *trail, uint64_t of, unsigned i)
{
    *trail = (struct sw_trail){.of = of};
    for (unsigned n = 0; i < walker->n && n < SW_TRAIL_CALLS; i++)
        if (!is_library(walker->frames[i].pc))
            trail->calls[n++] = walker->frames[i].pc;
}

/* A number of these calls. */
static uint64_t number(unsigned i)
{
    uint64_t hash = 0;
    for (unsigned n = 0; i < walker->n && n < SW_TRAIL_CALLS; i++)
        if (!is_library(walker->frames[i].pc)) {
            hash = (hash ^ walker->frames[i].pc) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 29;
            n++;
        }
    return hash | SW_TRAIL_PLACE;
}

/* The innermost of the last walk that is not a library's; as many as there are: none. */
static unsigned first_of_program(void)
{
    unsigned i = 0;
    while (i < walker->n && is_library(walker->frames[i].pc))
        i++;
    return i;
}

uint64_t sw_place_of(const void *where)
{
    if (!is_library((uint64_t)where - 1) || !walk())
        return (uint64_t)where;
    unsigned first = first_of_program();
    if (first == walker->n)
        return (uint64_t)where;
    uint64_t of = number(first);
    if (!sw_trail_find(sw_sim.live->trails, of)) {
        struct sw_trail *trail = sw_trail_get(sw_sim.live->trails, of);
        if (!trail)
            return walker->frames[first].pc + 1;
        fill(trail, of, first);
    }
    return of;
}

void sw_place_made(const void *lock, const void *where)
{
    uint64_t of = SW_TRAIL_MADE(lock);
    struct sw_trail *trail = sw_trail_get(sw_sim.live->trails, of);
    if (!trail)
        return;
    if (is_library((uint64_t)where - 1) && walk())
        fill(trail, of, first_of_program());
    else
        *trail = (struct sw_trail){.of = of, .calls = {(uint64_t)where - 1}};
}

static bool is_in(const struct sw_stack *stack, uint64_t address)
{
    return address - stack->low < stack->size;
}

void sw_place_met(const void *lock)
{
    struct sw_stack stack = {(uint64_t)lock, 0};
    if (!sw_stack_find(stack.low, &stack))
        return;
    for (struct sw_vthread *t = sw_sim.all; t; t = t->next)
        if (is_in(&stack, t->wait_sp)) {
            t->framed = lock;
            return;
        }
}

void sw_place_frame(struct sw_vthread *t)
{
    uint64_t lock = (uint64_t)t->framed, end;
    t->framed = NULL;
    for (unsigned i = 0; lock && (i || walk()) && i + 1 < walker->n; i++) {
        end = walker->frames[i + 1].sp;
        struct sw_trail *trail = lock >= walker->frames[i].sp && lock < end
                                     ? sw_trail_get(sw_sim.live->trails, SW_TRAIL_MADE(lock))
                                     : NULL;
        if (!trail)
            continue;
        *trail = (struct sw_trail){.of = SW_TRAIL_MADE(lock),
                                   .calls = {walker->frames[i].pc},
                                   .is_frame = true,
                                   .offset = (int64_t)(lock - end)};
        return;
    }
}
