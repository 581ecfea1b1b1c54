/* A program that is not OpenMP opens a library that is, twice: host LIBRARY. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    (void)argc;
    for (int i = 0; i < 2; i++) {
        void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        long (*sum)(int) = (long (*)(int))dlsym(library, "plugin_sum");
        int (*threads)(void) = (int (*)(void))dlsym(library, "plugin_threads");
        printf("%ld %d\n", sum(1000), threads());
        dlclose(library);
    }
    return 0;
}
