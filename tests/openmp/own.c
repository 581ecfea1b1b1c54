/* Places whose hashes are the same do not share what was measured of one of them. */
#include "agent/openmp/simulator/own.h"
#include "tests/check.h"

static struct sw_omp_own table[SW_OMP_OWN];

/* The i-th of the places that begin at the table's last entry: those behind it go on at its first. */
static const void *clashing(uint64_t i)
{
    return (const void *)(8 * ((i + 1) * SW_OMP_OWN - 1));
}

static void test_clashes(void)
{
    for (uint64_t i = 0; i < 5; i++)
        sw_omp_own_of(table, clashing(i))->mean = 1000 + i;
    for (uint64_t i = 0; i < 5; i++) {
        CHECK_EQ(sw_omp_own_of(table, clashing(i))->mean, 1000 + i);
        CHECK(sw_omp_own_of(table, clashing(i))->place == clashing(i));
    }
}

/* Two instructions of one word are two places. */
static void test_neighbours(void)
{
    const char *word = (const char *)0x10000;
    CHECK(sw_omp_own_of(table, word) != sw_omp_own_of(table, word + 5));
}

/* More places than there is room for: the search ends. */
static void test_full(void)
{
    for (uint64_t i = 0; i <= SW_OMP_OWN; i++)
        CHECK(sw_omp_own_of(table, clashing(i))->place == clashing(i));
}

static uint64_t learn(struct sw_omp_own *own, uint64_t ticks, int times)
{
    for (int i = 0; i < times; i++)
        sw_omp_own_learn(own, ticks);
    return own->mean;
}

/* An interrupt is not learned, at the first measurement either; a place that takes longer from now on is. */
static void test_learning(void)
{
    struct sw_omp_own own = {0};
    learn(&own, 1000000, 1);
    CHECK(sw_omp_own_is_new(&own));
    CHECK_EQ(learn(&own, 800, SW_OMP_OWN_FIRST - 1), 800);
    CHECK(!sw_omp_own_is_new(&own));
    CHECK_EQ(learn(&own, 1000000, SW_OMP_OWN_LONGER - 1), 800);
    CHECK_EQ(learn(&own, 880, 1), 810);
    CHECK_EQ(learn(&own, 1000000, SW_OMP_OWN_LONGER - 1), 810);
    CHECK_EQ(learn(&own, 9000, 1), 9000);
    for (int i = 0; i < 100; i++)
        learn(&own, 2000, 1);
    CHECK(own.mean >= 2000 && own.mean < 2010);
}

int main(void)
{
    test_learning();
    test_clashes();
    test_neighbours();
    test_full();
    return check_done();
}
