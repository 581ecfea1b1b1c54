/*
 * `spanwise cc`: the compiler driver. The user's command runs almost as it is given: options of
 * ours go before it, and each source with Cilk in it is replaced by its rewritten text, in a
 * temporary file of the same name with the suffix .i or .ii, so that the compiler names its outputs as
 * ever. A source in C++ that may have some is preprocessed a second time, with a header of ours first.
 */
#include "compile/driver/cc_args.h"
#include "compile/driver/cc_compiler.h"
#include "compile/driver/driver.h"
#include "compile/rewrite/emitter.h"
#include "console/install.h"
#include "console/message.h"
#include "profile/input.h"

struct build {
    struct sw_cc_args args;
    struct sw_cc_compiler compiler;
    const char **replaced; /* for each argument: its rewritten file; or NULL */
    int status;            /* the first that is not 0, as waitpid gives it */
    int elided;            /* a header to precompile has Cilk in it */
};

#define FAILED 0x100 /* exit status 1, as waitpid gives it */

static void add_compiler(const struct build *b, struct sw_strings *out)
{
    for (size_t i = 0; i < b->compiler.command.count; i++)
        sw_strings_add(out, "%s", b->compiler.command.item[i]);
}

/* Before the user's options, so that those win. */
static int add_own_options(const struct build *b, struct sw_strings *out)
{
    const char *lib = sw_install_lib();
    if (!lib)
        return -1;
    sw_strings_add(out, "-B%s/as/", lib);
    if (b->compiler.is_clang) {
        sw_strings_add(out, "-Qunused-arguments");
        sw_strings_add(out, "-fno-integrated-as");
    } else {
        sw_strings_add(out, "-fno-inline-functions-called-once");
        /* It would mark what lies between two stacks, if an array of variable length is on the other one. */
        if (b->args.addresses) {
            sw_strings_add(out, "--param");
            sw_strings_add(out, "asan-instrument-allocas=0");
        }
    }
    if (b->compiler.target == SW_CC_X86_64)
        sw_strings_add(out, "-fno-omit-frame-pointer");
    /* Sleds shift what comes behind them, and where a short loop lies is worth a quarter of its time. */
    if (b->compiler.target == SW_CC_X86_64 && !b->compiler.is_clang)
        sw_strings_add(out, "-falign-loops=32");
    return 0;
}

static int add_preprocessing(struct sw_strings *out)
{
    const char *include = sw_install_include();
    if (!include)
        return -1;
    sw_strings_add(out, "-D__spanwise__=1");
    sw_strings_add(out, "-D__cilk=300");
    sw_strings_add(out, "-isystem");
    sw_strings_add(out, "%s", include);
    return 0;
}

/* --- preprocessing --- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int without_suffix(const char *path)
{
    const char *dot = strrchr(base_name(path), '.');
    return dot && dot != base_name(path) ? (int)(dot - path) : (int)strlen(path);
}

/* Names the dependencies as the compiler would have, compiling the source itself. */
static void add_dependency_names(const struct build *b, const char *source, struct sw_strings *out)
{
    const struct sw_cc_args *a = &b->args;
    const char *base = base_name(source), *output = a->output;
    int linking = a->mode == SW_CC_LINK;
    if (!a->names_dependencies) {
        sw_strings_add(out, "-MF");
        if (output)
            sw_strings_add(out, "%.*s.d", without_suffix(output), output);
        else
            sw_strings_add(out, "%s%.*s.d", linking && !b->compiler.is_clang ? "a-" : "",
                           without_suffix(base), base);
    }
    if (a->names_target)
        return;
    sw_strings_add(out, "-MQ");
    if (output)
        sw_strings_add(out, "%s", output);
    else
        sw_strings_add(out, "%.*s.o", without_suffix(base), base);
}

/* How a source is preprocessed. */
enum { KEEP_MACROS = 1, ADD_TASKS = 2, LOOK = 4 };

static int has_tasks(const struct build *b)
{
    return !b->compiler.is_clang && !getenv("SPANWISE_SERIAL");
}

