/*
 * The exceptions of C++ that are being handled or thrown are a thread's, and a strand's that another thread may go on
 * with. What a frame's function had when its first continuation was stolen is what the first child has when it ends;
 * what the parent has added since is there when it waits. Both are taken from their threads, and given to the one that
 * goes on behind the sync. In programs without C++ this is a look at an address that is not there.
 */
#ifndef SPANWISE_AGENT_CILK_SCHED_CAUGHT_H
#define SPANWISE_AGENT_CILK_SCHED_CAUGHT_H

/* __cxa_eh_globals of the C++ ABI. */
struct sw_caught {
    struct sw_exception *newest; /* that is being handled */
    unsigned thrown;             /* how many are not caught yet */
};

/* This thread's; it has none then. */
void sw_caught_take(struct sw_caught *caught);

/* This thread, which has none, gets both: `above` is the newer. */
void sw_caught_give(struct sw_caught above, struct sw_caught below);

#endif
