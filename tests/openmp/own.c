/* Places whose hashes are the same do not share what was measured of one of them. */
#include "target/openmp/simulator/own.h"
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

int main(void)
{
    test_clashes();
    test_neighbours();
    test_full();
    return check_done();
}
