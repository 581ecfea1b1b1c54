// Reducers of C++, by the names of Cilk Plus and of OpenCilk: cilk.c. None of them is shared; the counter is.
#include <cilk/cilk.h>
#include <cilk/opadd_reducer.h>
#include <cilk/reducer_list.h>
#include <cilk/reducer_opadd.h>

#include <cstring>

enum { TIMES = 200000 };

struct Tally {
    volatile long seen, kept;
};
static Tally *tally;
static volatile long sum;

static void counter()
{
    tally = new Tally(); /* counter, allocated */
    cilk_for (int i = 0; i < 8 * TIMES; i++)
        tally->kept = tally->kept + 1; /* counter */
    sum = tally->kept;
}

static void plus()
{
    cilk::reducer_opadd<long> all(0);
    cilk_for (int i = 0; i < TIMES; i++)
        all += i;
    sum = all.get_value();
}

static void opencilk()
{
    cilk::opadd_reducer<long> all = 0;
    cilk_for (int i = 0; i < TIMES; i++)
        all += i;
    sum = all;
}

static void list()
{
    cilk::reducer<cilk::op_list_append<int>> all;
    cilk_for (int i = 0; i < TIMES / 10; i++)
        all->push_back(i);
    sum = static_cast<long>(all.get_value().size());
}

static const struct {
    const char *name;
    void (*run)();
} cases[] = {{"counter", counter}, {"plus", plus}, {"opencilk", opencilk}, {"list", list}};

int main(int argc, char **argv)
{
    for (const auto &c : cases)
        if (argc > 1 && !strcmp(argv[1], c.name)) {
            c.run();
            return 0;
        }
    return 2;
}
