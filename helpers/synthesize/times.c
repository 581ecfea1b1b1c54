/* Time: delays that stand for computation, how long threads have waited for processors, and which of several times counts. */
#include "helpers/synthesize/times.h"

#include <dirent.h>

/* --- Delays --- */

/* What is owed is not paid much later: another section may have begun. */
#define MOST_OWED_NS 100000

/* Turns below which a delay is put off until the next one. */
enum { FEWEST_TURNS = 4 };

enum { CALIBRATION_TURNS = 20000, CALIBRATIONS = 6, ENTRIES = 1000 };

/* Whole numbers with a fraction: quick to add, where one delay follows the other. */
enum { FRACTION = 16 };

/* All in turns. */
static struct {
    double per_ns; /* with the fraction */
    int64_t visit, most_owed;
    int64_t entry, fewest; /* to enter the loop and leave it; a delay that is not put off */
    unsigned run;
} settings;

static __thread struct {
    int64_t due; /* turns; below 0: owed */
    uint64_t chain;
    uint64_t visits;
    unsigned run;
} self;

/* A chain of multiplications: each waits for the last, those of the delay before included, so that nothing
 * is done at the same time, and neither what runs on the same core nor where the code lies changes what a turn takes. */
__attribute__((noinline, aligned(64))) static uint64_t spin(uint64_t turns, uint64_t x)
{
    while (turns--) {
        x *= 0x9e3779b97f4a7c15;
        __asm__ volatile("" : "+r"(x));
    }
    return x;
}

void sw_delay(double ns)
{
    if (__builtin_expect(self.run != settings.run, 0)) {
        self.run = settings.run;
        self.due = 0;
        self.visits = 0;
    }
    self.visits++;
    int64_t due = self.due + (int64_t)(ns * settings.per_ns) - settings.visit;
    if (due >= settings.fewest) {
        self.due = due & ((1 << FRACTION) - 1);
        self.chain = spin((uint64_t)(due - settings.entry) >> FRACTION, self.chain | 1);
    } else
        self.due = due > settings.most_owed ? due : settings.most_owed;
}

void sw_delay_visit(void)
{
    sw_delay(0);
}

uint64_t sw_delay_visits(void)
{
    return self.run == settings.run ? self.visits : 0;
}

/* The shortest of several: one that was interrupted is longer. */
double sw_delay_speed(void)
{
    uint64_t best = UINT64_MAX;
    for (int i = 0; i < CALIBRATIONS; i++) {
        uint64_t start = sw_clock_ns();
        self.chain = spin(CALIBRATION_TURNS, self.chain | 1);
        uint64_t took = sw_clock_ns() - start;
        best = took < best ? took : best;
    }
    return CALIBRATION_TURNS / (double)best;
}

/* What the loop's end costs, where nobody can tell beforehand when it comes. */
static double entry_ns(double per_ns)
{
    uint64_t best = UINT64_MAX, turns = 0;
    for (int i = 0; i < CALIBRATIONS; i++) {
        uint64_t random = 1, start = sw_clock_ns();
        turns = 0;
        for (int k = 0; k < ENTRIES; k++) {
            random = random * 6364136223846793005 + 1442695040888963407;
            uint64_t n = FEWEST_TURNS + (random >> 59);
            self.chain = spin(n, self.chain | 1);
            turns += n;
        }
        uint64_t took = sw_clock_ns() - start;
        best = took < best ? took : best;
    }
    double entry = ((double)best - (double)turns / per_ns) / ENTRIES;
    return entry > 0 ? entry : 0;
}

void sw_delay_begin(double per_ns, double visit_ns, double scale)
{
    double turns_per_ns = per_ns * (1 << FRACTION);
    if (!settings.run)
        settings.entry = (int64_t)(entry_ns(per_ns) * per_ns) << FRACTION;
    settings.per_ns = turns_per_ns * scale;
    settings.visit = (int64_t)(visit_ns * turns_per_ns);
    settings.most_owed = (int64_t)(-MOST_OWED_NS * turns_per_ns);
    settings.fewest = settings.entry + ((int64_t)FEWEST_TURNS << FRACTION);
    settings.run++;
}

/* --- Waiting --- */

static uint64_t of_thread(int tasks, const char *name)
{
    char path[300], text[128];
    uint64_t waited = 0;
    snprintf(path, sizeof path, "%s/schedstat", name);
    int fd = openat(tasks, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    text[n > 0 ? n : 0] = 0;
    return sscanf(text, "%*u %" SCNu64, &waited) == 1 ? waited : 0;
}

uint64_t sw_waited_ns(void)
{
    uint64_t sum = 0;
    DIR *tasks = opendir("/proc/self/task");
    if (!tasks)
        return 0;
    for (struct dirent *entry; (entry = readdir(tasks));)
        if (entry->d_name[0] != '.')
            sum += of_thread(dirfd(tasks), entry->d_name);
    closedir(tasks);
    return sum;
}

/* --- Which time counts --- */

enum { FEWEST = 3 }; /* crowded ones, for a middle */
#define SURE 0.01

static bool disturbed(const struct sw_time *time)
{
    return time->waited_ns > 5000 + time->ns / 100;
}

/* In order, so that nobody has to sort. */
void sw_times_add(struct sw_times *times, struct sw_time time)
{
    size_t place = times->n;
    while (place && times->all[place - 1].ns > time.ns)
        place--;
    memmove(times->all + place + 1, times->all + place, (times->n - place) * sizeof time);
    times->all[place] = time;
    times->n++;
    times->n_good += !disturbed(&time);
}

bool sw_times_settled(const struct sw_times *times, size_t rounds)
{
    if (!times->crowded)
        return times->n_good >= (rounds + 1) / 2;
    return times->n >= FEWEST && sw_times_doubt(times) < SURE * sw_times_choose(times).ns;
}

/* Luck may have two ways to go, between which a median jumps. */
static struct sw_time middle(const struct sw_times *times)
{
    size_t from = times->n / 4, to = times->n - from;
    struct sw_time sum = {0};
    for (size_t i = from; i < to; i++) {
        sum.ns += times->all[i].ns / (double)(to - from);
        sum.waited_ns += times->all[i].waited_ns / (double)(to - from);
    }
    return sum;
}

struct sw_time sw_times_choose(const struct sw_times *times)
{
    size_t good = 0;
    if (times->crowded)
        return middle(times);
    if (!times->n_good)
        return times->all[0];
    for (size_t i = 0;; i++)
        if (!disturbed(&times->all[i]) && good++ == (times->n_good - 1) / 2)
            return times->all[i];
}

double sw_times_doubt(const struct sw_times *times)
{
    if (!times->crowded)
        return sw_times_choose(times).waited_ns;
    double quartiles = times->all[3 * times->n / 4].ns - times->all[times->n / 4].ns;
    return quartiles / sqrt((double)times->n);
}
