/* Memory: the allocator's ways, another allocator, mappings that are made, moved, forgotten and refused. */
#include "behave.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <malloc.h>
#include <obstack.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>

#define PAGE 4096

/* Another behaviour, by the program that has a malloc of its own (own_malloc.c). */
static void with_own_malloc(const char *name)
{
    char path[4096] = "";
    if (readlink("/proc/self/exe", path, sizeof path - 5) > 0)
        execl(strcat(path, "-own"), behave_argv[0], name, (char *)NULL);
    say("%s", strerror(errno));
}
#define WITH_OWN_MALLOC(name)         \
    BEHAVIOUR(with_own_malloc_##name) \
    {                                 \
        with_own_malloc(#name);       \
    }
WITH_OWN_MALLOC(takes_much_memory)
WITH_OWN_MALLOC(forgets_memory)
WITH_OWN_MALLOC(asks_for_too_much)
WITH_OWN_MALLOC(allocates_in_all_threads)
WITH_OWN_MALLOC(starts_many_threads)
WITH_OWN_MALLOC(throws_often)
WITH_OWN_MALLOC(opens_a_library)
WITH_OWN_MALLOC(forks_many)
WITH_OWN_MALLOC(execs_itself)

BEHAVIOUR(aligns_its_memory)
{
    int wrong = 0;
    for (size_t alignment = 16; alignment <= 1 << 16; alignment *= 2) {
        void *other = NULL;
        wrong += (uintptr_t)memalign(alignment, 10) % alignment != 0;
        wrong += (uintptr_t)aligned_alloc(alignment, alignment) % alignment != 0;
        wrong += posix_memalign(&other, alignment, 100) || (uintptr_t)other % alignment;
        free(other);
    }
    say("%d %d %d", wrong, (uintptr_t)valloc(1) % PAGE != 0,
        posix_memalign((void *[1]){NULL}, 3, 1));
}
BEHAVIOUR(sets_its_allocator)
{
    say("%d %d", mallopt(M_MMAP_THRESHOLD, 1 << 16), mallopt(M_PERTURB, 0xaa));
    unsigned char *volatile filled = malloc(100);
    say("%d %d", mallopt(M_ARENA_MAX, 1), mallopt(M_TRIM_THRESHOLD, 1));
    free(malloc(1 << 20));
    malloc_trim(0);
    say("%d", malloc_usable_size(filled) >= 100);
}
BEHAVIOUR(asks_for_nothing)
{
    free(NULL);
    void *volatile none = malloc(0);
    say("%d %d", none != NULL, realloc(none, 0) == NULL);
}
BEHAVIOUR(asks_for_more_than_there_is)
{
    volatile size_t many = SIZE_MAX / 8;
    void *volatile none = calloc(many, 16);
    say("%d %s", none == NULL, strerror(errno));
    errno = 0, none = reallocarray(NULL, many, 16);
    say("%d %s", none == NULL, strerror(errno));
}
BEHAVIOUR(frees_twice)
{
    char *volatile at = malloc(50);
    free(at);
    free(at);
}
BEHAVIOUR(frees_what_is_not)
{
    static char data[64];
    char *volatile at = data + 16;
    free(at);
}
static void *allocate(void *arg)
{
    char *kept[50] = {NULL};
    for (unsigned i = 0; i < 5000; i++) {
        unsigned k = i * 7 % 50;
        free(kept[k]);
        kept[k] = malloc(i % 700 + 1);
        memset(kept[k], (int)i, i % 700 + 1);
    }
    for (int i = 0; i < 50; i++)
        free(kept[i]);
    return arg;
}
BEHAVIOUR(allocates_in_all_threads)
{
    pthread_t threads[8];
    for (int i = 0; i < 8; i++)
        pthread_create(&threads[i], NULL, allocate, NULL);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    say("done");
}
#define obstack_chunk_alloc malloc
#define obstack_chunk_free  free
BEHAVIOUR(grows_strings)
{
    struct obstack stack;
    char *text = NULL, *all;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    obstack_init(&stack);
    for (int i = 0; i < 5000; i++) {
        fprintf(out, "%d", i);
        obstack_printf(&stack, "%d", i);
    }
    fclose(out);
    obstack_1grow(&stack, 0);
    all = obstack_finish(&stack);
    say("%zu %d", size, strcmp(all, text));
}

static char *map(size_t size)
{
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
static sigjmp_buf back;
static void jump(int number)
{
    siglongjmp(back, number);
}
static int can_write(char *at)
{
    signal(SIGSEGV, jump);
    if (sigsetjmp(back, 1))
        return 0;
    *(volatile char *)at = 1;
    return 1;
}
BEHAVIOUR(moves_a_mapping)
{
    char *at = map(PAGE), *grown, *elsewhere = map(4 * PAGE);
    strcpy(at, "moved");
    grown = mremap(at, PAGE, 1 << 24, MREMAP_MAYMOVE);
    say("%s %d", grown, grown[(1 << 24) - 1]);
    grown = mremap(grown, 1 << 24, 2 * PAGE, 0);
    at = mremap(grown, 2 * PAGE, 2 * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, elsewhere);
    say("%s %d %d", at, at == elsewhere, can_write(grown));
    say("%d", mremap(at, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_DONTUNMAP, NULL) != MAP_FAILED);
    say("%d", *at);
}
BEHAVIOUR(forgets_what_is_mapped)
{
    char *at = map(1 << 20);
    at[5] = 7;
    say("%d", madvise(at, 1 << 20, MADV_DONTNEED));
    say("%d", at[5]);
    for (int advice = MADV_NORMAL; advice <= MADV_WILLNEED; advice++)
        say("%d", madvise(at, 1 << 20, advice));
    say("%d", madvise(at, 1 << 20, MADV_FREE));
    behave_result(madvise(at + 1, PAGE, MADV_DONTNEED));
}
static char *not_for_children, *wiped;
static int look_at_both(void)
{
    return 10 * can_write(not_for_children) + wiped[0];
}
BEHAVIOUR(keeps_memory_from_children)
{
    not_for_children = map(PAGE), wiped = map(PAGE);
    wiped[0] = 3;
    say("%d", madvise(not_for_children, PAGE, MADV_DONTFORK));
    say("%d", madvise(wiped, PAGE, MADV_WIPEONFORK));
    behave_fork(look_at_both);
    say("%d", look_at_both());
}
BEHAVIOUR(protects_its_memory)
{
    char *at = map(3 * PAGE);
    say("%d", mprotect(at + PAGE, PAGE, PROT_NONE));
    say("%d %d %d", can_write(at), can_write(at + PAGE), can_write(at + 2 * PAGE));
    say("%d", mprotect(at, 3 * PAGE, PROT_READ));
    say("%d %d", can_write(at), at[0]);
    behave_result(mprotect(at, 1 << 20, 77));
}
BEHAVIOUR(cuts_holes)
{
    char *at = map(100 * PAGE);
    int n = 0;
    for (int i = 1; i < 100; i += 2)
        n += munmap(at + i * PAGE, PAGE);
    for (int i = 0; i < 100; i++)
        n += can_write(at + i * PAGE);
    say("%d %d", n, munmap(at, 100 * PAGE));
}
BEHAVIOUR(maps_nothing_over_others)
{
    char *at = map(PAGE);
    say("%d", mmap(at, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) ==
                      MAP_FAILED
                  ? errno
                  : 0);
    munmap(at, PAGE);
    say("%d",
        mmap(at, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == at);
    say("%d",
        mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno : 0);
}
BEHAVIOUR(maps_below_and_above)
{
    char *low = mmap((void *)(64 << 20), PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    char *high = mmap((void *)0x600000000000, PAGE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    say("%d %d", low == (void *)(64 << 20), high == (void *)0x600000000000);
    say("%d %d", can_write(low), can_write(high));
    work();
}
BEHAVIOUR(maps_thousands)
{
    char *all = map(4000 * PAGE);
    int failed = 0;
    for (int i = 0; i < 4000; i += 2)
        failed += mprotect(all + i * PAGE, PAGE, PROT_READ);
    work();
    say("%d", failed);
}
BEHAVIOUR(maps_what_grows_downwards)
{
    char *at = mmap(NULL, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) + (1 << 19);
    munmap(at - (1 << 19), 1 << 20);
    char *top = mmap(at, PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN | MAP_FIXED, -1, 0);
    say("%d %d", top == at, can_write(top));
}
static int __attribute__((noinline)) use_stack(size_t size)
{
    volatile char *at = __builtin_alloca(size);
    for (size_t i = 0; i < size; i += PAGE)
        at[size - 1 - i] = 1;
    return at[size - 1];
}
BEHAVIOUR(grows_its_stack)
{
    struct rlimit limit;
    getrlimit(RLIMIT_STACK, &limit);
    say("%d", use_stack(limit.rlim_cur < 7 << 20 ? 1 << 20 : 6 << 20));
}
BEHAVIOUR(runs_on_a_stack_that_must_grow_for_a_handler)
{
    signal(SIGUSR1, jump);
    if (!sigsetjmp(back, 1) && use_stack(1 << 20))
        raise(SIGUSR1);
    say("back");
}
BEHAVIOUR(shares_memory_with_children)
{
    int *shared = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 5; i++) {
        pid_t child = fork();
        if (!child) {
            __atomic_add_fetch(shared, i, __ATOMIC_SEQ_CST);
            _exit(0);
        }
        behave_wait(child);
    }
    say("%d", *shared);
}
BEHAVIOUR(seals_its_memory)
{
    int fd = memfd_create("sealed", MFD_ALLOW_SEALING);
    say("%d %d", fd, ftruncate(fd, PAGE));
    say("%d", fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK));
    behave_result(write(fd, "x", 1));
    behave_result(ftruncate(fd, 0));
}
BEHAVIOUR(reads_another_process)
{
    static char text[8];
    pid_t child = fork();
    if (!child)
        for (;;)
            pause();
    strcpy(text, "mine");
    struct iovec ours = {(char[8]){""}, 8}, theirs = {text, 8};
    say("%zd '%s'", process_vm_readv(child, &ours, 1, &theirs, 1, 0), (char *)ours.iov_base);
    kill(child, SIGKILL);
    behave_wait(child);
}
BEHAVIOUR(writes_itself_by_a_file)
{
    static const char constant[8] = "old";
    const char *volatile at = constant;
    int fd = open("/proc/self/mem", O_RDWR);
    say("%zd", pwrite(fd, "new", 3, (off_t)(uintptr_t)constant));
    say("%s", at);
}
BEHAVIOUR(moves_the_break_often)
{
    char *start = sbrk(0);
    int wrong = 0;
    for (int i = 1; i <= 64; i++) {
        char *at = sbrk(PAGE * i);
        at[PAGE * i - 1] = 1;
        wrong += sbrk(-PAGE * i) != at + PAGE * i;
    }
    say("%d %d", wrong, sbrk(0) == start);
    behave_result(brk((void *)16));
}
static char *missing;
static void *serve_faults(void *fd)
{
    struct uffd_msg message;
    static char fill[PAGE] __attribute__((aligned(PAGE))) = "filled";
    for (int i = 0; i < 2; i++) {
        struct pollfd ready = {*(int *)fd, POLLIN, 0};
        poll(&ready, 1, -1);
        if (read(*(int *)fd, &message, sizeof message) != sizeof message)
            return NULL;
        struct uffdio_copy copy = {message.arg.pagefault.address & -(uint64_t)PAGE, (uintptr_t)fill,
                                   PAGE, 0, 0};
        ioctl(*(int *)fd, UFFDIO_COPY, &copy);
    }
    return NULL;
}
BEHAVIOUR(serves_its_own_faults)
{
    struct uffdio_api api = {.api = UFFD_API};
    pthread_t thread;
    int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
    missing = map(2 * PAGE);
    struct uffdio_register range = {
        {(uintptr_t)missing, 2 * PAGE}, UFFDIO_REGISTER_MODE_MISSING, 0};
    if (fd < 0 || ioctl(fd, UFFDIO_API, &api) || ioctl(fd, UFFDIO_REGISTER, &range)) {
        say("not permitted");
        return;
    }
    pthread_create(&thread, NULL, serve_faults, &fd);
    say("%s", missing);
    say("%s", missing + PAGE);
    pthread_join(thread, NULL);
}
BEHAVIOUR(syncs_and_looks)
{
    unsigned char in[4] = {0};
    FILE *file = tmpfile();
    say("%d", ftruncate(fileno(file), 4 * PAGE));
    char *at = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    strcpy(at + PAGE, "synced");
    say("%d %d", msync(at, 4 * PAGE, MS_SYNC), mincore(at, 4 * PAGE, in));
    char text[8] = "";
    say("%zd %s", pread(fileno(file), text, 7, PAGE), text);
    behave_result(msync(at + 1, 1, MS_SYNC));
}
