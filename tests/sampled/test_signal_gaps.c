/* What a signal takes is known on a busy machine as well. */
#include "agent/sampler/signal_gaps.h"
#include "tests/check.h"

static struct sw_signal_gaps g;

static bool note(uint64_t gap, bool is_signal)
{
    return sw_signal_gap(&g, gap, is_signal);
}

int main(void)
{
    g = (struct sw_signal_gaps){.longest = 200};
    CHECK_EQ(sw_signal_gaps_usual(&g), 0);

    /* Most signals come while another program runs: what that takes is not theirs, and neither is what no signal takes. */
    CHECK_EQ(note(80000, true), false);
    CHECK_EQ(note(3, true), true);
    CHECK_EQ(note(80000, true), false);
    CHECK_EQ(note(1, false), true);
    CHECK_EQ(note(4000, false), false);
    CHECK_EQ(note(200, true), true);
    CHECK_EQ(note(2, true), true);
    CHECK_EQ(g.n, 3);
    CHECK_EQ(sw_signal_gaps_usual(&g), 3);

    /* Where all takes long, it comes to an end. */
    for (unsigned i = g.stalls; i < SW_SIGNAL_STALLS; i++)
        CHECK_EQ(note(80000, true), false);
    CHECK_EQ(note(80000, true), true);

    /* There is room for so many. */
    for (unsigned i = 0; i < 2 * SW_SIGNAL_GAPS; i++)
        note(5, true);
    CHECK_EQ(g.n, SW_SIGNAL_GAPS);
    return check_done();
}
