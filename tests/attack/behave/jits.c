/* Code that a program makes while it runs, changes and throws away; and libraries that it makes. */
#include "behave.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define PAGE 4096

typedef int made(void);
typedef int calls(int (*function)(int), int value);

/* A function that gives n; and one that calls another, with what it is called with. */
static void emit(char *at, int n)
{
#ifdef __aarch64__
    uint32_t code[] = {0x52800000u | (uint32_t)(n & 0xffff) << 5, 0xd65f03c0};
#else
    unsigned char code[] = {0xb8, (unsigned char)n, (unsigned char)(n >> 8), 0, 0, 0xc3};
#endif
    memcpy(at, code, sizeof code);
    __builtin___clear_cache(at, at + sizeof code);
}
static void emit_call(char *at)
{
#ifdef __aarch64__
    /* stp x29, x30, [sp, -16]!; mov x2, x0; mov w0, w1; blr x2; add w0, w0, 1; ldp x29, x30, [sp], 16; ret */
    uint32_t code[] = {0xa9bf7bfd, 0xaa0003e2, 0x2a0103e0, 0xd63f0040,
                       0x11000400, 0xa8c17bfd, 0xd65f03c0};
#else
    /* push rbp; mov rax, rdi; mov edi, esi; call rax; inc eax; pop rbp; ret */
    unsigned char code[] = {0x55, 0x48, 0x89, 0xf8, 0x89, 0xf7, 0xff, 0xd0, 0xff, 0xc0, 0x5d, 0xc3};
#endif
    memcpy(at, code, sizeof code);
    __builtin___clear_cache(at, at + sizeof code);
}
static char *map(size_t size, int rights)
{
    char *at = mmap(NULL, size, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) {
        say("not permitted");
        exit(0);
    }
    return at;
}
static int call(char *at)
{
    return ((made *)(uintptr_t)at)();
}
static void allow(char *at, int rights)
{
    if (mprotect(at, PAGE, rights)) {
        say("not permitted");
        exit(0);
    }
}

