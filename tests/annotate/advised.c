/*
 * Does at run time what a binary does that was built with Intel Advisor's own header: opens the library that the
 * environment names, asks it for the functions by their names, and calls them. advised [table]: as one with the static
 * part of ITT, which hands the library a table to be filled in.
 *
 * Truth: section 'site' at 4 x ITERATION, of which each has a lock; section 'second' with the tasks 'a' and 'b', of which
 * 'b' is as three. Between the two a spin that is not to be collected.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    void (*site_begin)(const char *), (*site_end)(void), (*task_begin)(const char *);
    void (*task_begin_length)(const char *, size_t), (*task_end)(void);
    void (*iteration)(const char *), (*lock)(void *), (*unlock)(void *);
    void (*disable)(int), (*enable)(void), (*aggregate)(size_t), (*allocated)(void *, size_t);
} model;

static void nothing(void)
{
}

static struct entry {
    const char *name;
    void **function;
    void *first, *null;
    int group;
} entries[] = {
    {"__itt_model_site_beginA", (void **)&model.site_begin, NULL, (void *)nothing, 0},
    {"__itt_model_site_end_2", (void **)&model.site_end, NULL, (void *)nothing, 0},
    {"__itt_model_task_beginA", (void **)&model.task_begin, NULL, (void *)nothing, 0},
    {"__itt_model_task_beginAL", (void **)&model.task_begin_length, NULL, (void *)nothing, 0},
    {"__itt_model_task_end_2", (void **)&model.task_end, NULL, (void *)nothing, 0},
    {"__itt_model_iteration_taskA", (void **)&model.iteration, NULL, (void *)nothing, 0},
    {"__itt_model_lock_acquire_2", (void **)&model.lock, NULL, (void *)nothing, 0},
    {"__itt_model_lock_release_2", (void **)&model.unlock, NULL, (void *)nothing, 0},
    {"__itt_model_disable_push", (void **)&model.disable, NULL, (void *)nothing, 0},
    {"__itt_model_disable_pop", (void **)&model.enable, NULL, (void *)nothing, 0},
    {"__itt_model_aggregate_task", (void **)&model.aggregate, NULL, (void *)nothing, 0},
    {"__itt_model_record_allocation", (void **)&model.allocated, NULL, (void *)nothing, 0},
    {"__itt_pause", NULL, NULL, (void *)nothing, 0},
    {NULL, NULL, NULL, NULL, 0},
};

/* As the static part lays it out. */
static struct {
    unsigned char magic[8];
    unsigned long version[3];
    volatile long states[3];
    pthread_mutex_t mutex;
    void *library, *on_error;
    const char **path;
    struct entry *entries;
} table = {.entries = entries};

static volatile long sink;

static void spin(int turns)
{
    for (int i = 0; i < turns * 1000; i++)
        sink += i;
}

static void load(int by_table)
{
    static void (*pause)(void);
    const char *name = getenv("INTEL_LIBITTNOTIFY64");
    void *library = name ? dlopen(name, RTLD_LAZY) : NULL;
    void (*init)(void *, int) = NULL;
    entries[sizeof entries / sizeof *entries - 2].function = (void **)&pause;
    table.library = library;
    if (library && by_table)
        *(void **)&init = dlsym(library, "__itt_api_init");
    if (init) {
        init(&table, -1);
        pause();
        return;
    }
    for (struct entry *e = entries; e->name; e++) {
        *e->function = library ? dlsym(library, e->name) : NULL;
        if (!*e->function)
            *e->function = e->null;
    }
}

int main(int argc, char **argv)
{
    int lock;
    load(argc > 1 && !strcmp(argv[1], "table"));
    model.disable(0);
    model.enable();
    spin(100);
    model.site_begin("site");
    for (int i = 0; i < 4; i++) {
        model.iteration("\"iteration\"");
        spin(100);
        model.lock(&lock);
        spin(50);
        model.unlock(&lock);
    }
    model.site_end();
    model.disable(1);
    spin(5000);
    model.enable();
    model.site_begin("second");
    model.task_begin("a");
    spin(100);
    model.task_end();
    model.task_begin_length("b and more", 1);
    model.aggregate(3);
    spin(300);
    model.task_end();
    model.site_end();
    model.allocated(&lock, sizeof lock);
    printf("done\n");
    return 5;
}
