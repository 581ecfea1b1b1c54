// Exceptions on the stacks of logical threads, several in flight at a time.
#include "tests/openmp/switch/lib.h"

#include <exception>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static void nested(int depth)
{
    if (!depth)
        throw std::runtime_error("deep");
    nested(depth - 1);
}

// The other is in a handler of its own whenever this one throws, catches or rethrows.
static int in_handlers(void (*go)(struct other *), struct other *o, int seed)
{
    int seen = 0;
    for (int i = 0; i < 1000; i++) {
        try {
            try {
                throw seed + i;
            } catch (int outer) {
                go(o);
                CHECK_EQ(outer, seed + i);
                try {
                    nested(5);
                } catch (const std::exception &e) {
                    go(o);
                    CHECK_STR(e.what(), "deep");
                }
                CHECK_EQ(std::uncaught_exceptions(), 0);
                go(o);
                throw;
            }
        } catch (int again) {
            seen += again == seed + i;
            go(o);
        }
    }
    return seen;
}

struct guard {
    struct other *o;
    int *unwound;
    ~guard()
    {
        CHECK_EQ(std::uncaught_exceptions(), 1);
        back(o); // a switch while the stack is unwound
        CHECK_EQ(std::uncaught_exceptions(), 1);
        ++*unwound;
    }
};

static void unwinds(struct other *o)
{
    int unwound = 0;
    try {
        guard g{o, &unwound};
        throw 1;
    } catch (int) {
        CHECK_EQ(unwound, 1);
    }
}

static void throws(void *)
{
    throw std::runtime_error("from there");
}

static void through_call(void)
{
    size_t size = 256 << 10;
    char *stack =
        (char *)mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int caught = 0;
    for (int i = 0; i < 1000; i++) {
        try {
            sw_omp_call_on((uint64_t)stack + size, throws, NULL);
        } catch (const std::exception &e) {
            caught += !strcmp(e.what(), "from there");
        }
    }
    CHECK_EQ(caught, 1000);
    munmap(stack, size);
}

static void body(void *argument)
{
    struct other *o = (struct other *)argument;
    CHECK_EQ(in_handlers(back, o, 1000000), 1000);
    unwinds(o);
    through_call();
    stop(o);
}

static void uncaught(void *)
{
    throw 1;
}

// What nobody catches ends at the end of the stack: the program's terminate handler is called.
static void test_uncaught(void)
{
    int status = -1;
    pid_t child = fork();
    if (!child) {
        std::set_terminate([] { _exit(7); });
        run(uncaught);
        _exit(1);
    }
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

int main(int, char **argv)
{
    choose(argv[1]);
    test_uncaught();
    struct other o;
    start(&o, body);
    CHECK_EQ(in_handlers(to, &o, 1), 1000);
    to(&o);
    CHECK_EQ(std::uncaught_exceptions(), 0);
    try {
        to(&o);
        throw 2;
    } catch (int) {
    }
    end(&o);
    through_call();
    return check_done();
}