BEHAVIOUR(makes_code)
{
    char *at = map(PAGE, PROT_READ | PROT_WRITE);
    int sum = 0;
    for (int i = 0; i < 50; i++) {
        allow(at, PROT_READ | PROT_WRITE);
        emit(at, i);
        allow(at, PROT_READ | PROT_EXEC);
        sum += call(at);
    }
    work();
    say("%d %d", sum, call(at));
}
BEHAVIOUR(makes_code_in_two_mappings)
{
    int fd = memfd_create("code", 0), sum = 0;
    if (ftruncate(fd, PAGE))
        abort();
    char *in = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    char *at = mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
    for (int i = 0; i < 200; i++) {
        emit(in, i);
        __builtin___clear_cache(at, at + 16);
        sum += call(at);
    }
    say("%d", sum);
}
BEHAVIOUR(changes_its_code)
{
    char *at = map(PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
    int wrong = 0;
    for (int i = 0; i < 2000; i++) {
        emit(at, i);
        wrong += call(at) != i;
    }
    say("%d", wrong);
}
BEHAVIOUR(changes_its_own_text)
{
    char *at = (char *)((uintptr_t)call & -(uintptr_t)PAGE);
    int sum = 0;
    allow(at, PROT_READ | PROT_WRITE | PROT_EXEC);
    char kept = *(volatile char *)at;
    *(volatile char *)at = kept;
    allow(at, PROT_READ | PROT_EXEC);
    for (int i = 0; i < 10; i++)
        sum += i;
    work();
    say("%d", sum);
}
BEHAVIOUR(makes_code_where_other_was)
{
    int wrong = 0;
    char *at = map(PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
    for (int i = 0; i < 100; i++) {
        munmap(at, PAGE);
        at = mmap(at, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        emit(at, i);
        wrong += call(at) != i;
    }
    say("%d", wrong);
}
BEHAVIOUR(moves_its_code)
{
    char *at = map(PAGE, PROT_READ | PROT_WRITE | PROT_EXEC), *there = map(PAGE, PROT_NONE);
    emit(at, 5);
    int before = call(at);
    there = mremap(at, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, there);
    say("%d %d", before, call(there));
}
BEHAVIOUR(makes_code_in_its_heap)
{
    char *at = aligned_alloc(PAGE, PAGE);
    emit(at, 6);
    allow(at, PROT_READ | PROT_WRITE | PROT_EXEC);
    int got = call(at);
    allow(at, PROT_READ | PROT_WRITE);
    free(at);
    say("%d", got);
}
BEHAVIOUR(makes_code_over_two_pages)
{
    char *at = map(2 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC) + PAGE - 4;
    emit(at, 7);
    say("%d", call(at));
}
BEHAVIOUR(runs_code_of_a_file)
{
    char *text = map(PAGE, PROT_READ | PROT_WRITE);
    emit(text, 8);
    int fd = open("code", O_RDWR | O_CREAT, 0600);
    if (write(fd, text, 16) != 16)
        abort();
    say("%d", call(mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0)));
}
static int twice(int value)
{
    return 2 * value;
}
static int works(int value)
{
    work();
    return value;
}
static jmp_buf out;
static int jump(int value)
{
    longjmp(out, value);
}
static int print(int value)
{
    return printf("%d from code\n", value) > 0;
}
BEHAVIOUR(calls_from_made_code)
{
    char *at = map(PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
    calls *made_call = (calls *)(uintptr_t)at;
    emit_call(at);
    say("%d", made_call(twice, 10));
    say("%d", made_call(print, 11));
    say("%d", made_call(works, 12));
    int got = setjmp(out);
    say("%d", got ? got : made_call(jump, 13));
}
static void *call_often(void *at)
{
    long wrong = 0;
    for (int i = 0; i < 2000; i++)
        wrong += ((calls *)(uintptr_t)at)(twice, i) != 2 * i + 1;
    return (void *)wrong;
}
BEHAVIOUR(runs_made_code_in_threads)
{
    char *at = map(PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
    pthread_t threads[4];
    long wrong = 0;
    emit_call(at);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, call_often, at);
    for (int i = 0; i < 4; i++) {
        void *got;
        pthread_join(threads[i], &got);
        wrong += (long)got;
    }
    say("%ld", wrong);
}
static volatile sig_atomic_t came;
static void note(int number)
{
    came += number != 0;
}
BEHAVIOUR(is_signalled_in_made_code)
{
    char *at = map(PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
    emit_call(at);
    signal(SIGUSR1, note);
    for (int i = 0; i < 100; i++)
        ((calls *)(uintptr_t)at)(raise, SIGUSR1);
    say("%d", came);
}
static sigjmp_buf back;
static void *at_fault;
static void show_fault(int number, siginfo_t *info, void *context)
{
    say("%d %d %d", number, info->si_addr == at_fault, context != NULL);
    siglongjmp(back, 1);
}
BEHAVIOUR(faults_in_made_code)
{
    char *at = map(PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
    struct sigaction action = {.sa_sigaction = show_fault, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
    emit_call(at);
    if (!sigsetjmp(back, 1))
        ((calls *)(uintptr_t)at)((int (*)(int))(at_fault = (void *)16), 1);
    allow(at, PROT_READ);
    at_fault = at;
    if (!sigsetjmp(back, 1))
        call(at);
    munmap(at, PAGE);
    if (!sigsetjmp(back, 1))
        call(at);
}

/* A library that was made: a copy of that of mathematics, in memory. */
static void *open_copy(int *fd)
{
    Dl_info info;
    char path[64], block[PAGE];
    dladdr((void *)sqrt, &info);
    int from = open(info.dli_fname, O_RDONLY | O_CLOEXEC);
    *fd = memfd_create("library", MFD_CLOEXEC);
    for (ssize_t n; (n = read(from, block, sizeof block)) > 0;)
        if (write(*fd, block, (size_t)n) != n)
            abort();
    close(from);
    snprintf(path, sizeof path, "/proc/self/fd/%d", *fd);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}
static double root_of(void *library, double of)
{
    double (*root)(double) = library ? (double (*)(double))dlsym(library, "cbrt") : NULL;
    return root ? root(of) : -1;
}
BEHAVIOUR(makes_libraries)
{
    for (int i = 1; i <= 10; i++) {
        int fd;
        void *library = open_copy(&fd);
        say("%.0f", root_of(library, i * i * i));
        say("%d", library ? dlclose(library) : -1);
        close(fd);
        work();
    }
}
BEHAVIOUR(opens_a_library_once_more)
{
    void *other = dlmopen(LM_ID_NEWLM, "libm.so.6", RTLD_NOW);
    say("%.0f", root_of(other, 27));
    void *same = dlopen("libm.so.6", RTLD_NOW | RTLD_NOLOAD),
         *deep = dlopen("libm.so.6", RTLD_NOW | RTLD_DEEPBIND);
    say("%d %d", same == deep, same != other);
    work();
    say("%d", other ? dlclose(other) : -1);
}
static void *open_in_thread(void *arg)
{
    for (int i = 0; i < 20; i++) {
        void *library = dlopen("libresolv.so.2", RTLD_LAZY);
        if (library)
            dlclose(library);
    }
    return arg;
}
BEHAVIOUR(opens_libraries_in_threads)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, open_in_thread, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    say("done");
}
