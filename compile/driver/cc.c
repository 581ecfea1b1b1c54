/*
 * `spanwise cc`: the compiler driver. The user's command runs almost as it is given: options of
 * ours go before it, and each source with Cilk in it is replaced by its rewritten text, in a
 * temporary file of the same name with the suffix .i or .ii, so that the compiler names its outputs as
 * ever. A source in C++ that may have some is preprocessed a second time, with a header of ours first.
 */
#include "base/scratch.h"
#include "compile/driver/cc_args.h"
#include "compile/rewrite/emitter.h"
#include "console/install.h"
#include "console/message.h"
#include "profile/input.h"

#include <dirent.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

struct sw_cc_compiler {
    struct sw_strings command; /* its name, and options that were given with it */
    int is_clang;
    enum { SW_CC_AARCH64, SW_CC_X86_64, SW_CC_ELSEWHERE } target;
};

/* The real compiler: which one it is, what it compiles for, how it is run, and the files that live only while it runs. */

/* --- Running it --- */

static struct sw_scratch scratch = {.fd = -1};
static struct sw_strings files;      /* in it; in the order they were made */
static volatile sig_atomic_t caught; /* the signal that has asked us to end; 0: none */
static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
#define N_ENDING (sizeof ending / sizeof *ending)

static void note(int signal_number)
{
    caught = signal_number;
}

/* Call once, first. */
static void process_start(void)
{
    for (size_t i = 0; i < N_ENDING; i++) {
        struct sigaction old, new = {.sa_handler = note, .sa_flags = SA_RESTART};
        sigaction(ending[i], NULL, &old);
        if (old.sa_handler != SIG_IGN)
            sigaction(ending[i], &new, NULL);
    }
}

