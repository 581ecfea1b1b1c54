#include "analysis/workspan/language.h"
#include "analysis/workspan/sites.h"
#include "base/text.h"

/* By what is loaded: a library, wherever it is; an interpreter, only if it is the program itself. */
static const struct {
    const char *begins;
    bool is_program;
    enum sw_language language;
} known[] = {
    {"libjvm.so", false, SW_LANGUAGE_JAVA}, {"libnode.so", false, SW_LANGUAGE_NODE},
    {"node", true, SW_LANGUAGE_NODE},       {"python", true, SW_LANGUAGE_PYTHON},
    {"perl", true, SW_LANGUAGE_PERL},       {"ruby", true, SW_LANGUAGE_RUBY},
};

static enum sw_language of_module(const char *name, bool is_program)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is_program >= known[i].is_program &&
            !strncmp(name, known[i].begins, strlen(known[i].begins)))
            return known[i].language;
    return SW_LANGUAGE_COMPILED;
}

/* Its threads begin in the runtime, but their callers are not always known; or the code is in files of Go. */
static bool is_go(const struct sw_profile *p)
{
    return SW_FIRST(frame, p->sampled.frames, p->sampled.n_frames,
                    !strncmp(frame->place.function, "runtime.mstart", 14) ||
                        !strncmp(frame->place.function, "runtime.goexit", 14) ||
                        sw_ends_in(frame->place.file, ".go"));
}

enum sw_language sw_language_of(const struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_modules; i++) {
        enum sw_language found = of_module(sw_base_name(p->modules[i].path), !i);
        if (found)
            return found;
    }
    return is_go(p) ? SW_LANGUAGE_GO : SW_LANGUAGE_COMPILED;
}
