// Objects of the heap that threads fight over, in C++: known by what is declared where they are allocated.
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

enum { THREADS = 4, TIMES = 400000 };

struct tally {
    long seen;
    volatile long kept;
};

static void count(tally *all, unsigned number)
{
    for (int i = 0; i < TIMES; i++)
        all[number].kept = all[number].kept + i; /* vector */ /* array */ /* pointer */
}

static void run(tally *all)
{
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < THREADS; i++)
        threads.emplace_back(count, all, i);
    for (auto &thread : threads)
        thread.join();
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "vector")) {
        std::vector<tally> tallies(THREADS); /* vector, allocated */
        run(tallies.data());
    } else if (!strcmp(name, "array")) {
        tally *tallies = new tally[THREADS](); /* array, allocated */
        run(tallies);
        delete[] tallies;
    } else if (!strcmp(name, "pointer")) {
        std::unique_ptr<tally[]> tallies(new tally[THREADS]()); /* pointer, allocated */
        run(tallies.get());
    }
}
