/* spanwise bench: the program's real speedups beside the range that its profile predicts. */
#include "console/message.h"
#include "tool/commands/bench_measure.h"
#include "tool/commands/bench_options.h"
#include "tool/commands/bench_output.h"
#include "tool/commands/page_sources.h"
#include "tool/common/command.h"
#include "tool/common/interrupt.h"
#include "tool/common/print.h"
#include "tool/common/written.h"
#include "tool/measure/child.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Where we were started without one of them, files that we open would take its number, and be
 * mistaken for it in the program. */
static void hold_standard_files(void)
{
    int fd;
    while ((fd = open("/dev/null", O_RDWR)) >= 0 && fd <= 2)
        ;
    if (fd >= 0)
        close(fd);
}

/* What would be found out after minutes of measuring otherwise: 0, or the exit status after a message. */
static int check(const struct sw_bench_options *o)
{
    int fd = o->input ? open(o->input, O_RDONLY | O_CLOEXEC) : -1;
    if (o->input && fd < 0) {
        sw_error("cannot open '%s': %s", o->input, strerror(errno));
        return 1;
    }
    if (fd >= 0)
        close(fd);
    for (size_t i = 0; i < o->n_outputs; i++) {
        if (!sw_bench_output_check(&o->outputs[i]))
            return 2;
        for (size_t j = 0; j < i; j++)
            if (!sw_print_apart(o->outputs[i].path, o->outputs[j].path))
                return 2;
    }
    return 0;
}

static bool any_trial(const struct sw_scaling *s)
{
    for (size_t i = 0; i < s->n_points; i++)
        if (s->points[i].n_trials)
            return true;
    return false;
}

static void say_left_out(const struct sw_bench_output *output, const struct sw_scaling *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_points; i++)
        n += s->points[i].n_trials && s->points[i].verdict == SW_AGREEMENT_CROWDED;
    if (n && output->format == SW_BENCH_CSV)
        sw_error("the CSV leaves out runs with more workers than cores: this process may use %llu",
                 (unsigned long long)s->processors);
}

static int write_all(const struct sw_bench_options *o, struct sw_bench *b)
{
    struct sw_scaling *s = &b->scaling;
    struct sw_report_sources sources = o->sources;
    int failed = 0;
    sw_scaling_judge(s);
    const struct sw_profile *profile = sw_bench_keep(b);
    if (s->profile)
        sw_page_sources_settle(&sources, s->profile, o->profile);
    for (size_t i = 0; i < o->n_outputs; i++) {
        say_left_out(&o->outputs[i], s);
        failed |= sw_bench_output_write(&o->outputs[i], s, &sources, profile) != 0;
    }
    return failed;
}

int sw_command_bench(int argc, char **argv)
{
    static struct sw_bench_options options = {.trials = 5, .warm_up = 1};
    static struct sw_bench bench;
    int status = sw_bench_parse(&options, argc, argv);
    if (status >= 0)
        return status;
    hold_standard_files();
    status = check(&options);
    if (status)
        return status;
    sw_interrupt_hold(); /* until the results are written */
    int failed = sw_bench_measure(&bench, &options) != 0;
    if (any_trial(&bench.scaling))
        failed |= write_all(&options, &bench);
    else if (sw_interrupt_asked())
        sw_error("interrupted before anything was measured");
    if (!failed)
        sw_written_tell(
            "'spanwise why %s' says what holds it back, and where; with '-o FILE.prof', "
            "'spanwise diff FILE.prof' runs it all again and compares",
            options.argv[0]);
    sw_bench_release(&bench);
    return sw_interrupt_asked() ? sw_child_repeat_end(sw_interrupt_asked()) : failed;
}