static int start(const struct sw_strings *command, int output, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (output >= 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    int error = posix_spawnp(child, command->item[0], &actions, NULL, command->item, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        sw_error("cannot run '%s': %s", command->item[0], strerror(error));
    return error ? -1 : 0;
}

static int wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

/* Runs a command and waits; returns its status as waitpid gives it, or -1 after an error message.
 */
static int process_run(const struct sw_strings *command)
{
    pid_t child;
    return start(command, -1, &child) ? -1 : wait_for(child);
}

/* The same, with its standard output in `out`. */
static int process_read(const struct sw_strings *command, struct sw_buffer *out)
{
    int ends[2];
    pid_t child;
    if (pipe2(ends, O_CLOEXEC))
        return sw_fail(-1, "cannot make a pipe: %s", strerror(errno));
    int failed = start(command, ends[1], &child);
    close(ends[1]);
    if (!failed)
        sw_buffer_read(out, ends[0]);
    close(ends[0]);
    return failed ? -1 : wait_for(child);
}

/* Replaces this process; returns 1 after an error message. */
static int process_replace(const struct sw_strings *command)
{
    execvp(command->item[0], command->item);
    return sw_fail(1, "cannot run '%s': %s", command->item[0], strerror(errno));
}

typedef void removes(int directory, const char *name);

static void for_all(int directory, removes *remove_it)
{
    int fd = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = fd < 0 ? NULL : fdopendir(fd);
    struct dirent *entry;
    while (entries && (entry = readdir(entries)))
        remove_it(directory, entry->d_name);
    if (entries)
        closedir(entries);
}

static void remove_file(int directory, const char *name)
{
    struct stat s;
    const char *suffix = strrchr(name, '.');
    if (suffix && (!strcmp(suffix, ".i") || !strcmp(suffix, ".ii")) &&
        !fstatat(directory, name, &s, AT_SYMLINK_NOFOLLOW) && S_ISREG(s.st_mode))
        unlinkat(directory, name, 0);
}

static void remove_directory(int root, const char *name)
{
    if (strspn(name, "0123456789") != strlen(name))
        return;
    int fd = openat(root, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return;
    for_all(fd, remove_file);
    close(fd);
    unlinkat(root, name, AT_REMOVEDIR);
}

/* Directories with numbers for names, and in each of them one rewritten source. */
static void empty(int directory)
{
    for_all(directory, remove_directory);
}

/* Also where we end for want of memory. */
static void remove_scratch(void)
{
    sw_scratch_release(&scratch);
}

static int make_scratch(void)
{
    static const struct sw_scratch_kind kind = {"spanwise-cc-", empty};
    const char *where = getenv("TMPDIR");
    where = where && *where ? where : "/tmp";
    int error = *scratch.path ? 0 : sw_scratch_init(&scratch, where, &kind);
    if (!files.count)
        atexit(remove_scratch);
    if (error)
        sw_error("cannot make a directory in '%s': %s", where, strerror(-error));
    return error;
}

/* The path of a new temporary file `name`, in a directory of its own; NULL after an error message.
 * The string is owned here. */
static const char *process_temporary(const char *name)
{
    char directory[PATH_MAX + 32];
    if (make_scratch())
        return NULL;
    snprintf(directory, sizeof directory, "%s/%zu", scratch.path, files.count);
    if (mkdir(directory, 0700)) {
        sw_error("cannot make a directory '%s': %s", directory, strerror(errno));
        return NULL;
    }
    sw_strings_add(&files, "%s/%s", directory, name);
    return files.item[files.count - 1];
}

/* Removes the temporary files; ends by the signal that came, or like the child, or returns the exit
 * status for it. */
static int process_finish(int status)
{
    sw_scratch_release(&scratch);
    sw_strings_release(&files);
    int end_by = caught;
    if (status >= 0 && WIFSIGNALED(status))
        end_by = WTERMSIG(status);
    if (end_by) {
        signal(end_by, SIG_DFL);
        raise(end_by);
    }
    return status < 0 ? 1 : WEXITSTATUS(status);
}

/* --- Finding it --- */

/* Adds the command for a name, looked up as execvp would, but past links to ourselves. */
static int add_command(struct sw_strings *out, const char *name)
{
    const char *path = getenv("PATH");
    SW_FREED char *found = sw_find_in(path ? path : "/usr/bin:/bin", name);
    if (found)
        sw_strings_add(out, "%s", found);
    return found ? 0 : -1;
}

/* A command with options, as in SPANWISE_CC='ccache gcc'. */
static int add_asked(struct sw_strings *out, const char *text)
{
    for (text += strspn(text, " \t"); *text; text += strspn(text, " \t")) {
        int size = (int)strcspn(text, " \t");
        char word[PATH_MAX];
        snprintf(word, sizeof word, "%.*s", size, text);
        if (out->count)
            sw_strings_add(out, "%s", word);
        else if (add_command(out, word))
            return -1;
        text += size;
    }
    return out->count ? 0 : -1;
}

/* SPANWISE_CC counts for C++ too, if it names a compiler of C++. */
static const char *asked_for(const struct sw_cc_args *args)
{
    const char *c = getenv("SPANWISE_CC"), *cxx = getenv("SPANWISE_CXX");
    if (args->compiler && *args->compiler)
        return args->compiler;
    if (!args->cxx)
        return c;
    return cxx && *cxx ? cxx : c && strstr(c, "++") ? c : NULL;
}

/* Finds it: what was asked for, SPANWISE_CC, gcc, clang or cc; of C++, SPANWISE_CXX, g++, clang++ or c++; but never this
 * program itself. Returns 0, or -1 after an error message. */
static int find_compiler(struct sw_cc_compiler *compiler, const struct sw_cc_args *args)
{
    static const char *const known[2][3] = {{"gcc", "clang", "cc"}, {"g++", "clang++", "c++"}};
    const char *asked = asked_for(args), *variable = args->cxx ? "SPANWISE_CXX" : "SPANWISE_CC";
    const char *const *names = known[args->cxx];
    memset(compiler, 0, sizeof *compiler);
    if (asked && *asked) {
        if (!add_asked(&compiler->command, asked))
            return 0;
        return sw_fail(-1, "'%s' is not a compiler that can be used; set %s to one", asked,
                       variable);
    }
    for (size_t i = 0; i < 3; i++)
        if (!add_command(&compiler->command, names[i]))
            return 0;
    return sw_fail(-1, "cannot find a C%s compiler: neither %s nor %s nor %s; set %s to one",
                   args->cxx ? "++" : "", names[0], names[1], names[2], variable);
}

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

static int changes_target(const char *arg)
{
    return !strncmp(arg, "-m", 2) || !strncmp(arg, "--target", 8) || !strcmp(arg, "-target");
}

/* Asks it what it is, with those of its options that could change that. 0, or -1 where it fails.
 */
static int identify(struct build *b)
{
    const struct sw_cc_args *args = &b->args;
    struct sw_cc_compiler *compiler = &b->compiler;
    struct sw_strings command = {0};
    struct sw_buffer macros = {0};
    add_compiler(b, &command);
    for (size_t i = 0; i < args->count; i++)
        if (changes_target(args->arg[i].text) || (i && !strcmp(args->arg[i - 1].text, "-target")))
            sw_strings_add(&command, "%s", args->arg[i].text);
    sw_strings_add_all(&command, "-dM", "-E", "-xc", "/dev/null", NULL);
    int status = process_read(&command, &macros);
    const char *text = macros.text ? macros.text : "";
    compiler->is_clang = strstr(text, "#define __clang__ ") != NULL;
    compiler->target = strstr(text, "#define __aarch64__ ")  ? SW_CC_AARCH64
                       : strstr(text, "#define __x86_64__ ") ? SW_CC_X86_64
                                                             : SW_CC_ELSEWHERE;
    sw_buffer_release(&macros);
    sw_strings_release(&command);
    return status ? -1 : 0;
}

/* Before the user's options, so that those win. */
static int add_own_options(const struct build *b, struct sw_strings *out)
{
    const char *lib = sw_install_lib();
    if (!lib)
        return -1;
    sw_strings_add(out, "-B%s/as/", lib);
    if (b->compiler.is_clang) {
        sw_strings_add_all(out, "-Qunused-arguments", "-fno-integrated-as", NULL);
    } else {
        sw_strings_add(out, "-fno-inline-functions-called-once");
        /* It would mark what lies between two stacks, if an array of variable length is on the other one. */
        if (b->args.addresses)
            sw_strings_add_all(out, "--param", "asan-instrument-allocas=0", NULL);
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
    sw_strings_add_all(out, "-D__spanwise__=1", "-D__cilk=300", "-isystem", include, NULL);
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
    sw_strings_add_all(out, "-C", "-E", source->cxx ? "-xc++" : "-xc", source->text, NULL);
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
        status = process_read(&command, text);
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
    b->replaced[i] = process_temporary(name);
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
    static const char *const keywords[] = {"ilk_spawn", "ilk_sync", "ilk_for", "ilk_scope",
                                           "ilk_reducer"};
    struct sw_buffer text = {0};
    if (!preprocess(b, &b->args.arg[i], LOOK, &text) && text.text)
        for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
            b->elided |= strstr(text.text, keywords[k]) != NULL;
    sw_buffer_release(&text);
}

static int rewrite_source(struct build *b, size_t i)
{
    struct sw_buffer text = {0}, out = {0}, errors = {0};
    int status = preprocess(b, &b->args.arg[i], 0, &text);
    int how = status ? 0 : wanted(&b->args.arg[i], &text);
    if (how) {
        sw_buffer_release(&text);
        status = preprocess(b, &b->args.arg[i], how, &text);
    }
    if (!status && !caught)
        status = rewrite_text(b, i, &text, &out, &errors);
    sw_buffer_release(&text);
    sw_buffer_release(&out);
    sw_buffer_release(&errors);
    return status;
}

static void rewrite_sources(struct build *b)
{
    for (size_t i = 0; i < b->args.count && !caught; i++) {
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
        sw_strings_add_all(out, a->arg[i].cxx ? "-xc++-cpp-output" : "-xcpp-output", b->replaced[i],
                           NULL);
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
        /* The header of static programs too: samples need it. */
        sw_strings_add_all(out, "-lspanwise-static", "-Wl,--eh-frame-hdr", NULL);
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
    if (b->args.n_cxx_sources && !b->args.cxx) /* as the compiler of C++ would */
        sw_strings_add_all(out, "-lstdc++", "-lm", NULL);
    return 0;
}

static int compile(struct build *b)
{
    struct sw_strings command = {0};
    int status = -1;
    if (!add_build_command(b, &command))
        status = process_run(&command);
    sw_strings_release(&command);
    return status;
}

static int pass_through(const struct build *b)
{
    struct sw_strings command = {0};
    add_compiler(b, &command);
    for (size_t i = 0; i < b->args.count; i++)
        sw_strings_add(&command, "%s", b->args.arg[i].text);
    return process_replace(&command);
}

static int build(struct build *b)
{
    process_start();
    /* A compiler that cannot even say what it is says why itself. */
    if (identify(b))
        return pass_through(b);
    if (b->args.mode != SW_CC_PREPROCESS || b->args.rewrite_only)
        rewrite_sources(b);
    if (!b->status && !b->args.rewrite_only && !caught)
        b->status = compile(b);
    return process_finish(b->status);
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
    if (find_compiler(&b.compiler, &b.args))
        return 1;
    if (b.args.mode == SW_CC_PASS_THROUGH)
        return pass_through(&b);
    b.replaced = sw_need(calloc(b.args.count, sizeof *b.replaced));
    int status = build(&b);
    free(b.replaced);
    sw_strings_release(&b.compiler.command);
    sw_cc_args_release(&b.args);
    return status;
}
