/* The interface of Intel's annotations (ittnotify): its functions, and how the static part of Intel's library finds them. */
#include "agent/annotate/hooks.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <wchar.h>

#define EXPORT __attribute__((visibility("default")))
#define HERE   ((uint64_t)__builtin_return_address(0) - 1)

enum { CACHE = 256, NAME = 256 };

static struct {
    uint64_t address;
    uint32_t number, kind;
} cache[CACHE];

/* Of pushes that disabled something, which: 1 is collection. */
static __thread unsigned char disabled[64];
static __thread unsigned n_disabled;

/* A name as it is to be shown: without quotes around it. Into `text`, of NAME bytes. */
static const char *unquoted(const char *name, size_t length, char *text)
{
    if (!name)
        return NULL;
    if (length >= 2 && name[0] == '"' && name[length - 1] == '"') {
        name++;
        length -= 2;
    }
    length = length < NAME - 1 ? length : NAME - 1;
    memcpy(text, name, length);
    text[length] = 0;
    return text;
}

static uint32_t known(const struct sw_annotator *a, const struct sw_place_key *key)
{
    uint64_t i = (key->address >> 2) % CACHE;
    if (cache[i].address != key->address || cache[i].kind != key->kind)
        return 0;
    const char *label = a->tree->sites[cache[i].number].label;
    return !strcmp(label ? label : "", key->label ? key->label : "") ? cache[i].number : 0;
}

static void pass(enum sw_mark_kind kind, enum sw_node_kind node, const char *name, uint64_t value,
                 uint64_t address)
{
    struct sw_annotator *a = sw_annotate_enter();
    if (!a)
        return;
    struct sw_place_key key = {.label = name, .address = address, .kind = node};
    uint32_t number = known(a, &key);
    a->untimed = 0;
    if (number) {
        sw_annotate_mark(a, kind, number, value);
    } else {
        uint64_t i = (address >> 2) % CACHE;
        sw_annotate_now(a, kind, &key, &cache[i].number, value);
        cache[i].address = address;
        cache[i].kind = node;
    }
    sw_annotate_leave(a);
}

static void pass_named(enum sw_mark_kind kind, enum sw_node_kind node, const char *name,
                       size_t length, uint64_t address)
{
    char text[NAME];
    pass(kind, node, unquoted(name, length, text), 0, address);
}

static size_t length_of(const char *name)
{
    return name ? strlen(name) : 0;
}

/* Of wide characters, those that are ASCII. */
static void pass_wide(enum sw_mark_kind kind, enum sw_node_kind node, const wchar_t *name,
                      uint64_t address)
{
    char text[NAME];
    size_t n = 0;
    for (; name && name[n] && n < NAME - 1; n++)
        text[n] = name[n] > 0 && name[n] < 128 ? (char)name[n] : '?';
    text[n] = 0;
    pass_named(kind, node, text, n, address);
}

/* A name, one with its length, and a wide one; and the oldest form, with handles that are not needed. */
#define NAMED(function, kind, node)                                    \
    EXPORT void __itt_model_##function##A(const char *name)            \
    {                                                                  \
        pass_named(kind, node, name, length_of(name), HERE);           \
    }                                                                  \
    EXPORT void __itt_model_##function##AL(const char *name, size_t n) \
    {                                                                  \
        pass_named(kind, node, name, n, HERE);                         \
    }                                                                  \
    EXPORT void __itt_model_##function##W(const wchar_t *name)         \
    {                                                                  \
        pass_wide(kind, node, name, HERE);                             \
    }

#define WITH_HANDLES(function, kind, node)                                               \
    EXPORT void __itt_model_##function(void **handle, void **instance, const char *name) \
    {                                                                                    \
        (void)handle, (void)instance;                                                    \
        pass_named(kind, node, name, length_of(name), HERE);                             \
    }

/* Two names of one: what the older one is given as well is not needed. */
#define PASSES(function, other, kind, node, parameters, value) \
    EXPORT void __itt_model_##function parameters              \
    {                                                          \
        pass(kind, node, NULL, value, HERE);                   \
    }                                                          \
    SAME(other, function)
#define SAME(name, of)                                     \
    extern __typeof__(__itt_model_##of) __itt_model_##name \
        __attribute__((alias("__itt_model_" #of), visibility("default")));

NAMED(site_begin, SW_MARK_SECTION, SW_NODE_SECTION)
NAMED(task_begin, SW_MARK_TASK, SW_NODE_TASK)
NAMED(iteration_task, SW_MARK_ITERATION, SW_NODE_TASK)
WITH_HANDLES(site_begin, SW_MARK_SECTION, SW_NODE_SECTION)
WITH_HANDLES(task_begin, SW_MARK_TASK, SW_NODE_TASK)
PASSES(site_end, site_end_2, SW_MARK_SECTION_END, SW_NODE_NONE, (void), 0)
PASSES(task_end, task_end_2, SW_MARK_TASK_END, SW_NODE_NONE, (void), 0)
PASSES(lock_acquire, lock_acquire_2, SW_MARK_LOCK, SW_NODE_LOCK, (void *lock), (uint64_t)lock)
PASSES(lock_release, lock_release_2, SW_MARK_LOCK_END, SW_NODE_NONE, (void *lock), (uint64_t)lock)

EXPORT void __itt_model_aggregate_task(size_t tasks)
{
    pass(SW_MARK_AGGREGATE, SW_NODE_NONE, NULL, tasks, HERE);
}

/* What disables observation only, of dependences, is as long as ever. */
EXPORT void __itt_model_disable_push(int what)
{
    if (n_disabled < sizeof disabled)
        disabled[n_disabled] = what == 1;
    n_disabled++;
    if (what == 1)
        pass(SW_MARK_PAUSE, SW_NODE_NONE, NULL, 0, HERE);
}

EXPORT void __itt_model_disable_pop(void)
{
    if (!n_disabled)
        return;
    n_disabled--;
    if (n_disabled < sizeof disabled && disabled[n_disabled])
        pass(SW_MARK_RESUME, SW_NODE_NONE, NULL, 0, HERE);
}

EXPORT int __itt_model_is_collection_disabled(void)
{
    for (unsigned i = 0; i < n_disabled && i < sizeof disabled; i++)
        if (disabled[i])
            return 1;
    return 0;
}

/* Of memory and its uses, for the search for dependences. */
#define IGNORED(function)                    \
    EXPORT void __itt_model_##function(void) \
    {                                        \
    }
IGNORED(record_allocation)
IGNORED(record_deallocation)
IGNORED(induction_uses)
IGNORED(reduction_uses)
IGNORED(observe_uses)
IGNORED(clear_uses)

/*
 * Programs that have the static part of Intel's library in them (ittnotify) load the library of INTEL_LIBITTNOTIFY64
 * too, and hand it their table of functions to fill in. Of all that it names, annotations are known here; the rest
 * does what it does without a tool.
 */

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
