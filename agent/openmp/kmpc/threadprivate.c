/*
 * threadprivate variables of programs that do not have them in thread-local storage
 * (-fno-openmp-use-tls). The first thread of the process has the variable itself, all others copies:
 * made by the variable's constructor if it has one, else of what it held when it was first met here.
 */
#include "agent/openmp/kmpc/kmpc.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A variable, once for the process. */
struct variable {
    struct variable *next;
    const void *data;
    void *(*construct)(void *);
    void *(*copy)(void *, void *);
    void *(*construct_vector)(void *, size_t);
    size_t length;
    void *initial; /* NULL: not known yet */
};

struct sw_kmpc_copies {
    struct sw_kmpc_copies *next;
    const void *data;
    void *own;
};

static struct variable *variables;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static const char ours[] = "a threadprivate variable"; /* what memory is needed for */

static struct variable *find(const void *data)
{
    struct variable *v = variables;
    while (v && v->data != data)
        v = v->next;
    if (!v) {
        v = sw_omp_need(calloc(1, sizeof *v), ours);
        v->data = data;
        v->next = variables;
        variables = v;
    }
    return v;
}

static struct variable *meet(const void *data, size_t size)
{
    pthread_mutex_lock(&guard);
    struct variable *v = find(data);
    if (!v->initial)
        v->initial = memcpy(sw_omp_need(malloc(size), ours), data, size);
    pthread_mutex_unlock(&guard);
    return v;
}

static void *new_copy(const struct variable *v, size_t size)
{
    void *own = NULL;
    if (posix_memalign(&own, 64, size))
        sw_omp_need(NULL, ours);
    memset(own, 0, size);
    if (v->construct_vector)
        v->construct_vector(own, v->length);
    else if (v->construct)
        v->construct(own);
    else if (v->copy)
        v->copy(own, v->initial);
    else
        memcpy(own, v->initial, size);
    return own;
}

/* The thread that the process began with. */
static bool is_first(const struct sw_omp_thread *t)
{
    const struct sw_omp_simulator *first = sw_omp_simulators();
    while (first->next)
        first = first->next;
    return t == &first->root;
}

static void *own_of(void *data, size_t size)
{
    struct sw_omp_thread *t = sw_omp_self();
    struct sw_kmpc_thread *state = sw_kmpc_thread(t);
    struct variable *v = meet(data, size);
    if (is_first(t))
        return data;
    for (struct sw_kmpc_copies *c = state->copies; c; c = c->next)
        if (c->data == data)
            return c->own;
    struct sw_kmpc_copies *c = sw_omp_need(malloc(sizeof *c), ours);
    *c = (struct sw_kmpc_copies){state->copies, data, new_copy(v, size)};
    state->copies = c;
    return c->own;
}

SW_OMP_CALL(void *, __kmpc_threadprivate, (CALLER, void *data, size_t size), own_of(data, size))

/* With a cache, which is not used: it is indexed by a number that threads of several simulators share. */
SW_OMP_ALIAS(__kmpc_threadprivate_cached, __kmpc_threadprivate);

SW_API void __kmpc_threadprivate_register(struct sw_kmpc_ident *loc, void *data,
                                          void *(*construct)(void *), void *(*copy)(void *, void *),
                                          void (*destroy)(void *))
{
    pthread_mutex_lock(&guard);
    struct variable *v = find(data);
    v->construct = construct;
    v->copy = copy;
    pthread_mutex_unlock(&guard);
}

SW_API void __kmpc_threadprivate_register_vec(struct sw_kmpc_ident *loc, void *data,
                                              void *(*construct)(void *, size_t),
                                              void *(*copy)(void *, void *, size_t),
                                              void (*destroy)(void *, size_t), size_t length)
{
    pthread_mutex_lock(&guard);
    struct variable *v = find(data);
    v->construct_vector = construct;
    v->length = length;
    pthread_mutex_unlock(&guard);
}
