/* The command line of `spanwise cc`, and lists of strings. */
#include "compile/driver/cc_args.h"
#include "console/message.h"
#include "profile/input.h"

void sw_strings_add(struct sw_strings *strings, const char *format, ...)
{
    va_list args;
    char *text;
    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    va_end(args);
    sw_need(text);
    strings->item = sw_need(realloc(strings->item, (strings->count + 2) * sizeof *strings->item));
    strings->item[strings->count++] = text;
    strings->item[strings->count] = NULL;
}

void sw_strings_add_all(struct sw_strings *strings, ...)
{
    va_list args;
    va_start(args, strings);
    for (const char *text; (text = va_arg(args, const char *));)
        sw_strings_add(strings, "%s", text);
    va_end(args);
}

void sw_strings_release(struct sw_strings *strings)
{
    for (size_t i = 0; i < strings->count; i++)
        free(strings->item[i]);
    free(strings->item);
    *strings = (struct sw_strings){0};
}

static int starts(const char *text, const char *prefix)
{
    return !strncmp(text, prefix, strlen(prefix));
}

static bool is_ourselves(const struct stat *file)
{
    struct stat self;
    return stat("/proc/self/exe", &self) == 0 && self.st_dev == file->st_dev &&
           self.st_ino == file->st_ino;
}

static bool can_run(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0 &&
           !is_ourselves(&file);
}

char *sw_find_in(const char *directories, const char *name)
{
    if (strchr(name, '/'))
        return can_run(name) ? strdup(name) : NULL;
    while (directories) {
        const char *colon = strchrnul(directories, ':');
        int size = (int)(colon - directories);
        char *path = NULL;
        if (asprintf(&path, "%.*s/%s", size ? size : 1, size ? directories : ".", name) < 0)
            return NULL;
        if (can_run(path))
            return path;
        free(path);
        directories = *colon ? colon + 1 : NULL;
    }
    return NULL;
}

/* --- response files --- */

static int read_char(FILE *file, int *quote)
{
    int c = getc(file);
    if (c == '\\' && *quote != '\'')
        return getc(file) | 0x100; /* taken as it is, whatever it means otherwise */
    return c;
}

/* One word of a response file, quotes and backslashes taken off; NULL at its end. */
static char *read_word(FILE *file)
{
    char *word = NULL;
    size_t size = 0;
    int quote = 0, c;
    while ((c = getc(file)) != EOF && isspace(c))
        ;
    if (c == EOF)
        return NULL;
    ungetc(c, file);
    FILE *out = sw_need(open_memstream(&word, &size));
    while ((c = read_char(file, &quote)) != EOF && (quote || !isspace(c))) {
        if (quote && c == quote)
            quote = 0;
        else if (!quote && (c == '"' || c == '\''))
            quote = c;
        else
            putc(c & 0xff, out);
    }
    fclose(out);
    return sw_need(word);
}

/* As gcc: an @file that cannot be opened is an argument like others. */
static void expand(struct sw_strings *out, const char *arg, int depth)
{
    FILE *file = *arg == '@' && depth < 64 ? sw_input_open_text(arg + 1, SW_INPUT_ANY) : NULL;
    if (!file) {
        sw_strings_add(out, "%s", arg);
        return;
    }
    for (char *word; (word = read_word(file)); free(word))
        expand(out, word, depth + 1);
    fclose(file);
}

void sw_strings_expand(struct sw_strings *strings, const char *arg)
{
    expand(strings, arg, 0);
}

/* --- options --- */

/* Options whose value is the next argument. */
static int takes_value(const char *arg)
{
    return sw_is_among(arg,
                       "-o -x -I -D -U -L -l -B -A -T -u -e -z -G -F -MF -MT -MQ -MJ -include "
                       "-imacros -isystem -iquote -idirafter -iprefix -iwithprefix "
                       "-iwithprefixbefore -isysroot -imultilib -imultiarch -include-pch "
                       "-Xlinker -Xassembler -Xpreprocessor -Xclang -mllvm -target -arch "
                       "-framework -wrapper -aux-info -dumpbase -dumpbase-ext -dumpdir --param "
                       "-specs --sysroot -rpath -install_name --output --include --language "
                       "-gcc-toolchain --define-macro");
}

static int asks_compiler(const char *arg)
{
    return sw_is_among(arg, "--version -dumpmachine -dumpversion -dumpfullversion -dumpspecs "
                            "--target-help -### -cc1") ||
           starts(arg, "-print-") || starts(arg, "--print-") || starts(arg, "--help=");
}

