/* Descriptions of machines: of this one, measured and cached, and of those that come with the tool or are in a file. */
#include "tool/measure/machines.h"
#include "analysis/workspan/bounds.h"
#include "base/processors.h"
#include "base/text.h"
#include "console/install.h"
#include "console/message.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"
#include "tool/measure/helper.h"

#include <dirent.h>
#include <sys/utsname.h>

/* Of the first processor. */
static bool find_line(const char *key, char *value, size_t size)
{
    char rest[512];
    const char *colon =
        sw_file_line("/proc/cpuinfo", key, rest, sizeof rest) ? strchr(rest, ':') : NULL;
    if (colon)
        snprintf(value, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
    return colon;
}

/* x86-64 has a name, aarch64 numbers. */
static void find_processor(char *name, size_t size)
{
    char maker[64] = "", part[64] = "";
    if (find_line("model name", name, size))
        return;
    find_line("CPU implementer", maker, sizeof maker);
    find_line("CPU part", part, sizeof part);
    if (*part)
        snprintf(name, size, "processor %s of %s", part, maker);
    else
        snprintf(name, size, "unknown processor");
}

static void sw_machine_name(char *name, size_t size)
{
    char host[128] = "", processor[256];
    sw_file_line("/proc/sys/kernel/hostname", "", host, sizeof host);
    find_processor(processor, sizeof processor);
    snprintf(name, size, "%s, %s", *host ? host : "unknown host", processor);
}

/* "aarch64", "x86_64" */
static const char *machine_architecture(void)
{
    static struct utsname system;
    return uname(&system) ? "" : system.machine;
}

/* Letters, digits and single hyphens. */
static void put_plainly(char *path, size_t size, const char *text)
{
    size_t n = strlen(path);
    for (; *text && n + 1 < size; text++) {
        bool plain = isalnum((unsigned char)*text) || *text == '.';
        if (plain || path[n - 1] != '-')
            path[n++] = plain ? *text : '-';
    }
    path[n] = 0;
}

/* .../spanwise, and the directory around it, are made where they are not. */
static bool find_directory(char *path, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        snprintf(path, size, "%s", cache);
    else if (home && *home == '/')
        snprintf(path, size, "%s/.cache", home);
    else
        return false;
    mkdir(path, 0700);
    size_t n = strlen(path);
    snprintf(path + n, size - n, "/spanwise");
    return !mkdir(path, 0700) || errno == EEXIST;
}

/* After the directory. */
static void put_file(char *path, size_t size)
{
    char name[200], rest[64];
    sw_machine_name(name, sizeof name);
    snprintf(rest, sizeof rest, "-%u-%s", sw_processors(), SW_VERSION);
    put_plainly(path, size, name);
    put_plainly(path, size, rest);
    strcat(path, ".machine");
}

const char *sw_machine_cache_path(void)
{
    static char path[PATH_MAX];
    static bool known;
    if (known)
        return path;
    known = true;
    if (find_directory(path, sizeof path - 300)) {
        strcat(path, "/");
        put_file(path, sizeof path - 16);
    } else
        *path = 0;
    return path;
}

int sw_machine_cached(struct sw_machine *machine, char *why, size_t why_size)
{
    const char *path = sw_machine_cache_path();
    if (*path)
        return sw_machine_read(machine, path, why, why_size);
    sw_machine_init(machine);
    snprintf(why, why_size,
             "there is no cache: neither XDG_CACHE_HOME nor HOME is a directory to write to");
    return -ENOENT;
}

/*
 * Measuring gives lines of a machine description, which are read as one. What is measured anew takes
 * the place of what the cache has, part by part.
 */
enum { TEXT_SIZE = 1 << 16 };

/* What was measured by an older version has no caches, or says nothing of transfers. */
static bool has_memory(const struct sw_machine *m)
{
    return m->saturation_seen_to && sw_machine_cache(m, 1) > 0 &&
           (m->saturation_seen_to < 2 || m->transfer.apart > 0);
}

/* Which of the parts a description has. */
static unsigned machine_parts(const struct sw_machine *m)
{
    return (m->has_overheads ? SW_MACHINE_OVERHEADS : 0) | (has_memory(m) ? SW_MACHINE_MEMORY : 0);
}

/* Nothing is missing that a machine with so many processors can have: else it was too busy, and another time may do. */
static bool worth_keeping(const struct sw_machine *m)
{
    struct sw_overheads several = {
        .fork_thread = 1, .barrier_thread = 1, .fork_nested = 1, .join_nested = 1, .hand_over = 1};
    several.steal = m->overheads.spawn > 0;
    bool all = true;
    for (unsigned i = 0; i < SW_OVERHEAD_FIGURES && m->processors > 1; i++)
        all &= *sw_overhead(&several, i) == 0 || (m->overheads_known >> i & 1);
    return all || !m->overheads_known;
}

static bool append(char *text, const struct sw_helper *helper)
{
    size_t n = strlen(text);
    return sw_helper_run(helper, text + n, TEXT_SIZE - n);
}

static void measure_overheads(char *text)
{
    static const char *const machine[] = {"--machine", NULL};
    static const char *const steal[] = {"steal", NULL};
    static const char *const two[] = {"CILK_NWORKERS", "2", "SPANWISE_EAGER", "1", NULL};
    sw_progress("calibrate: what OpenMP's constructs cost");
    append(text, &(struct sw_helper){"openmp-costs", machine, NULL, 8000});
    sw_progress("calibrate: what spawns and steals cost");
    append(text, &sw_spawn_cost_helper);
    if (sw_processors() > 1)
        append(text, &(struct sw_helper){"cilk-costs", steal, two, 3000});
}

/* It says itself why there is nothing, where there is nothing; but not if it takes too long. */
static void measure_memory(char *text)
{
    sw_progress("calibrate: how much memory bandwidth threads get side by side");
    if (!append(text, &(struct sw_helper){"memory-costs", NULL, NULL, 30000}) &&
        !sw_interrupt_asked())
        sw_error("the memory is not measured: the machine is too busy");
}

static void put_head(char *text)
{
    char name[300];
    long line = sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
    sw_machine_name(name, sizeof name);
    snprintf(text, TEXT_SIZE,
             "spanwise machine 1\nname = %s\narchitecture = %s\nprocessors = %u\n"
             "cache_line_bytes = %ld\n",
             name, machine_architecture(), sw_processors(), line > 0 ? line : 64);
}

static int measure(struct sw_machine *m, unsigned parts, char *why, size_t why_size)
{
    SW_FREED char *text = malloc(TEXT_SIZE);
    if (!text) {
        sw_machine_init(m);
        snprintf(why, why_size, "not enough memory");
        return -ENOMEM;
    }
    put_head(text);
    if (parts & SW_MACHINE_OVERHEADS)
        measure_overheads(text);
    if (parts & SW_MACHINE_MEMORY)
        measure_memory(text);
    sw_progress_erase();
    int error = sw_machine_parse(m, text, "what was measured", why, why_size);
    if (sw_interrupt_asked() && !error) { /* not all was measured */
        snprintf(why, why_size, "interrupted");
        error = -EINTR;
    }
    return error;
}

static void take_overheads(struct sw_machine *to, const struct sw_machine *from)
{
    to->overheads = from->overheads;
    to->spread = from->spread;
    to->has_overheads = from->has_overheads;
    to->overheads_known = from->overheads_known;
    to->overheads_seen_to = from->overheads_seen_to;
}

/* What was not measured now is as the cache has it. */
static void keep_others(struct sw_machine *measured, struct sw_machine *cached, unsigned parts)
{
    if (!(parts & SW_MACHINE_OVERHEADS))
        take_overheads(measured, cached);
    if (!(parts & SW_MACHINE_MEMORY)) {
        struct sw_machine only_overheads = *measured;
        take_overheads(cached, measured);
        *measured = *cached;
        *cached = only_overheads;
    }
}

int sw_machine_here(struct sw_machine *machine, unsigned parts, bool again, char *why,
                    size_t why_size)
{
    char nobody_reads[512];
    struct sw_machine cached;
    int error = sw_machine_cached(&cached, nobody_reads, sizeof nobody_reads);
    bool has_cached = !error; /* a damaged one as well is measured anew */
    unsigned missing = again || error ? parts : parts & ~machine_parts(&cached);
    *why = 0;
    if (!missing) {
        *machine = cached;
        return 0;
    }
    error = measure(machine, missing, why, why_size);
    if (!error) {
        if (has_cached)
            keep_others(machine, &cached, missing);
        if (*sw_machine_cache_path() && worth_keeping(machine))
            sw_machine_write(machine, sw_machine_cache_path(), nobody_reads, sizeof nobody_reads);
    }
    sw_machine_release(&cached);
    return error;
}

#define SUFFIX ".machine"

static bool path_of(const char *name, char path[PATH_MAX])
{
    const char *lib = sw_install_lib();
    return lib && snprintf(path, PATH_MAX, "%s/machines/%s", lib, name) < PATH_MAX;
}

static int is_description(const struct dirent *entry)
{
    return sw_ends_in(entry->d_name, SUFFIX);
}

/* Calls `with` for each that can be read, by name. */
static void each(void (*with)(void *, const char *file, struct sw_machine *), void *data)
{
    char folder[PATH_MAX], path[2 * PATH_MAX], why[512];
    struct dirent **entries = NULL;
    int n = path_of("", folder) ? scandir(folder, &entries, is_description, alphasort) : 0;
    for (int i = 0; i < n; i++) {
        struct sw_machine m;
        snprintf(path, sizeof path, "%s%s", folder, entries[i]->d_name);
        if (!sw_machine_read(&m, path, why, sizeof why))
            with(data, entries[i]->d_name, &m);
        sw_machine_release(&m);
        free(entries[i]);
    }
    free(entries);
}

static bool is_listed(const char *name, char path[PATH_MAX])
{
    char file[NAME_MAX + 1];
    return !strchr(name, '/') && access(name, F_OK) &&
           (size_t)snprintf(file, sizeof file, "%s" SUFFIX, name) < sizeof file &&
           path_of(file, path) && !access(path, F_OK);
}

int sw_machine_named(struct sw_machine *machine, const char *name, char *why, size_t why_size)
{
    char path[PATH_MAX];
    if (is_listed(name, path))
        return sw_machine_read(machine, path, why, why_size);
    if (strchr(name, '/') || !access(name, F_OK))
        return sw_machine_read(machine, name, why, why_size);
    sw_machine_init(machine);
    snprintf(why, why_size,
             "'%s' is neither a file nor a listed machine; 'spanwise calibrate --list' shows those",
             name);
    return -ENOENT;
}

struct choice {
    unsigned cores, has;
    char file[NAME_MAX + 1];
};

static void consider(void *data, const char *file, struct sw_machine *m)
{
    struct choice *c = data;
    if (!m->architecture || strcmp(m->architecture, machine_architecture()) ||
        m->bandwidth.kind == SW_CURVE_NONE)
        return;
    bool is_better = c->has < c->cores ? m->processors > c->has
                                       : m->processors >= c->cores && m->processors < c->has;
    if (!is_better)
        return;
    c->has = m->processors;
    snprintf(c->file, sizeof c->file, "%s", file);
}

int sw_machine_for(struct sw_machine *machine, unsigned cores, char *chosen, size_t chosen_size)
{
    char why[512], path[PATH_MAX];
    struct choice c = {.cores = cores};
    sw_machine_init(machine);
    if (cores <= sw_processors() &&
        !sw_machine_here(machine, SW_MACHINE_MEMORY, false, why, sizeof why) &&
        sw_machine_cache(machine, 1) > 0) {
        snprintf(chosen, chosen_size, "this machine");
        return 0;
    }
    sw_machine_release(machine);
    each(consider, &c);
    if (!c.has || !path_of(c.file, path))
        return -ENOENT;
    int error = sw_machine_read(machine, path, why, sizeof why);
    snprintf(chosen, chosen_size, "the %s listed server%s", c.has >= cores ? "smallest" : "largest",
             c.has >= cores ? " that has them" : "");
    return error;
}

bool sw_machine_suits(const char *name, bool memory)
{
    struct sw_machine m;
    char why[4500];
    if (!name)
        return true;
    if (!memory)
        return sw_error("--machine is for --memory");
    bool can_be_read = !sw_machine_named(&m, name, why, sizeof why);
    if (*why)
        sw_error("%s", why);
    sw_machine_release(&m);
    return can_be_read;
}

/* Nobody publishes what lines of the listed ones take from core to core: as here, and it says so. */
static int borrow(struct sw_machine *m)
{
    struct sw_machine here;
    char why[512];
    int error = 0;
    if (!sw_machine_here(&here, SW_MACHINE_MEMORY, false, why, sizeof why))
        error = sw_machine_borrow_transfers(m, &here);
    sw_machine_release(&here);
    return error;
}

void sw_machine_note(struct sw_profile *p, const char *name)
{
    struct sw_machine m;
    char why[4500], path[PATH_MAX], chosen[200] = "", *text = NULL;
    size_t size;
    int error = name ? sw_machine_named(&m, name, why, sizeof why)
                     : sw_machine_for(&m, (unsigned)sw_answer_processors(p), chosen, sizeof chosen);
    if (!error && p->memory.transfers[0] &&
        (name ? is_listed(name, path) : m.transfer.streamed <= 0))
        error = borrow(&m);
    FILE *out = error ? NULL : open_memstream(&text, &size);
    if (out) {
        sw_machine_put(&m, out);
        fclose(out);
    }
    sw_machine_release(&m);
    char *reason = text ? strdup(chosen) : NULL;
    if (!text || !reason) {
        sw_error(
            "--memory: no machine is known that it could be told for; --machine=FILE names one");
        free(text);
        return;
    }
    sw_profile_release_string(p, p->machine);
    sw_profile_release_string(p, p->machine_chosen);
    p->machine = text;
    p->machine_chosen = reason;
}

static void list(void *data, const char *file, struct sw_machine *m)
{
    fprintf(data, "%-16.*s %s\n", (int)(strlen(file) - strlen(SUFFIX)), file,
            m->name ? m->name : "");
}

void sw_machines_list(FILE *out)
{
    each(list, out);
}
