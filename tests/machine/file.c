/* Machine descriptions: what is written is read again, and what is wrong with one is said, with its line. */
#include "analysis/machine/machine.h"
#include "tests/check.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static const char *path;
static char why[512];

static void put(const char *text)
{
    FILE *out = fopen(path, "w");
    CHECK(out && fputs(text, out) >= 0 && !fclose(out));
}

static int get(struct sw_machine *m, const char *text)
{
    put(text);
    return sw_machine_read(m, path, why, sizeof why);
}

/* Line `line` of it is wrong, for a reason that has these words. */
static void refused(const char *text, int line, const char *words)
{
    struct sw_machine m;
    char want[64];
    snprintf(want, sizeof want, ", line %d: ", line);
    CHECK(get(&m, text) < 0);
    if (!strstr(why, want) || !strstr(why, words))
        fprintf(stderr, "got: %s\n", why);
    CHECK(strstr(why, want) && strstr(why, words));
    sw_machine_release(&m);
}

#define FIRST "spanwise machine 1\n"

static void check_refused(void)
{
    refused("", 1, "empty");
    refused("spanwise\n", 1, "not a machine description");
    refused("spanwise machine one\n", 1, "not a machine description");
    refused("spanwise machine 2\n", 1, "version 2");
    refused(FIRST "fork_ns\n", 2, "'fork_ns' is not 'KEY = VALUE'");
    refused(FIRST "= 3\n", 2, "nothing before");
    refused(FIRST "\n# x\nfork_ns = ten\n", 4, "'fork_ns' takes nanoseconds");
    refused(FIRST "fork_ns = -1\n", 2, "from 0 to");
    refused(FIRST "fork_ns = 1e300\n", 2, "from 0 to");
    refused(FIRST "fork_ns = nan\n", 2, "nanoseconds");
    refused(FIRST "fork_ns = 1 2\n", 2, "'spread NS' only");
    refused(FIRST "fork_ns = 1 spread\n", 2, "'spread NS' only");
    refused(FIRST "fork_ns = 1\nfork_ns = 1\n", 3, "twice");
    refused(FIRST "processors = 0\n", 2, "whole number from 1");
    refused(FIRST "processors = 1.5\n", 2, "whole number");
    refused(FIRST "ghz = 1\nghz = 2\n", 3, "twice");
    refused(FIRST "saturates = maybe\n", 2, "yes or no");
    refused(FIRST "psi_mb_s = linear 1 2\n", 2, "number of threads");
    refused(FIRST "psi_mb_s 1 = linear 1 2\n", 2, "2 or more");
    refused(FIRST "psi_mb_s 2 = cubic 1 2\n", 2, "a curve is");
    refused(FIRST "psi_mb_s 2 = linear 1\n", 2, "two numbers");
    refused(FIRST "psi_mb_s 2 = linear 1 2 by 3\n", 2, "after a formula");
    refused(FIRST "psi_mb_s 2 = linear 1 2 divide 0\n", 2, "above 0");
    refused(FIRST "psi_mb_s 2 = linear 1 2 from 9 to 3\n", 2, "from more than up to");
    refused(FIRST "psi_mb_s 4 = linear 1 2\npsi_mb_s 2 = linear 1 2\n", 3, "must ascend");
    refused(FIRST "psi_mb_s 2 = points\n", 2, "no points");
    refused(FIRST "psi_mb_s 2 = points 1:1 1:2\n", 2, "must ascend");
    refused(FIRST "psi_mb_s 2 = points 1:1 2\n", 2, "X:Y");
    refused(FIRST "hog_slowdown 1 = points 1:1\n", 2, "MB/s of each");
    refused(FIRST "phi_cycles = power 1 1\nphi_cycles = power 1 1\n", 3, "twice");
    refused(FIRST "bandwidth_mb_s = linear 1 1\n", 2, "takes points");
    refused(FIRST "bandwidth_mb_s = points 0:1\n", 2, "from 1 on");
    refused(FIRST "bandwidth_mb_s = points 1:0\n", 2, "above 0");
    refused(FIRST "bandwidth_mb_s = points 1:1\nbandwidth_mb_s = points 1:1\n", 3, "twice");
    refused(FIRST "architecture = a\narchitecture = b\n", 3, "twice");
    refused(FIRST "llc_cores = 0\n", 2, "whole number from 1");
}

static void check_left_out(void)
{
    struct sw_machine m;
    CHECK_EQ(get(&m, FIRST "colour = red\nprocessors = 3\n"), 0);
    CHECK(strstr(why, "line 2: 'colour' is not known, and is ignored"));
    CHECK_EQ(m.processors, 3);
    CHECK(!m.has_overheads);
    sw_machine_release(&m);
    CHECK_EQ(get(&m, FIRST), 0);
    CHECK_STR(why, "");
    sw_machine_release(&m);
    unlink(path);
    CHECK(sw_machine_read(&m, path, why, sizeof why) < 0 && strstr(why, "cannot open"));
    sw_machine_release(&m);
}

