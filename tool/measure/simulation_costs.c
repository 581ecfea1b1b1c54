/* What could not be measured, on a busy machine, is as it was the last time that it could: a file beside the machine's description. */
#include "tool/measure/simulation_costs.h"
#include "tool/front_ends/program_files.h"
#include "tool/measure/helper.h"
#include "tool/measure/machine_here.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIZE = 1024 };

/* What measures them, and what its file is called: by the front end, and of OpenMP by the runtime. */
struct source {
    const char *helper, *argument, *file;
    bool measured;
    char costs[SIZE];
};

static struct source libgomp = {.helper = "openmp-costs", .file = "libgomp"},
                     libomp = {.helper = "openmp-costs", .argument = "libomp", .file = "libomp"},
                     threads = {.helper = "threads-costs", .file = "threads"};

/* As the runtime in the program tells them apart (settings.c): one that has both is gcc's. */
static struct source *source_of(const struct sw_front_end *f, const char *program)
{
    if (f->makes_threads)
        return &threads;
    return !sw_program_needs(program, "libgomp.so") && sw_front_end_needs_openmp(program)
               ? &libomp
               : &libgomp;
}

static bool has(const char *costs, const char *item, size_t length)
{
    for (const char *at = costs; (at = strstr(at, item)); at++)
        if ((at == costs || at[-1] == ',') && !strncmp(at, item, length))
            return true;
    return false;
}

/* Adds what is in `known` only: NAME=NUMBER,... */
static void complete(char *costs, size_t size, const char *known)
{
    char item[64];
    for (size_t length; *known; known += length + (known[length] == ',')) {
        length = strcspn(known, ",");
        size_t name = strcspn(known, "="), n = strlen(costs);
        if (name >= length || length >= sizeof item)
            continue;
        snprintf(item, sizeof item, "%.*s", (int)name + 1, known);
        if (!has(costs, item, name + 1) && n + length + 2 < size)
            snprintf(costs + n, size - n, "%s%.*s", n ? "," : "", (int)length, known);
    }
}

static void read_line(const char *path, char *line)
{
    FILE *in = fopen(path, "re");
    if (!in || !fgets(line, SIZE, in))
        *line = 0;
    line[strcspn(line, "\n")] = 0;
    if (in)
        fclose(in);
}

static void write_line(const char *path, const char *line)
{
    char temporary[PATH_MAX + 16];
    snprintf(temporary, sizeof temporary, "%s.%d", path, (int)getpid());
    FILE *out = fopen(temporary, "we");
    bool good = out && fprintf(out, "%s\n", line) > 0;
    if (out && (fclose(out) || !good || rename(temporary, path)))
        unlink(temporary);
}

static void keep(struct source *s)
{
    char path[PATH_MAX], known[SIZE];
    if (!*sw_machine_cache_path())
        return;
    snprintf(path, sizeof path, "%s.%s", sw_machine_cache_path(), s->file);
    read_line(path, known);
    complete(s->costs, SIZE, known);
    if (*s->costs)
        write_line(path, s->costs);
}

static const char *measure(struct source *s)
{
    const char *const arguments[] = {s->argument, NULL};
    if (s->measured)
        return s->costs;
    s->measured = true;
    sw_helper_run(&(struct sw_helper){s->helper, arguments, NULL, 3000}, s->costs, SIZE);
    s->costs[strcspn(s->costs, "\n")] = 0;
    keep(s);
    return s->costs;
}

const char *sw_simulation_costs(const struct sw_front_end *f, const char *program, bool is_time)
{
    const char *given = getenv(f->costs_in);
    if (given && (is_time || *given == '='))
        return given;
    return is_time ? measure(source_of(f, program)) : "";
}
