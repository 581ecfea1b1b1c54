/*
 * Programs that have the static part of Intel's library in them (ittnotify) load the library of INTEL_LIBITTNOTIFY64
 * too, and hand it their table of functions to fill in. Of all that it names, annotations are known here; the rest
 * does what it does without a tool.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* As far as it is needed, of all versions since 2010. */
struct entry {
    const char *name;
    void **function;
    void *at_first, *otherwise;
    int group;
};

struct program {
    unsigned char magic[8];
    unsigned long version[3];
    volatile long states[3];
    pthread_mutex_t mutex;
    void *library;
    void *on_error;
    const char **path;
    struct entry *entries;
};

void __itt_api_init(struct program *program, int groups);
const char *__itt_api_version(void);

EXPORT void __itt_api_init(struct program *program, int groups)
{
    static const char ours[] = "__itt_model_";
    (void)groups;
    for (struct entry *e = program ? program->entries : NULL; e && e->name; e++) {
        void *found = NULL;
        if (!strncmp(e->name, ours, sizeof ours - 1))
            found = dlsym(program->library, e->name);
        *e->function = found ? found : e->otherwise;
    }
}

EXPORT const char *__itt_api_version(void)
{
    return "spanwise " SW_VERSION;
}