static const char all[] = FIRST
    "name = two # of them\nprocessors = 12\nghz = 2.5\ncache_line_bytes = 64\n"
    "overheads_seen_to_threads = 2\none_thread_mb_s = 9000\n"
    "saturation_seen_to_threads = 2\nsteal_ns = 0\n"
    "fork_ns = 0.1 spread 0.25 # here\n"
    "psi_mb_s 2 = points 500:499.5 1e3:900 4000:2000\n"
    "psi_mb_s 4 = log 5756 -38805 divide 4 from 2000 to 9000\n"
    "hog_slowdown 1 8000 = points 500:1 4000:1.5\n"
    "phi_cycles = power 101481 -0.964\nsaturates = yes\n"
    "architecture = aarch64\nl1_bytes = 65536\nl2_bytes = 1e6\nllc_bytes = 32e6\n"
    "llc_cores = 4\nbandwidth_mb_s = points 1:10000 12:60000\nlatency_ns = 96.5\n"
    "transfer_ns = 50\ntransfer_llc_ns = 40\ntransfer_apart_ns = 60\ntransfer_atomic_ns = 70\n"
    "transfer_as_on = three\n";

static void check_values(const struct sw_machine *m)
{
    CHECK_STR(m->name, "two");
    CHECK_EQ(m->processors, 12);
    CHECK(m->ghz == 2.5 && m->line == 64 && m->one_thread == 9000);
    CHECK_EQ(m->overheads_seen_to, 2);
    CHECK_EQ(m->saturation_seen_to, 2);
    CHECK(m->has_overheads && m->saturates);
    CHECK_EQ(m->overheads_known, 1 | (uint64_t)1 << (SW_OVERHEAD_FIGURES - 1));
    CHECK(m->overheads.fork == 0.1 && m->spread.fork == 0.25);
    CHECK_EQ(m->n_psi, 2);
    CHECK(sw_curve_at(&m->psi[0].curve, 1) == 499.5);
    CHECK(sw_curve_at(&m->psi[0].curve, 2500) == 1450);
    CHECK(sw_curve_at(&m->psi[0].curve, 9999) == 2000);
    CHECK(m->psi[0].curve.from == 500 && m->psi[0].curve.to == 4000);
    CHECK(fabs(sw_curve_at(&m->psi[1].curve, 4000) - (5756 * log(4000) - 38805) / 4) < 1e-9);
    CHECK(m->psi[1].curve.to == 9000);
    CHECK_EQ(m->n_hogs, 1);
    CHECK(m->hogs[0].threads == 1 && m->hogs[0].mb_s == 8000);
    CHECK(sw_curve_at(&m->hogs[0].slowdown, 2250) == 1.25);
    CHECK_STR(m->architecture, "aarch64");
    CHECK(m->l1 == 65536 && m->l2 == 1e6 && m->llc == 32e6 && m->llc_cores == 4);
    CHECK(m->latency == 96.5 && m->transfer.streamed == 50 && m->transfer.by_llc == 40);
    CHECK(m->transfer.apart == 60 && m->transfer.atomic == 70);
    CHECK_STR(m->transfer_as_on, "three");
    CHECK(sw_machine_bandwidth(m, 1) == 10000);
    CHECK(sw_machine_bandwidth(m, 5) == 50000); /* it grows with the cores ... */
    CHECK(sw_machine_bandwidth(m, 7) == 60000); /* ... until it is all */
    CHECK(sw_machine_bandwidth(m, 100) == 60000);
    CHECK(sw_machine_cache(m, 1) == 33e6 && sw_machine_cache(m, 4) == 36e6);
    CHECK(sw_machine_cache(m, 5) == 69e6);
    CHECK(sw_machine_cache_share(m, 1) == 33e6 && sw_machine_cache_share(m, 2) == 17e6);
    CHECK(sw_machine_cache_share(m, 12) == 9e6);
    CHECK(fabs(sw_curve_at(&m->phi, 2000) - 101481 * pow(2000, -0.964)) < 1e-9);
}

static void check_round_trip(void)
{
    struct sw_machine m;
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(i ? sw_machine_read(&m, path, why, sizeof why) : get(&m, all), 0);
        CHECK_STR(why, "");
        check_values(&m);
        CHECK_EQ(sw_machine_write(&m, path, why, sizeof why), 0);
        sw_machine_release(&m);
    }
    CHECK_EQ(get(&m, all), 0);
    CHECK(sw_machine_write(&m, "/nowhere/x", why, sizeof why) < 0 && strstr(why, "/nowhere/x"));
    sw_machine_release(&m);
}

/* Where only kernels were tried, the one that draws most tells. */
static void check_by_psi(void)
{
    struct sw_machine m;
    CHECK_EQ(get(&m, FIRST "one_thread_mb_s = 9000\npsi_mb_s 4 = points 100:100 9000:5000\n"), 0);
    CHECK(sw_machine_bandwidth(&m, 1) == 9000 && sw_machine_bandwidth(&m, 2) == 18000);
    CHECK(sw_machine_bandwidth(&m, 4) == 20000 && sw_machine_bandwidth(&m, 8) == 20000);
    sw_machine_release(&m);
    CHECK_EQ(get(&m, FIRST), 0);
    CHECK(isnan(sw_machine_bandwidth(&m, 4)));
    sw_machine_release(&m);
}

static void check_names(void)
{
    CHECK_STR(sw_overhead_name(0), "fork_ns");
    CHECK_STR(sw_overhead_name(SW_OVERHEAD_FIGURES - 1), "steal_ns");
    struct sw_overheads of = {.hand_over = 7};
    for (unsigned i = 0; i < SW_OVERHEAD_FIGURES; i++)
        CHECK((*sw_overhead(&of, i) != 0) == !strcmp(sw_overhead_name(i), "hand_over_ns"));
}

int main(void)
{
    char name[] = "/tmp/machine-XXXXXX";
    int fd = mkstemp(name);
    path = name;
    close(fd);
    check_names();
    check_round_trip();
    check_by_psi();
    check_refused();
    check_left_out();
    unlink(path);
    return check_done();
}
