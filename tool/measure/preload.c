/* Puts our libraries, and those that the user names himself, into LD_PRELOAD for the program. */
#include "tool/measure/preload.h"
#include "console/install.h"
#include "console/message.h"
#include "tool/common/program.h"
#include "tool/front_ends/program_files.h"
#include "tool/measure/launch.h"

#include <dlfcn.h>

const char **sw_environment_add(const char **to, const char *name, const char *value)
{
    *to++ = name;
    *to++ = value;
    return to;
}

bool sw_preload_is_needed(const struct sw_profiling *p)
{
    return p->plain || p->front_end->is_preloaded;
}

/* Whether the loader of this system is one that preload/ has links for. */
static bool has_links(const char *lib)
{
    char name[PATH_MAX];
    snprintf(name, sizeof name, "%s/preload/$LIB/libspanwise-calls.so", lib);
    void *found = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (found)
        dlclose(found);
    return found;
}

/*
 * What the program starts gets the same environment, and may be of musl, whose loader would end it for want of what our libraries
 * need. Glibc's puts a folder in place of $LIB; musl's finds nothing by that name, and goes on without a word.
 */
static void add_library(struct sw_profiling *p, const char *library)
{
    const char *lib = sw_install_lib();
    size_t n = strlen(lib), used = strlen(p->preload);
    bool is_there = !strncmp(library, lib, n) && library[n] == '/' && has_links(lib);
    if (*library)
        snprintf(p->preload + used, sizeof p->preload - used, "%s%.*s%s%s", used ? ":" : "",
                 is_there ? (int)n : 0, lib, is_there ? "/preload/$LIB" : "",
                 library + (is_there ? n : 0));
}

/*
 * Our hooks come before Cilkscale's in a program of OpenCilk's, unprofiled too: ours do nothing
 * then, Cilkscale's measure.
 */
void sw_preload_set(struct sw_profiling *p)
{
    const char *theirs = getenv("LD_PRELOAD");
    add_library(p, sw_preload_is_needed(p) ? p->library : "");
    add_library(p, p->mpi);
    add_library(p, p->locks);
    add_library(p, p->calls);
    size_t used = strlen(p->preload);
    if (theirs && *theirs)
        snprintf(p->preload + used, sizeof p->preload - used, "%s%s", used ? ":" : "", theirs);
}

/*
 * AddressSanitizer's library ends a program in which it is not the first one, for fear of others that have its functions. Ours
 * have none of malloc's, and call the next of what they do have: it need not look. What the program starts may have it too.
 */
const char **sw_preload_add(struct sw_profiling *p, const char **to)
{
    const char *theirs = getenv("ASAN_OPTIONS");
    to = sw_environment_add(to, "LD_PRELOAD", p->preload);
    if (!p->sanitizer && asprintf(&p->sanitizer, "verify_asan_link_order=0%s%s",
                                  theirs && *theirs ? ":" : "", theirs ? theirs : "") < 0)
        p->sanitizer = NULL;
    return p->sanitizer ? sw_environment_add(to, "ASAN_OPTIONS", p->sanitizer) : to;
}

/* The dynamic loader takes a blank and a colon for the end of a name. */
static bool is_loader_name(const char *library)
{
    return !strpbrk(library, " :");
}

bool sw_preload_can(const char *library)
{
    return is_loader_name(library) ||
           sw_error("cannot load '%s' into a program: the dynamic loader accepts no path with a "
                    "blank or a colon; install spanwise elsewhere",
                    library);
}

bool sw_preload_can_load(const struct sw_profiling *p)
{
    char why[PATH_MAX + 512];
    const char *program = p->argv[0];
    if (!sw_loadable(program, why, sizeof why))
        sw_error("%s", why);
    else if (p->front_end->is_sampled && sw_loadable_is_held_back(program))
        sw_error("'%s' is built with '-fsanitize=thread', which delays the signals used for "
                 "sampling and makes programs about ten times slower; build it without",
                 program);
    else
        return true;
    return false;
}

bool sw_preload_is_loaded(const struct sw_profiling *p)
{
    return sw_preload_is_needed(p) ||
           (p->front_end->loads_itself && !sw_loadable_is_static(p->argv[0]));
}

/* A program that spanwise cc has built loads its library itself: it can be anywhere, and has no other use for these. In a parallel run,
 * that of locks tells nobody: there threads wait for locks, and do not only hold them. */
void sw_preload_find(struct sw_profiling *p, const char *lib)
{
    if (!is_loader_name(lib))
        return;
    snprintf(p->calls, sizeof p->calls, "%s/libspanwise-calls.so", lib);
    if (p->front_end->locks)
        snprintf(p->locks, sizeof p->locks, "%s/%s", lib, p->front_end->locks);
}

/* Under a launcher, of a program that has MPI: waiting there is to be told apart. */
void sw_preload_find_mpi(struct sw_profiling *p, const char *lib)
{
    if (sw_launch_is_there() && p->options.insn_counter != SW_INSN_COUNTER_QEMU &&
        sw_program_needs(p->argv[0], "libmpi"))
        snprintf(p->mpi, sizeof p->mpi, "%s/libspanwise-mpi.so", lib);
}
