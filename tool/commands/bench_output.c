#include "tool/commands/bench_output.h"
#include "console/message.h"
#include "profile/file.h"
#include "profile/output.h"
#include "report/scaling.h"
#include "tool/common/start.h"
#include "tool/common/written.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
    const char *name;
    enum sw_bench_format format;
} endings[] = {{"text", SW_BENCH_TEXT},       {"csv", SW_BENCH_CSV},    {"json", SW_BENCH_JSON},
               {"gnuplot", SW_BENCH_GNUPLOT}, {"html", SW_BENCH_HTML},  {"png", SW_BENCH_PNG},
               {"txt", SW_BENCH_TEXT},        {"gp", SW_BENCH_GNUPLOT}, {"prof", SW_BENCH_PROFILE}};

static const enum sw_output_kind kinds[] = {
    [SW_BENCH_TEXT] = SW_OUTPUT_TEXT,      [SW_BENCH_CSV] = SW_OUTPUT_TEXT,
    [SW_BENCH_JSON] = SW_OUTPUT_JSON,      [SW_BENCH_GNUPLOT] = SW_OUTPUT_TEXT,
    [SW_BENCH_HTML] = SW_OUTPUT_PAGE,      [SW_BENCH_PNG] = SW_OUTPUT_PNG,
    [SW_BENCH_PROFILE] = SW_OUTPUT_PROFILE};

struct sw_bench_output sw_bench_output(const char *path, enum sw_bench_format format)
{
    const char *base = strrchr(path, '/'), *dot = strrchr(base ? base : path, '.');
    for (size_t i = 0; !format && dot && i < sizeof endings / sizeof *endings; i++)
        if (!strcmp(endings[i].name, dot + 1))
            format = endings[i].format;
    return (struct sw_bench_output){path, format ? format : SW_BENCH_TEXT};
}

static bool is_stdout(const struct sw_bench_output *output)
{
    return !strcmp(output->path, "-");
}

static bool has_gnuplot(void)
{
    const char *list = getenv("PATH");
    char path[PATH_MAX];
    for (list = list ? list : "/bin:/usr/bin";;) {
        int length = (int)strcspn(list, ":");
        struct stat s;
        if (snprintf(path, sizeof path, "%.*s/gnuplot", length ? length : 1, length ? list : ".") <
                PATH_MAX &&
            access(path, X_OK) == 0 && stat(path, &s) == 0 && S_ISREG(s.st_mode))
            return true;
        if (!list[length])
            return false;
        list += length + 1;
    }
}

bool sw_bench_output_check(const struct sw_bench_output *output)
{
    char why[4500];
    if (output->format == SW_BENCH_PNG && !has_gnuplot()) {
        sw_error("cannot draw '%s': gnuplot is not installed; --format=gnuplot writes the script",
                 output->path);
        return false;
    }
    if (is_stdout(output)) {
        if (output->format == SW_BENCH_PROFILE) {
            sw_error("a profile is not for stdout: -o FILE.prof chooses a file");
            return false;
        }
        if ((output->format != SW_BENCH_PNG && output->format != SW_BENCH_HTML) || !isatty(1))
            return true;
        sw_error("%s is not for the terminal: -o FILE chooses a file",
                 output->format == SW_BENCH_PNG ? "a PNG" : "a page");
        return false;
    }
    if (sw_output_try(output->path, kinds[output->format], why, sizeof why) == 0)
        return true;
    sw_error("%s", why);
    return false;
}

struct drawing {
    int script, picture;
};

static void set_up_gnuplot(void *data)
{
    const struct drawing *d = data;
    dup2(d->script, 0);
    dup2(d->picture, 1);
}

static int run_gnuplot(int script, int picture)
{
    char name[] = "gnuplot", *const argv[] = {name, NULL};
    struct drawing drawing = {script, picture};
    struct sw_start start = {argv, NULL, set_up_gnuplot, &drawing};
    int status;
    pid_t pid = sw_start(&start);
    if (pid < 0)
        return pid;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return status ? -EPROTO : 0;
}

static int draw(const struct sw_scaling *scaling, int picture)
{
    static const struct sw_report_options defaults;
    int fd = memfd_create("gnuplot", MFD_CLOEXEC);
    FILE *script = fd < 0 ? NULL : fdopen(fd, "w+");
    if (!script)
        return -errno;
    int error = sw_scaling_print(scaling, SW_SCALING_GNUPLOT, &defaults, script);
    if (!error && lseek(fd, 0, SEEK_SET) == 0)
        error = run_gnuplot(fd, picture);
    fclose(script);
    return error;
}

static int print(const struct sw_bench_output *output, const struct sw_scaling *scaling,
                 const struct sw_report_sources *sources, FILE *out)
{
    const struct sw_report_options options = {.sources = *sources};
    static const enum sw_scaling_format formats[] = {
        [SW_BENCH_TEXT] = SW_SCALING_TEXT, [SW_BENCH_CSV] = SW_SCALING_CSV,
        [SW_BENCH_JSON] = SW_SCALING_JSON, [SW_BENCH_GNUPLOT] = SW_SCALING_GNUPLOT,
        [SW_BENCH_HTML] = SW_SCALING_HTML,
    };
    if (output->format == SW_BENCH_PNG)
        return draw(scaling, fileno(out));
    return sw_scaling_print(scaling, formats[output->format], &options, out);
}

static int explain(const struct sw_bench_output *output, int error)
{
    const char *what = is_stdout(output) ? "the results" : output->path;
    if (error == -EPROTO)
        sw_error("cannot write '%s': gnuplot failed; --format=gnuplot writes the script", what);
    else
        sw_error("cannot write '%s': %s", what,
                 sw_output_reason(error == -EIO && errno ? errno : -error));
    return error;
}

static int write_profile(const char *path, const struct sw_profile *profile)
{
    char why[4500];
    int error = sw_profile_write(profile, path, why, sizeof why);
    if (error)
        sw_error("%s", why);
    else
        sw_written_add(path);
    return error;
}

int sw_bench_output_write(const struct sw_bench_output *output, const struct sw_scaling *scaling,
                          const struct sw_report_sources *sources, const struct sw_profile *profile)
{
    struct sw_output file;
    char why[512];
    if (output->format == SW_BENCH_PROFILE)
        return write_profile(output->path, profile);
    if (is_stdout(output)) {
        int error = print(output, scaling, sources, stdout);
        return error ? explain(output, error) : 0;
    }
    int error = sw_output_open(&file, output->path, why, sizeof why);
    if (!error) {
        error = print(output, scaling, sources, file.file);
        if (error && error != -EIO) {
            sw_output_discard(&file);
            return explain(output, error);
        }
        error = sw_output_close(&file, why, sizeof why);
    }
    if (error)
        sw_error("%s", why);
    else
        sw_written_add(output->path);
    return error;
}