static enum sw_cc_role role_of(const char *arg)
{
    if (sw_is_among(arg, "-c -S -E -M -MM -fsyntax-only"))
        return SW_CC_MODE;
    if (starts(arg, "-o") || !strcmp(arg, "--output"))
        return SW_CC_OUTPUT;
    if (starts(arg, "-x") || !strcmp(arg, "--language"))
        return SW_CC_LANGUAGE;
    if (starts(arg, "-M") || starts(arg, "-Wp,-M"))
        return SW_CC_DEPENDENCIES;
    if (starts(arg, "-l"))
        return SW_CC_LIBRARY;
    if (starts(arg, "-save-temps") || starts(arg, "--save-temps") || !strcmp(arg, "-P"))
        return SW_CC_TEMPORARIES;
    return SW_CC_OPTION;
}

static void set_mode(struct sw_cc_args *args, const char *arg)
{
    enum sw_cc_mode mode = !strcmp(arg, "-c")              ? SW_CC_COMPILE
                           : !strcmp(arg, "-S")            ? SW_CC_ASSEMBLY
                           : !strcmp(arg, "-fsyntax-only") ? SW_CC_SYNTAX
                                                           : SW_CC_PREPROCESS;
    if (mode > args->mode) /* as the compiler: the earliest stage that is asked for */
        args->mode = mode;
}

static void note_sanitizers(struct sw_cc_args *args, const char *list, int on)
{
    int all = !on && strstr(list, "all");
    if (all || strstr(list, "thread"))
        args->races = on;
    if (all || strstr(list, "address"))
        args->addresses = on;
}

static int is_old_cxx(const char *standard)
{
    return sw_is_among(standard + strcspn(standard, "+"), "++98 ++03 ++0x ++11");
}

static void note_option(struct sw_cc_args *args, const char *arg)
{
    if (!strcmp(arg, "-MD") || !strcmp(arg, "-MMD"))
        args->writes_dependencies = 1;
    else if (starts(arg, "-MF"))
        args->names_dependencies = 1;
    else if (starts(arg, "-MT") || starts(arg, "-MQ"))
        args->names_target = 1;
    else if (!strcmp(arg, "-r"))
        args->relocatable = 1;
    else if (!strcmp(arg, "-shared") || !strcmp(arg, "--shared"))
        args->shared = 1;
    else if (starts(arg, "-fsanitize="))
        note_sanitizers(args, arg, 1);
    else if (starts(arg, "-fno-sanitize="))
        note_sanitizers(args, arg, 0);
    else if (!strcmp(arg, "-fno-exceptions") || !strcmp(arg, "-fexceptions"))
        args->no_exceptions = arg[2] == 'n';
    else if (starts(arg, "-std="))
        args->old_cxx = is_old_cxx(arg + strlen("-std="));
    else if (starts(arg, "-o") && arg[2])
        args->output = arg + 2;
    if (asks_compiler(arg))
        args->mode = SW_CC_PASS_THROUGH;
}

/* By its language or its suffix; to a compiler of C++, a file in C is in C++. */
static enum sw_cc_role input_role(const char *name, const char *language, int *cxx)
{
    static const struct {
        const char *suffixes, *language;
        enum sw_cc_role role;
        int cxx;
    } kinds[] = {
        {".c", "c", SW_CC_C_SOURCE, 0},
        {".i", "cpp-output", SW_CC_C_PREPROCESSED, 0},
        {".cc .cpp .cxx .C .cp .CPP .c++", "c++", SW_CC_C_SOURCE, 1},
        {".ii", "c++-cpp-output", SW_CC_C_PREPROCESSED, 1},
        {".h", "c-header", SW_CC_HEADER, 0},
        {".hh .H .hp .hpp .hxx .h++ .HPP", "c++-header", SW_CC_HEADER, 1},
    };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (language ? !strcmp(language, kinds[i].language)
                     : dot && sw_is_among(dot, kinds[i].suffixes)) {
            *cxx = kinds[i].cxx || (*cxx && !language);
            return kinds[i].role;
        }
    return SW_CC_OTHER_INPUT;
}

static void add(struct sw_cc_args *args, const char *text, enum sw_cc_role role)
{
    struct sw_cc_arg *arg = sw_need(realloc(args->arg, (args->count + 1) * sizeof *arg));
    args->arg = arg;
    arg[args->count++] = (struct sw_cc_arg){sw_need(strdup(text)), role, NULL, 0};
}

