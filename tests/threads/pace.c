/* Threads that took turns worked longer than natively: all that is collected is in native time. */
#include "collect/collect.h"
#include "live/openmp.h"
#include "tests/check.h"

static char memory[1 << 20] __attribute__((aligned(64)));
static struct sw_arena arena;
static struct sw_live live;
static struct sw_omp_record record, other;
static struct sw_cores cores;

/* So much work, on two cores that took so long, of which so much was spent asleep. */
static void begin(uint64_t work, uint64_t time, uint64_t away)
{
    struct sw_dag_strand strand;
    memset(memory, 0, sizeof memory);
    sw_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(sw_dag_init(&record.dag, &arena), 0);
    sw_dag_begin(&record.dag, &strand);
    sw_dag_pass(&record.dag, &strand, work);
    sw_dag_end(&record.dag, &strand);
    cores = (struct sw_cores){.n = 2, .now = time, .ledger.sums[SW_LEDGER_AWAY] = away};
    record.cores = &cores;
    live.ticks_per_second = 1000000000;
    live.options.meter = SW_METER_TIME;
    atomic_store(&live.openmp, &record);
}

int main(void)
{
    begin(1250000, 700000, 0);
    CHECK_EQ(sw_pace(&live, 1000000), 1250);
    CHECK_EQ(sw_live_to_ns(&live, 1250000), 1000000);
    CHECK_EQ(sw_live_to_ns(&live, 700000), 560000);
    begin(1020000, 700000, 0); /* as good as the same */
    CHECK_EQ(sw_pace(&live, 1000000), 0);
    CHECK_EQ(live.ticks_per_second, 1000000000);
    begin(900000, 700000, 0); /* natively threads are in each other's way */
    CHECK_EQ(sw_pace(&live, 1000000), 0);
    begin(5000000, 2500000, 0); /* it did something else */
    CHECK_EQ(sw_pace(&live, 1000000), 0);
    begin(1250000, 700000, 200000); /* sleeping takes what it takes */
    CHECK_EQ(sw_pace(&live, 1000000), 0);
    begin(5000000, 2500000, 0); /* OpenMP has as many threads natively */
    record.cores = NULL;
    CHECK_EQ(sw_pace(&live, 1000000), 5000);
    CHECK_EQ(sw_live_to_ns(&live, 5000000), 1000000);
    begin(20000000, 10000000, 0);
    record.cores = NULL;
    CHECK_EQ(sw_pace(&live, 1000000), 0);
    begin(1250000, 700000, 0); /* of one of several teams nothing is known */
    record.cores = NULL;
    record.next = &other;
    CHECK_EQ(sw_pace(&live, 1000000), 0);
    record.next = NULL;
    begin(1250000, 700000, 0);
    CHECK_EQ(sw_pace(&live, 0), 0); /* not known */
    live.options.meter = SW_METER_INSTRUCTIONS;
    CHECK_EQ(sw_pace(&live, 1000000), 0);
    CHECK_EQ(live.ticks_per_second, 1000000000);
    return check_done();
}
