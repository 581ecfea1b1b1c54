/* What other programs use is the busy time of the processors that this process may use, by the kernel's count. */
#include "tool/measure/others.h"
#include "tests/check.h"

#include <sched.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void put(const char *root, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/proc", root);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/proc/stat", root);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    fputs(text, file);
    fclose(file);
}

int main(void)
{
    char root[] = "/tmp/others-XXXXXX", text[512];
    cpu_set_t allowed;
    unsigned mine = 0;
    CHECK(mkdtemp(root) != NULL);
    CHECK_EQ(sw_others_busy(root), 0); /* it is not told */
    sched_getaffinity(0, sizeof allowed, &allowed);
    while (!CPU_ISSET(mine, &allowed))
        mine++;
    CPU_ZERO(&allowed);
    CPU_SET(mine, &allowed);
    CHECK_EQ(sched_setaffinity(0, sizeof allowed, &allowed), 0);
    /* user nice system idle iowait irq softirq steal: idle and waiting for files are not busy. */
    snprintf(text, sizeof text,
             "cpu  9999 9 9 9 9 9 9 9 0 0\n"
             "cpu%u 100 10 20 5000 700 3 4 5 0 0\n"
             "cpu%u 77 0 0 0 0 0 0 0 0 0\n"
             "intr 5 5\n",
             mine, mine + 1);
    put(root, text);
    CHECK_EQ(sw_others_busy(root), 142 * (1000000000 / (uint64_t)sysconf(_SC_CLK_TCK)));
    snprintf(text, sizeof text, "rm -r %s", root);
    CHECK_EQ(system(text), 0);
    return check_done();
}