static void add_input(struct sw_cc_args *args, const char *name, const char *language)
{
    int cxx = args->cxx;
    enum sw_cc_role role = input_role(name, language, &cxx);
    int source = role == SW_CC_C_SOURCE || role == SW_CC_C_PREPROCESSED;
    add(args, name, role);
    args->arg[args->count - 1].language = language;
    args->arg[args->count - 1].cxx = cxx;
    args->n_inputs++;
    args->n_sources += (size_t)source;
    args->n_headers += (size_t)(role == SW_CC_HEADER);
    args->n_cxx_sources += (size_t)(source && cxx);
}

/* What OpenCilk's compiler is told to take the keywords, and to profile. */
static int is_opencilk(const char *arg)
{
    return sw_is_among(arg, "-fopencilk -shared-libcilktool -static-libcilktool") ||
           starts(arg, "-fcilktool=");
}

/* Our own options; returns whether it was one. */
static int take_own(struct sw_cc_args *args, const char *arg)
{
    static const char compiler[] = "--spanwise-cc=";
    if (starts(arg, compiler)) {
        args->compiler = sw_need(strdup(arg + strlen(compiler)));
        return 1;
    }
    if (!strcmp(arg, "--spanwise-rewrite"))
        return args->rewrite_only = 1;
    if (!strcmp(arg, "--print-link-flags"))
        return args->print_link_flags = 1;
    return is_opencilk(arg);
}

static const char *language_of(const char *value)
{
    return strcmp(value, "none") ? value : NULL;
}

/* Returns how many arguments it has taken. */
static size_t take_option(struct sw_cc_args *args, char **arg, const char **language)
{
    enum sw_cc_role role = role_of(arg[0]);
    int separate = takes_value(arg[0]) && arg[1];
    add(args, arg[0], role);
    if (separate)
        add(args, arg[1], role);
    const char *value = args->arg[args->count - 1].text;
    if (role == SW_CC_MODE)
        set_mode(args, arg[0]);
    else if (role == SW_CC_LANGUAGE)
        *language = language_of(separate ? value : value + 2);
    else if (role == SW_CC_OUTPUT && separate)
        args->output = value;
    if (!separate || role != SW_CC_OUTPUT)
        note_option(args, separate ? arg[0] : value);
    return separate ? 2 : 1;
}

static void read_args(struct sw_cc_args *args, char **arg)
{
    const char *language = NULL;
    while (*arg) {
        if (take_own(args, *arg)) {
            arg++;
        } else if (**arg == '-' && (*arg)[1]) {
            arg += take_option(args, arg, &language);
        } else {
            add_input(args, *arg, language);
            arg++;
        }
    }
    if (args->mode == SW_CC_LINK && args->n_headers && args->n_headers == args->n_inputs)
        args->mode = SW_CC_COMPILE;
    if (args->mode != SW_CC_PASS_THROUGH && !args->n_inputs)
        args->mode = SW_CC_PASS_THROUGH;
}

/* By our own name or that of the compiler, with or without options of its own. */
static int is_for_cxx(int argc, char **argv)
{
    size_t size = strlen(argv[0]);
    const char *compiler = getenv("SPANWISE_CC");
    if (size >= 2 && !strcmp(argv[0] + size - 2, "++"))
        return 1;
    for (int i = 1; i < argc; i++)
        if (starts(argv[i], "--spanwise-cc="))
            compiler = argv[i];
    return compiler && strstr(compiler, "++") != NULL;
}

int sw_cc_args_init(struct sw_cc_args *args, int argc, char **argv)
{
    struct sw_strings words = {0};
    memset(args, 0, sizeof *args);
    args->cxx = is_for_cxx(argc, argv);
    for (int i = 1; i < argc; i++)
        sw_strings_expand(&words, argv[i]);
    if (words.count)
        read_args(args, words.item);
    else
        args->mode = SW_CC_PASS_THROUGH;
    sw_strings_release(&words);
    if (args->rewrite_only && args->n_sources != 1)
        return sw_fail(-1, "--spanwise-rewrite takes one source");
    return 0;
}

void sw_cc_args_release(struct sw_cc_args *args)
{
    for (size_t i = 0; i < args->count; i++)
        free(args->arg[i].text);
    free(args->arg);
    memset(args, 0, sizeof *args);
}
