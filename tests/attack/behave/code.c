/* Code: stacks, jumps, libraries, the environment, what a program can see of itself. */
#include "behave.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fenv.h>
#include <link.h>
#include <locale.h>
#include <setjmp.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <ucontext.h>

static int __attribute__((noinline)) deep(int n)
{
    volatile char here[512] = {(char)n};
    return n ? deep(n - 1) + here[0] * 0 + 1 : 0;
}
BEHAVIOUR(recurses_deeply)
{
    say("%d", deep(8000));
}

static jmp_buf out;
static int __attribute__((noinline)) jump_from(int n)
{
    if (!n)
        longjmp(out, 5);
    return jump_from(n - 1) + 1;
}
BEHAVIOUR(jumps)
{
    for (volatile int i = 0; i < 1000; i++) {
        int got = setjmp(out);
        if (!got)
            jump_from(20);
        else if (got != 5)
            abort();
    }
    work();
    say("1000 times");
}

static ucontext_t here, there;
static volatile int turns;
static void other(void)
{
    for (;; turns++)
        swapcontext(&there, &here);
}
static void coroutine(int works)
{
    static char stack[1 << 17];
    getcontext(&there);
    there.uc_stack = (stack_t){.ss_sp = stack, .ss_size = sizeof stack};
    there.uc_link = NULL;
    makecontext(&there, other, 0);
    for (int i = 0; i < 100; i++) {
        swapcontext(&here, &there);
        if (works && i % 10 == 0)
            work();
    }
    say("%d", turns);
}
BEHAVIOUR(has_a_coroutine)
{
    coroutine(0);
}
BEHAVIOUR(works_beside_a_coroutine)
{
    coroutine(1);
}