static void add_preprocessing_command(const struct build *b, const struct sw_cc_arg *source,
                                      int how, struct sw_strings *out)
{
    const struct sw_cc_args *a = &b->args;
    if (how & ADD_TASKS) {
        sw_strings_add(out, "-include");
        sw_strings_add(out, "%s/cilk/spanwise_tasks.h", sw_install_include());
        if (has_tasks(b))
            sw_strings_add(out, "-D__spanwise_tasks__=1");
    }
    for (size_t i = 0; i < a->count; i++)
        if (a->arg[i].role == SW_CC_OPTION || a->arg[i].role == SW_CC_DEPENDENCIES)
            sw_strings_add(out, "%s", a->arg[i].text);
    if (a->writes_dependencies)
        add_dependency_names(b, source->text, out);
    if (how & KEEP_MACROS)
        sw_strings_add(out, "-dD");
    if (how)
        sw_strings_add(out, "-w"); /* said another time */
    /* Comments stay: one that says 'fall through' silences a warning. */
    sw_strings_add(out, "-C");
    sw_strings_add(out, "-E");
    sw_strings_add(out, source->cxx ? "-xc++" : "-xc");
    sw_strings_add(out, "%s", source->text);
}

static int read_file(const char *path, struct sw_buffer *text)
{
    static const struct sw_input_kind kind = {1 << 30, SW_INPUT_STANDARD, NULL};
    char *data, why[4500];
    size_t size;
    int error = sw_input_read(path, &kind, &data, &size, why, sizeof why);
    if (error)
        sw_error("%s", why);
    else
        sw_buffer_add(text, data, size);
    free(data);
    return error;
}

/* The preprocessed text of a source; returns a status as waitpid gives it. */
static int preprocess(const struct build *b, const struct sw_cc_arg *source, int how,
                      struct sw_buffer *text)
{
    struct sw_strings command = {0};
    if (source->role == SW_CC_C_PREPROCESSED)
        return read_file(source->text, text) ? FAILED : 0;
    add_compiler(b, &command);
    if (b->compiler.is_clang)
        sw_strings_add(&command, "-Qunused-arguments");
    int status = add_preprocessing(&command);
    if (!status) {
        add_preprocessing_command(b, source, how, &command);
        status = sw_cc_process_read(&command, text);
    }
    sw_strings_release(&command);
    return status < 0 ? FAILED : status;
}

/* --- rewriting --- */

static int write_text(const struct sw_buffer *text, const char *path)
{
    FILE *file = path ? fopen(path, "we") : stdout;
    int bad = !file || fwrite(text->text, 1, text->size, file) != text->size;
    bad |= file && (path ? fclose(file) : fflush(file));
    if (bad)
        sw_error("cannot write '%s': %s", path ? path : "standard output", strerror(errno));
    return bad ? FAILED : 0;
}

static int write_rewritten(struct build *b, size_t i, const struct sw_buffer *text)
{
    const char *base = base_name(b->args.arg[i].text);
    char name[512];
    if (b->args.rewrite_only)
        return write_text(text, b->args.output);
    snprintf(name, sizeof name, "%.*s.i%s", without_suffix(base), base,
             b->args.arg[i].cxx ? "i" : "");
    b->replaced[i] = sw_cc_process_temporary(name);
    return b->replaced[i] ? write_text(text, b->replaced[i]) : FAILED;
}

/* Text that was preprocessed elsewhere has not what C++ needs. */
static int lacks_tasks(const struct sw_cc_arg *source, const struct sw_buffer *text)
{
    return source->cxx && text->text && !strstr(text->text, "__spanwise_cxx_scope");
}

static int rewrite_text(struct build *b, size_t i, const struct sw_buffer *text,
                        struct sw_buffer *out, struct sw_buffer *errors)
{
    const char *source = b->args.arg[i].text;
    struct sw_rewrite_mode mode = {b->compiler.target == SW_CC_X86_64 ? SW_TARGET_X86_64
                                                                      : SW_TARGET_AARCH64,
                                   has_tasks(b) && (!b->args.rewrite_only || b->args.arg[i].cxx),
                                   b->args.races, b->args.arg[i].cxx, !b->args.no_exceptions};
    int result = sw_rewrite(text->text ? text->text : "", text->size, mode, out, errors);
    if (result == SW_REWRITE_NONE) /* standard input cannot be read a second time */
        return b->args.rewrite_only || !strcmp(source, "-") ? write_rewritten(b, i, text) : 0;
    if (result == SW_REWRITE_DONE && lacks_tasks(&b->args.arg[i], text))
        return sw_fail(
            FAILED,
            "cannot build '%s': Cilk in C++ that is preprocessed already, or read from standard "
            "input; give the source itself",
            source);
    if (result < 0)
        return sw_fail(FAILED, "cannot rewrite '%s': %s", source, strerror(-result));
    if (result == SW_REWRITE_REFUSED) {
        sw_messages(errors->text);
        return FAILED;
    }
    if (b->compiler.target == SW_CC_ELSEWHERE)
        return sw_fail(FAILED,
                       "cannot build '%s': Cilk programs are built for aarch64 and x86-64 only",
                       source);
    return write_rewritten(b, i, out);
}

