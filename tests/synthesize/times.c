/* Which of several times counts. */
#include "helpers/synthesize/times.h"
#include "tests/check.h"

static struct sw_time room[64];

static struct sw_times times_of(const double *ns, size_t n, double waited, bool crowded)
{
    struct sw_times times = {.all = room, .crowded = crowded};
    for (size_t i = 0; i < n; i++)
        sw_times_add(&times, (struct sw_time){ns[i] * 1e6, ns[i] == 1 ? 1e6 : waited});
    return times;
}

int main(void)
{
    /* In milliseconds; the one of 1 was disturbed, whatever the others are. */
    static const double ns[] = {7, 3, 1, 5, 4, 6, 9};
    struct sw_times t = times_of(ns, 7, 0, false);
    CHECK_EQ(sw_times_choose(&t).ns, 5e6);
    CHECK_EQ(t.n_good, 6);
    CHECK(sw_times_settled(&t, 12));
    CHECK(!sw_times_settled(&t, 13));
    CHECK_EQ(sw_times_doubt(&t), 0);
    t = times_of(ns, 7, 1e6, false);
    CHECK_EQ(t.n_good, 0);
    CHECK_EQ(sw_times_choose(&t).ns, 1e6);
    CHECK(!sw_times_settled(&t, 1));
    /* Crowded ones: the middle of 1 3 4 5 6 7 9, whoever waited; quartiles 3 and 7. */
    t = times_of(ns, 7, 1e6, true);
    CHECK_EQ(sw_times_choose(&t).ns, 5e6);
    CHECK(!sw_times_settled(&t, 1));
    CHECK_EQ(sw_times_doubt(&t), 4e6 / 2.6457513);
    static const double near[] = {9, 3.03, 3, 3.04, 3.02};
    t = times_of(near, 5, 1e6, true);
    CHECK_EQ(sw_times_choose(&t).ns, 3.03e6);
    CHECK(sw_times_settled(&t, 1));
    t = times_of(near + 1, 2, 0, true);
    CHECK(!sw_times_settled(&t, 1));
    return check_done();
}
