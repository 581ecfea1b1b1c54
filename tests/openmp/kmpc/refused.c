/* Calls the function that is named, wherever it is. */
#define _GNU_SOURCE
#include <dlfcn.h>

int main(int argc, char **argv)
{
#pragma omp parallel
    {
    }
    void (*function)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, argc > 1 ? argv[1] : "");
    if (function)
        function();
    return 3;
}