/* Is a second preprocessing worth it? Standard input cannot be read again. */
static int wanted(const struct sw_cc_arg *source, const struct sw_buffer *text)
{
    if (source->role != SW_CC_C_SOURCE || !strcmp(source->text, "-") || !text->text)
        return 0;
    int may_have_cilk = strstr(text->text, "cilk_") || strstr(text->text, "_Cilk_");
    return (sw_macro_wanted(text->text) ? KEEP_MACROS : 0) |
           (source->cxx && may_have_cilk ? ADD_TASKS : 0);
}

/*
 * What includes a header with Cilk in it is rewritten, from the header's text: no compiler reads it precompiled then. It only
 * has to be there, for those who build it.
 */
static void look_at_header(struct build *b, size_t i)
{
    static const char *const keywords[] = {"_spawn", "_sync", "_for", "_scope", "_reducer"};
    struct sw_buffer text;
    sw_buffer_init(&text);
    if (!preprocess(b, &b->args.arg[i], LOOK, &text) && text.text)
        for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++) {
            char word[32];
            snprintf(word, sizeof word, "ilk%s", keywords[k]);
            b->elided |= strstr(text.text, word) != NULL;
        }
    sw_buffer_release(&text);
}

static int rewrite_source(struct build *b, size_t i)
{
    struct sw_buffer text, out, errors;
    sw_buffer_init(&text);
    sw_buffer_init(&out);
    sw_buffer_init(&errors);
    int status = preprocess(b, &b->args.arg[i], 0, &text);
    int how = status ? 0 : wanted(&b->args.arg[i], &text);
    if (how) {
        sw_buffer_release(&text);
        status = preprocess(b, &b->args.arg[i], how, &text);
    }
    if (!status && !sw_cc_process_interrupted())
        status = rewrite_text(b, i, &text, &out, &errors);
    sw_buffer_release(&text);
    sw_buffer_release(&out);
    sw_buffer_release(&errors);
    return status;
}

static void rewrite_sources(struct build *b)
{
    for (size_t i = 0; i < b->args.count && !sw_cc_process_interrupted(); i++) {
        enum sw_cc_role role = b->args.arg[i].role;
        if (role == SW_CC_HEADER)
            look_at_header(b, i);
        if (role != SW_CC_C_SOURCE && role != SW_CC_C_PREPROCESSED)
            continue;
        int status = rewrite_source(b, i);
        if (!b->status)
            b->status = status;
    }
}

/* --- compiling and linking --- */

static int has_input_after(const struct sw_cc_args *a, size_t i)
{
    while (++i < a->count)
        if (a->arg[i].role >= SW_CC_C_SOURCE && a->arg[i].role <= SW_CC_OTHER_INPUT)
            return 1;
    return 0;
}

static void add_user_args(const struct build *b, struct sw_strings *out)
{
    const struct sw_cc_args *a = &b->args;
    int drop_dependencies = a->mode != SW_CC_PREPROCESS && a->n_sources;
    for (size_t i = 0; i < a->count; i++) {
        if (a->arg[i].role == SW_CC_DEPENDENCIES && drop_dependencies)
            continue; /* written already, from the sources themselves */
        if (!b->replaced[i]) {
            sw_strings_add(out, "%s", a->arg[i].text);
            continue;
        }
        sw_strings_add(out, a->arg[i].cxx ? "-xc++-cpp-output" : "-xcpp-output");
        sw_strings_add(out, "%s", b->replaced[i]);
        if (has_input_after(a, i)) /* the compiler warns of a language that nothing is in */
            sw_strings_add(out, "-x%s", a->arg[i].language ? a->arg[i].language : "none");
    }
}

static int uses_gold(const struct sw_cc_args *a)
{
    for (size_t i = 0; i < a->count; i++)
        if (!strcmp(a->arg[i].text, "-fuse-ld=gold"))
            return 1;
    return 0;
}