BEHAVIOUR(opens_a_library)
{
    for (int i = 0; i < 20; i++) {
        void *library = dlopen("libm.so.6", RTLD_NOW);
        double (*root)(double) = library ? (double (*)(double))dlsym(library, "sqrt") : NULL;
        if (!root || root(16) != 4 || dlclose(library))
            abort();
    }
    say("20 times");
}
BEHAVIOUR(opens_what_is_missing)
{
    say("%d", dlopen("lib-there-is-none.so", RTLD_NOW) == NULL && dlerror() != NULL);
}
BEHAVIOUR(opens_itself)
{
    void *self = dlopen(NULL, RTLD_NOW);
    say("%d %d", self != NULL, dlsym(self, "malloc") == (void *)malloc);
}
BEHAVIOUR(looks_for_the_next_one)
{
    say("%d", dlsym(RTLD_NEXT, "printf") != NULL);
}
BEHAVIOUR(finds_its_own_code)
{
    Dl_info info;
    const char *slash;
    say("%d", dladdr((void *)deep, &info));
    slash = strrchr(info.dli_fname, '/');
    say("%s", slash ? slash + 1 : info.dli_fname);
}
static int count(struct dl_phdr_info *info, size_t size, void *n)
{
    *(int *)n += info->dlpi_phnum > 0 && size > 0;
    return 0;
}
BEHAVIOUR(counts_its_libraries)
{
    int n = 0;
    dl_iterate_phdr(count, &n);
    say("%d", n > 1);
}
BEHAVIOUR(walks_its_stack)
{
    void *frames[64];
    say("%d", backtrace(frames, 64) >= 2);
}
BEHAVIOUR(shows_its_name)
{
    char path[4096] = "";
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    const char *slash = n > 0 ? strrchr(path, '/') : NULL;
    say("%s %s %s", slash ? slash + 1 : "", program_invocation_short_name, behave_argv[0]);
}
BEHAVIOUR(shows_its_command_line)
{
    char text[4096] = "";
    FILE *in = fopen("/proc/self/cmdline", "r");
    size_t n = fread(text, 1, sizeof text - 1, in);
    for (size_t i = 0; i < n; i++)
        if (!text[i])
            text[i] = ' ';
    say("%s", text);
}
BEHAVIOUR(reads_its_maps)
{
    char line[4096];
    int stacks = 0, writable_code = 0;
    FILE *in = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, in)) {
        stacks += strstr(line, "[stack]") != NULL;
        writable_code += strstr(line, "rwxp") != NULL && strstr(line, "behave") != NULL;
    }
    say("%d %d", stacks, writable_code);
}
extern char **environ;
static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}
/* What is documented as ours is left out, and what the work asks for. */
static int is_ours(const char *entry)
{
    static const char *const ours[] = {"SPANWISE_", "LD_PRELOAD=",   "CILK_NWORKERS=",
                                       "OMP_",      "ASAN_OPTIONS=", "INTEL_LIBITTNOTIFY",
                                       "_="};
    int is = 0;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        is |= !strncmp(entry, ours[i], strlen(ours[i]));
    return is;
}
BEHAVIOUR(shows_its_environment)
{
    size_t n = 0;
    while (environ[n])
        n++;
    qsort(environ, n, sizeof *environ, compare);
    for (size_t i = 0; i < n; i++)
        if (!is_ours(environ[i]))
            say("%s", environ[i]);
}
BEHAVIOUR(clears_its_environment)
{
    clearenv();
    work();
    say("%d", getenv("PATH") == NULL);
}
BEHAVIOUR(changes_its_environment)
{
    setenv("NEW", "value", 1);
    unsetenv("LD_PRELOAD");
    putenv((char *)(uintptr_t) "PUT=there");
    say("%s %s %d", getenv("NEW"), getenv("PUT"), system("echo $NEW $PUT"));
}
BEHAVIOUR(overwrites_its_arguments)
{
    memset(behave_argv[1], 'x', strlen(behave_argv[1]));
    work();
    say("%s", behave_argv[1]);
}
BEHAVIOUR(has_a_locale)
{
    say("%s %.2f", setlocale(LC_ALL, "C.UTF-8"), 1234.5);
}
BEHAVIOUR(rounds_upwards)
{
    volatile double one = 1, three = 3;
    fesetround(FE_UPWARD);
    double before = one / three;
    work();
    say("%d %d", fegetround() == FE_UPWARD, before == one / three);
}
BEHAVIOUR(keeps_its_flags)
{
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept(FE_DIVBYZERO);
    work();
    say("%d", fetestexcept(FE_DIVBYZERO) != 0);
}
BEHAVIOUR(keeps_its_errno)
{
    errno = ENOTTY;
    deep(3);
    say("%s", strerror(errno));
}
BEHAVIOUR(shows_its_personality)
{
    say("%d", personality(0xffffffff));
}
BEHAVIOUR(shows_its_vectors)
{
    say("%d %d", getauxval(AT_SECURE) != 0, getauxval(AT_PAGESZ) > 0);
}
BEHAVIOUR(moves_the_break)
{
    char *old = sbrk(0);
    say("%d", sbrk(1 << 16) == old);
    say("%d", brk(old));
}
BEHAVIOUR(maps_where_it_wants)
{
    char *at = mmap(NULL, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *got = mmap(at + 4096, 4096, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    *got = 3;
    say("%d", got == at + 4096);
}
BEHAVIOUR(takes_much_memory)
{
    char *much = malloc(200 << 20);
    memset(much, 1, 200 << 20);
    say("%d", much[100 << 20]);
    free(much);
}
BEHAVIOUR(forgets_memory)
{
    for (int i = 0; i < 10000; i++)
        if (!malloc(100))
            abort();
}
__attribute__((constructor(101))) static void first(void)
{
    if (getenv("BEHAVE_EARLY"))
        dprintf(1, "early\n");
}
__attribute__((destructor(101))) static void last(void)
{
    if (getenv("BEHAVE_EARLY"))
        dprintf(1, "late\n");
}
BEHAVIOUR(is_early_and_late)
{
    setenv("BEHAVE_EARLY", "1", 1);
}
