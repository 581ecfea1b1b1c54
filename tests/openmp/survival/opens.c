/* A plain program that opens one with OpenMP in it, or the runtime itself: `opens HOW`. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void body(void *n)
{
    __atomic_add_fetch((int *)n, 1, __ATOMIC_RELAXED);
}

static int tasks_of_process(void)
{
    char line[256];
    int n = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, f))
        sscanf(line, "Threads: %d", &n);
    fclose(f);
    return n;
}

static void *open_it(const char *path, int flags)
{
    void *library = dlopen(path, flags);
    if (!library) {
        puts(dlerror());
        exit(1);
    }
    return library;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int n = 0;
    if (!strcmp(how, "runtime")) {
        void *library = open_it("libgomp.so.1", RTLD_NOW);
        void (*parallel)(void (*)(void *), void *, unsigned, unsigned);
        *(void **)&parallel = dlsym(library, "GOMP_parallel");
        parallel(body, &n, 0, 0);
    } else {
        int (*threads)(void);
        int flags = !strcmp(how, "deep") ? RTLD_NOW | RTLD_DEEPBIND : RTLD_LAZY;
        /* by the program's own search path */
        *(void **)&threads = dlsym(open_it("liblibrary.so", flags), "threads");
        n = threads();
    }
    printf("%d\n", n);
    if (argc > 2)
        fprintf(stderr, "%d\n", tasks_of_process());
    return 0;
}
