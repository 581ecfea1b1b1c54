/* Code that comes, changes and goes while the program runs, with threads that run it. */
#include "tests/check.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef int function(void);

/* A function that returns the number. */
static void write_code(unsigned char *at, uint16_t number)
{
#if defined __x86_64__
    const unsigned char code[] = {0xb8, (unsigned char)number, (unsigned char)(number >> 8), 0, 0,
                                  0xc3};
    memcpy(at, code, sizeof code);
#else
    const uint32_t code[] = {0x52800000u | (uint32_t)number << 5, 0xd65f03c0u};
    memcpy(at, code, sizeof code);
#endif
    __builtin___clear_cache((char *)at, (char *)at + 16);
}

static int run(const void *at)
{
    return ((function *)(uintptr_t)at)();
}

/* Code that the program may run, but not read, as far as the processor can tell these apart. */
static void test_unreadable(void)
{
    unsigned char *page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    write_code(page, 42);
    CHECK_EQ(mprotect(page, 4096, PROT_EXEC), 0);
    CHECK_EQ(run(page), 42);
    munmap(page, 4096);
}

static void test_writable(void)
{
    unsigned char *page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 200; i++) {
        write_code(page, (uint16_t)i);
        CHECK_EQ(run(page), i);
        CHECK_EQ(run(page), i);
    }
    munmap(page, 4096);
}

static void test_by_turns(void)
{
    unsigned char *page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 50; i++) {
        mprotect(page, 4096, PROT_READ | PROT_WRITE);
        write_code(page, (uint16_t)(1000 + i));
        mprotect(page, 4096, PROT_READ | PROT_EXEC);
        CHECK_EQ(run(page), 1000 + i);
        CHECK_EQ(run(page), 1000 + i);
    }
    munmap(page, 4096);
}

static void test_same_place(void)
{
    unsigned char *page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 50; i++) {
        munmap(page, 4096);
        CHECK(mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                   0) == page);
        write_code(page, (uint16_t)(2000 + i));
        mprotect(page, 4096, PROT_READ | PROT_EXEC);
        CHECK_EQ(run(page), 2000 + i);
    }
    munmap(page, 4096);
}

/* One mapping to write, another to run. */
static void test_two_mappings(void)
{
    int fd = memfd_create("code", 0);
    CHECK(!ftruncate(fd, 4096));
    unsigned char *writes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    unsigned char *runs = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
    for (int i = 0; i < 50; i++) {
        write_code(writes, (uint16_t)(3000 + i));
        __builtin___clear_cache((char *)runs, (char *)runs + 16);
        CHECK_EQ(run(runs), 3000 + i);
    }
    close(fd);
}

/* Two libraries, built of library.c: one after the other at the same place, mostly. */
static void test_libraries(const char *first, const char *second)
{
    const char *const paths[] = {first, second};
    unsigned same = 0;
    void *last = NULL;
    for (int i = 0; i < 40; i++) {
        void *library = dlopen(paths[i % 2], RTLD_NOW | RTLD_LOCAL);
        CHECK(library);
        if (!library)
            return;
        void *found = dlsym(library, "number");
        same += found == last;
        last = found;
        CHECK_EQ(run(found), i % 2 + 1);
        CHECK_EQ(run(dlsym(library, "indirect")), i % 2 + 11);
        dlclose(library);
    }
    CHECK(same > 20); /* else this tests little */
}

static const char *libraries[2];
static volatile int stop;

static void *compute(void *data)
{
    uint64_t *sum = data;
    for (unsigned i = 0; !stop; i++) {
        char text[64];
        snprintf(text, sizeof text, "%u", i);
        if (strtoul(text, NULL, 10) != i)
            *sum = 1;
    }
    return NULL;
}

/* Blocks are dropped while others run. */
static void test_with_threads(void)
{
    pthread_t threads[3];
    uint64_t wrong[3] = {0};
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, compute, &wrong[i]);
    test_libraries(libraries[0], libraries[1]);
    test_by_turns();
    stop = 1;
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
        CHECK_EQ(wrong[i], 0);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    libraries[0] = argv[1];
    libraries[1] = argv[2];
    test_writable();
    test_unreadable();
    test_by_turns();
    test_same_place();
    test_two_mappings();
    test_libraries(argv[1], argv[2]);
    test_with_threads();
    return check_done();
}