/* The module; and the profiler, if the linker links statically: see agent/CMakeLists.txt. */
static void add_module(const struct build *b, struct sw_strings *out)
{
    const char *given = getenv("SPANWISE_MODULE"); /* for another architecture than this one */
    char module[PATH_MAX];
    if (!given || !*given) {
        snprintf(module, sizeof module, "%s/spanwise-cilk.o", sw_install_lib());
        given = module;
    }
    sw_strings_add(out, "%s", given);
    if (!b->args.shared) {
        sw_strings_add(out, "-L%.*slink", (int)(base_name(given) - given), given);
        sw_strings_add(out, "-lspanwise-static");
        sw_strings_add(out, "-Wl,--eh-frame-hdr"); /* of static programs too: samples need it */
    }
    /* The module names its section of sleds; without this, that alone would keep all code from
     * --gc-sections. */
    if (!uses_gold(&b->args))
        sw_strings_add(out, "-Wl,-z,start-stop-gc");
}

static int has_replaced_cxx(const struct build *b)
{
    for (size_t i = 0; i < b->args.count; i++)
        if (b->replaced[i] && b->args.arg[i].cxx)
            return 1;
    return 0;
}

static int add_build_command(const struct build *b, struct sw_strings *out)
{
    add_compiler(b, out);
    if (b->args.mode == SW_CC_PREPROCESS && b->compiler.is_clang)
        sw_strings_add(out, "-Qunused-arguments");
    if (b->args.mode != SW_CC_PREPROCESS && add_own_options(b, out))
        return -1;
    if (b->elided) {
        sw_strings_add(out, "-include");
        sw_strings_add(out, "%s/cilk/cilk_stub.h", sw_install_include());
    }
    add_user_args(b, out);
    if (add_preprocessing(out))
        return -1;
    if (b->args.old_cxx && has_replaced_cxx(b)) /* what it becomes takes generic lambdas */
        sw_strings_add(out, "-std=gnu++14");
    if (b->args.mode != SW_CC_LINK || b->args.relocatable)
        return 0;
    sw_strings_add(out, "-xnone");
    add_module(b, out);
    if (b->args.n_cxx_sources && !b->args.cxx) { /* as the compiler of C++ would */
        sw_strings_add(out, "-lstdc++");
        sw_strings_add(out, "-lm");
    }
    return 0;
}

static int compile(struct build *b)
{
    struct sw_strings command = {0};
    int status = -1;
    if (!add_build_command(b, &command))
        status = sw_cc_process_run(&command);
    sw_strings_release(&command);
    return status;
}

static int pass_through(const struct build *b)
{
    struct sw_strings command = {0};
    add_compiler(b, &command);
    for (size_t i = 0; i < b->args.count; i++)
        sw_strings_add(&command, "%s", b->args.arg[i].text);
    return sw_cc_process_replace(&command);
}

static int build(struct build *b)
{
    sw_cc_process_start();
    /* A compiler that cannot even say what it is says why itself. */
    if (sw_cc_compiler_identify(&b->compiler, &b->args))
        return pass_through(b);
    if (b->args.mode != SW_CC_PREPROCESS || b->args.rewrite_only)
        rewrite_sources(b);
    if (!b->status && !b->args.rewrite_only && !sw_cc_process_interrupted())
        b->status = compile(b);
    return sw_cc_process_finish(b->status);
}

/* Where they are closed, the next file that anybody opens would be one of them: the assembler's text was closed as its standard
 * input. */
static void open_standard_files(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

/* What another driver has to be given for a parallel program. */
static int print_link_flags(const struct build *b)
{
    struct sw_strings flags = {0};
    if (!sw_install_lib())
        return 1;
    add_module(b, &flags);
    for (size_t i = 0; i < flags.count; i++)
        printf("%s%s", i ? " " : "", flags.item[i]);
    sw_strings_release(&flags);
    return putchar('\n') == EOF || fflush(stdout);
}

int sw_cc(int argc, char **argv)
{
    struct build b = {0};
    open_standard_files();
    if (sw_cc_args_init(&b.args, argc, argv))
        return 2;
    if (b.args.print_link_flags)
        return print_link_flags(&b);
    if (sw_cc_compiler_find(&b.compiler, &b.args))
        return 1;
    if (b.args.mode == SW_CC_PASS_THROUGH)
        return pass_through(&b);
    b.replaced = calloc(b.args.count, sizeof *b.replaced);
    if (!b.replaced)
        return sw_fail(1, "out of memory");
    int status = build(&b);
    free(b.replaced);
    sw_cc_compiler_release(&b.compiler);
    sw_cc_args_release(&b.args);
    return status;
}
