#include "tool/measure/machines.h"
#include "analysis/workspan/bounds.h"
#include "base/processors.h"
#include "console/install.h"
#include "console/message.h"
#include "tool/measure/machine_here.h"
#include "tool/measure/machine_name.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SUFFIX ".machine"

static bool path_of(const char *name, char path[PATH_MAX])
{
    const char *lib = sw_install_lib();
    return lib && snprintf(path, PATH_MAX, "%s/machines/%s", lib, name) < PATH_MAX;
}

static int is_description(const struct dirent *entry)
{
    size_t n = strlen(entry->d_name), suffix = strlen(SUFFIX);
    return n > suffix && !strcmp(entry->d_name + n - suffix, SUFFIX);
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
    if (!m->architecture || strcmp(m->architecture, sw_machine_architecture()) ||
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
    if (!memory) {
        sw_error("--machine is for --memory");
        return false;
    }
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
