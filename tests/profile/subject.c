/*
 * What test-symbols.sh looks up: prints where its modules are mapped and the addresses of some calls.
 * The comments WANT name the line that must be found.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <link.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline, noclone, noipa))

/* A place as the runtime sees it: the return address minus one, and the callee. */
NOINLINE void note(const char *what, void *callee)
{
    printf("site %s %" PRIxPTR " %" PRIxPTR "\n", what,
           (uintptr_t)__builtin_return_address(0) - 1, (uintptr_t)callee);
}

#ifdef WITH_LIBRARY
extern void in_library(void);
#endif

NOINLINE void plain(void)
{
    note("plain", (void *)plain); /* WANT plain */
    __asm__ volatile("");         /* no tail call */
}

static inline __attribute__((always_inline)) void inlined(void)
{
    note("inlined", (void *)plain); /* WANT inlined */
}

NOINLINE void outer(void)
{
    inlined(); /* WANT outer */
    __asm__ volatile("");
}

static inline __attribute__((always_inline)) int spawned(int n)
{
    volatile int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i * n;
    return sum;
}

/* As the rewriter leaves a spawn whose callee is inlined: a label, then the code of the callee. */
NOINLINE int spawner(int n)
{
    uintptr_t at;
#if defined __aarch64__
    __asm__ volatile("1: nop\n\tadr %0, 1b" : "=r"(at) : : "memory"); int r = spawned(n); /* WANT spawner */
#else
    __asm__ volatile("1: nop\n\tleaq 1b(%%rip), %0" : "=r"(at) : : "memory"); int r = spawned(n); /* WANT spawner */
#endif
    __asm__ volatile("" ::: "memory");
    printf("spawn spawner %" PRIxPTR " 0\n", at);
    return r;
}

static int print_module(struct dl_phdr_info *info, size_t size, void *data)
{
    uintptr_t low = UINTPTR_MAX, high = 0;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_LOAD)
            continue;
        low = p->p_vaddr < low ? p->p_vaddr : low;
        high = p->p_vaddr + p->p_memsz > high ? p->p_vaddr + p->p_memsz : high;
    }
    printf("module %jx %jx %jx %s\n", (uintmax_t)(info->dlpi_addr + low), (uintmax_t)(info->dlpi_addr + high),
           (uintmax_t)info->dlpi_addr,
           *info->dlpi_name ? info->dlpi_name : (char *)data);
    return 0;
}

int main(int argc, char **argv)
{
    dl_iterate_phdr(print_module, argv[0]);
    plain();
    outer();
    spawner(argc);
#ifdef WITH_LIBRARY
    in_library();
#endif
    return 0;
}
