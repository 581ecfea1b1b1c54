#include "report/html/source.h"
#include "analysis/workspan/sites.h"
#include "base/grow.h"
#include "base/order.h"
#include "profile/input.h"

struct sw_source_file {
    char *text;   /* owned; a 0 behind each line, without what ended it */
    char **lines; /* n_lines of them; line 1 is the first */
    size_t n_lines;
    int64_t changed; /* seconds since 1970 */
    char path[PATH_MAX];
    const char *why; /* there is no text: a few words */
};

void sw_source_lines_add(struct sw_source_lines *l, const char *file, uint32_t line,
                         const double values[SW_SOURCE_MEASURES])
{
    if (!file || !*file || !line || l->error)
        return;
    if (!SW_GROW(l->items, l->n, l->room)) {
        l->error = -ENOMEM;
        return;
    }
    struct sw_source_line *item = &l->items[l->n++];
    *item = (struct sw_source_line){.file = file, .line = line};
    memcpy(item->values, values, sizeof item->values);
}

static int compare_lines(const void *a, const void *b)
{
    const struct sw_source_line *x = a, *y = b;
    return SW_BY(x->file == y->file ? 0 : strcmp(x->file, y->file), SW_RISING(x->line, y->line));
}

static void merge_same(struct sw_source_lines *l)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->n; i++) {
        if (kept && !compare_lines(&l->items[kept - 1], &l->items[i])) {
            for (int m = 0; m < SW_SOURCE_MEASURES; m++)
                l->items[kept - 1].values[m] += l->items[i].values[m];
        } else {
            l->items[kept++] = l->items[i];
        }
    }
    l->n = kept;
}

static double weight_of(const struct sw_source_part *f)
{
    double sum = 0;
    for (int m = 0; m < SW_SOURCE_MEASURES; m++)
        sum += f->totals[m];
    return sum;
}

static int compare_files(const void *a, const void *b)
{
    double x = weight_of(a), y = weight_of(b);
    return SW_BY(SW_FALLING(x, y), strcmp(((const struct sw_source_part *)a)->file,
                                          ((const struct sw_source_part *)b)->file));
}

/* Once all are added: one for each line, by file and line. 0 or -ENOMEM. */
static int sw_source_lines_settle(struct sw_source_lines *l)
{
    if (l->error)
        return l->error;
    if (l->n)
        qsort(l->items, l->n, sizeof *l->items, compare_lines);
    merge_same(l);
    l->files = calloc(l->n + 1, sizeof *l->files);
    if (!l->files)
        return l->error = -ENOMEM;
    for (size_t i = 0; i < l->n; i++) {
        const struct sw_source_line *item = &l->items[i];
        if (!i || strcmp(item->file, l->items[i - 1].file))
            l->files[l->n_files++] = (struct sw_source_part){.file = item->file, .first = i};
        struct sw_source_part *file = &l->files[l->n_files - 1];
        file->n++;
        for (int m = 0; m < SW_SOURCE_MEASURES; m++)
            file->totals[m] += item->values[m];
    }
    qsort(l->files, l->n_files, sizeof *l->files, compare_files);
    return 0;
}

void sw_source_lines_release(struct sw_source_lines *l)
{
    free(l->items);
    free(l->files);
    *l = (struct sw_source_lines){0};
}

enum { LARGEST = 8 << 20 };

struct search {
    struct sw_source_file *f;
    char *root; /* what lies below it may be read, without links; NULL: all */
    struct stat status;
};

/* In languages that compilers make programs of. */
static bool is_source_name(const char *path)
{
    static const char suffixes[] =
        " c h i cc hh cp cpp hpp cxx hxx c++ h++ inc inl ipp tcc tpp txx cu cuh cilk m mm s asm y "
        "l f for ftn f77 f90 f95 f03 f08 f18 rs go d zig nim ada adb ads pas swift ml hs cr v ";
    const char *name = strrchr(path, '/'), *dot = strrchr(name ? name : path, '.');
    char word[16];
    int n = dot ? snprintf(word, sizeof word, " %s ", dot + 1) : -1;
    return n > 2 && (size_t)n < sizeof word && !strchr(dot + 1, ' ') && strcasestr(suffixes, word);
}

/* By what was opened, whatever the name was. */
static bool may_read(const struct search *s, int fd)
{
    char link[32], path[PATH_MAX];
    size_t length = s->root ? strlen(s->root) : 0;
    if (!s->root)
        return true;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n <= 0)
        return false;
    path[n] = 0;
    while (length && s->root[length - 1] == '/')
        length--;
    return !strncmp(path, s->root, length) && path[length] == '/' && !strstr(path + length, "/.") &&
           is_source_name(path);
}

/* Neither a pipe that nobody writes to, nor a device, which opening may do something to. */
static int open_regular(struct search *s, const char *path)
{
    if (stat(path, &s->status))
        return -errno;
    if (!S_ISREG(s->status.st_mode))
        return -EINVAL;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return -errno;
    int error = fstat(fd, &s->status) || !S_ISREG(s->status.st_mode) ? -EINVAL
                : may_read(s, fd)                                    ? 0
                                                                     : -EXDEV;
    if (error)
        close(fd);
    return error ? error : fd;
}

static int try_below(struct search *s, const char *directory, size_t length, const char *name)
{
    char *path = s->f->path;
    int n = snprintf(path, sizeof s->f->path, "%.*s%s", (int)length, directory, name);
    return n < 0 || (size_t)n >= sizeof s->f->path ? -ENAMETOOLONG : open_regular(s, path);
}

/* The descriptor, or -errno of the name as it is. */
static int find(struct search *s, const char *name, const char *program)
{
    const char *slash = strrchr(program, '/');
    size_t length = slash ? (size_t)(slash + 1 - program) : 0;
    int fd = try_below(s, "", 0, name), error = fd;
    for (const char *end = name; fd < 0 && end; end = strchr(end, '/')) {
        end += *end == '/';
        if (end != name)
            fd = try_below(s, "", 0, end);
        if (fd < 0 && length)
            fd = try_below(s, program, length, end);
    }
    return fd < 0 ? error : fd;
}

static int divide(struct sw_source_file *f)
{
    size_t n = 1;
    for (const char *p = f->text; (p = strchr(p, '\n')); p++)
        n++;
    f->lines = calloc(n + 1, sizeof *f->lines);
    if (!f->lines)
        return -ENOMEM;
    for (char *p = f->text, *end; *p; p = end) {
        f->lines[f->n_lines++] = p;
        end = strchrnul(p, '\n');
        if (end > p && end[-1] == '\r')
            end[-1] = 0;
        if (*end)
            *end++ = 0;
    }
    return 0;
}

static const char *explain(int error)
{
    switch (error) {
    case -ENOENT:
    case -ENOTDIR:
        return "the file was not found";
    case -EACCES:
        return "no permission to read the file";
    case -EFBIG:
        return "the file is too large";
    case -EILSEQ:
        return "the file is not text";
    case -EINVAL:
        return "it is not a regular file";
    case -EXDEV:
        return "it is not a source file below the current directory: --sources=yes, or =DIR, shows "
               "it";
    }
    return "the file could not be read";
}

static void sw_source_file_release(struct sw_source_file *f)
{
    free(f->text);
    free(f->lines);
}

/* `program` is its path; `below` NULL: wherever the file lies. Returns 0 with the text, -ENOENT or the like with `why`, or -ENOMEM. To be released. */
static int sw_source_file_read(struct sw_source_file *f, const char *name, const char *program,
                               const char *below)
{
    struct search s = {.f = f, .root = below ? realpath(below, NULL) : NULL};
    static const struct sw_input_kind kind = {LARGEST, SW_INPUT_REGULAR, sw_input_text};
    size_t size;
    *f = (struct sw_source_file){0};
    int fd = below && !s.root ? -EXDEV : find(&s, name, program), error = fd < 0 ? fd : 0;
    free(s.root);
    if (!error)
        error = sw_input_take(fd, name, &kind, &f->text, &size, NULL, 0);
    if (!error)
        error = divide(f);
    if (fd >= 0)
        close(fd);
    if (error) {
        sw_source_file_release(f);
        f->why = explain(error);
        return error;
    }
    f->changed = s.status.st_mtime;
    return 0;
}

enum {
    WHOLE_LINES = 2000, /* a file that is longer comes in parts, ... */
    AROUND = 25,        /* ... with so many lines around each that did something */
    LONGEST_LINE = 2000,
    MOST_FILES = 100,
};
#define LEAST_SHARE 0.05 /* of the whole: what lines must have to be shown without any text */
#define MOST_TEXT   ((size_t)16 << 20) /* of all files together */

struct writer {
    struct sw_html *html;
    const struct sw_html_source *source;
    const struct sw_source_lines *lines;
    unsigned n_measures;
    int64_t built; /* what is newer may have other lines than were run; 0: not known */
    size_t written;
};

/* The program, if it is the one that was run; else the run. */
static int64_t built_at(const struct sw_profile *p)
{
    struct stat status;
    int64_t started = (int64_t)p->started_unix;
    if (stat(sw_string(p->program), &status) || (started && status.st_mtime > started))
        return started;
    return status.st_mtime;
}

/* Cut between characters. */
static void put_line(struct writer *w, char *line)
{
    size_t length = strlen(line);
    if (length > LONGEST_LINE) {
        length = LONGEST_LINE;
        while (length && ((unsigned char)line[length] & 0xc0) == 0x80)
            length--;
        line[length] = 0;
    }
    sw_json_string(&w->html->json, NULL, line);
    w->written += length + 3;
}

static void put_stretch(struct writer *w, const struct sw_source_file *f, size_t first, size_t end)
{
    struct sw_json *json = &w->html->json;
    sw_json_put(json, "first:%zu, lines:[", first);
    for (size_t i = first; i < end; i++)
        put_line(w, f->lines[i - 1]);
    sw_json_close(json, ']');
}

/* Parts that would overlap are one. */
static void put_parts(struct writer *w, const struct sw_source_part *part,
                      const struct sw_source_file *f)
{
    const struct sw_source_line *lines = w->lines->items + part->first;
    struct sw_json *json = &w->html->json;
    size_t i = 0;
    sw_json_open(json, "parts", '[');
    while (i < part->n && lines[i].line <= f->n_lines) {
        size_t first = lines[i].line > AROUND ? lines[i].line - AROUND : 1, end = first;
        for (; i < part->n && lines[i].line <= end + 2 * AROUND; i++)
            end = lines[i].line + AROUND + 1;
        sw_json_open(json, NULL, '{');
        put_stretch(w, f, first, end <= f->n_lines ? end : f->n_lines + 1);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

static void put_values(struct writer *w, const struct sw_source_part *part)
{
    struct sw_json *json = &w->html->json;
    sw_json_open(json, "values", '{');
    for (size_t i = part->first; i < part->first + part->n; i++) {
        char key[16];
        snprintf(key, sizeof key, "%" PRIu32, w->lines->items[i].line);
        sw_json_open(json, key, '[');
        for (unsigned m = 0; m < w->n_measures; m++)
            sw_json_exact(json, NULL, w->lines->items[i].values[m]);
        sw_json_close(json, ']');
    }
    sw_json_put(json, "}, totals:[");
    for (unsigned m = 0; m < w->n_measures; m++)
        sw_json_exact(json, NULL, part->totals[m]);
    sw_json_close(json, ']');
}

/* What is to be doubted about a text: a file of another time, or from another place. */
static void put_doubts(struct writer *w, const struct sw_source_part *part,
                       const struct sw_source_file *f)
{
    char text[PATH_MAX + 128];
    uint32_t last = w->lines->items[part->first + part->n - 1].line;
    if (last > f->n_lines)
        snprintf(text, sizeof text,
                 "the file has %zu lines, and line %" PRIu32
                 " ran: the program was built from another version of it",
                 f->n_lines, last);
    else if (w->built && f->changed > w->built)
        strcpy(text, "the file is newer than the program: lines may have moved since");
    else if (strcmp(f->path, part->file))
        snprintf(text, sizeof text, "read from '%.4000s'", f->path);
    else
        return;
    sw_json_string(&w->html->json, "note", text);
}

/* 0, or an error and `why` there is no text. */
static int read_text(const struct writer *w, const struct sw_source_part *part,
                     struct sw_source_file *f)
{
    const struct sw_report_sources *s = w->source->sources;
    bool left_out = s->shown == SW_NO;
    if (left_out || w->written > MOST_TEXT) {
        f->why = !left_out    ? "the page has too much source already"
                 : s->why_not ? s->why_not
                              : "it was left out (--sources=no)";
        return -EFBIG;
    }
    return sw_source_file_read(f, part->file, sw_string(w->source->profile->program),
                               s->shown == SW_AUTO ? "." : s->below);
}

static void put_text(struct writer *w, const struct sw_source_part *part,
                     const struct sw_source_file *f)
{
    put_doubts(w, part, f);
    if (f->n_lines <= WHOLE_LINES)
        put_stretch(w, f, 1, f->n_lines + 1);
    else
        put_parts(w, part, f);
}

/* Whether it was: it has text, or need not have. */
static int put_file(struct writer *w, const struct sw_source_part *part, int needs_text)
{
    struct sw_source_file f;
    struct sw_json *json = &w->html->json;
    int error = read_text(w, part, &f);
    if (error && needs_text)
        return 0;
    sw_json_open(json, NULL, '{');
    sw_html_index(w->html, "file", part->file);
    if (error) {
        sw_json_null(json, "lines");
        sw_json_string(json, "why", f.why);
    } else {
        put_text(w, part, &f);
        sw_source_file_release(&f);
    }
    put_values(w, part);
    sw_json_close(json, '}');
    return 1;
}

/* Those that can be read first: a library's source that is not there is not what to look at, however hot it is. */
static void put_files(struct writer *w)
{
    char done[MOST_FILES] = {0};
    size_t n = w->lines->n_files < MOST_FILES ? w->lines->n_files : MOST_FILES;
    for (int needs_text = 1; needs_text >= 0; needs_text--)
        for (size_t i = 0; i < n; i++)
            if (!done[i])
                done[i] = (char)put_file(w, &w->lines->files[i], needs_text);
}

static void put_head(struct writer *w)
{
    struct sw_json *json = &w->html->json;
    sw_html_open(w->html, "source", w->source->section);
    sw_json_open(json, "measures", '[');
    for (; w->n_measures < SW_SOURCE_MEASURES && w->source->measures[w->n_measures];
         w->n_measures++) {
        const char *measure = w->source->measures[w->n_measures];
        sw_json_put(json, "{key:%s, title:%s, type?:%s}", measure, measure,
                    w->source->types[w->n_measures]);
    }
    sw_json_put(json, "], totals:[");
    for (unsigned m = 0; m < w->n_measures; m++)
        sw_json_exact(json, NULL, w->source->totals[m]);
    sw_json_close(json, ']');
}

/* Lines of a library that did next to nothing, without their text, are nothing to show. */
static int is_worth_it(const struct writer *w)
{
    struct sw_source_file f;
    double most = 0;
    for (size_t i = 0; i < w->lines->n_files && i < MOST_FILES; i++) {
        if (w->source->sources->shown == SW_NO)
            return 1;
        if (!read_text(w, &w->lines->files[i], &f)) {
            sw_source_file_release(&f);
            return 1;
        }
    }
    for (unsigned m = 0; m < SW_SOURCE_MEASURES && w->source->measures[m]; m++) {
        double sum = 0;
        for (size_t i = 0; i < w->lines->n_files; i++)
            sum += w->lines->files[i].totals[m];
        if (w->source->totals[m] > 0 && sum / w->source->totals[m] > most)
            most = sum / w->source->totals[m];
    }
    return most >= LEAST_SHARE;
}

void sw_html_source(struct sw_html *html, const struct sw_html_source *source,
                    struct sw_source_lines *lines)
{
    struct writer w = {html, source, lines, .built = built_at(source->profile)};
    int error = sw_source_lines_settle(lines);
    if (error)
        html->error = error;
    if (error || !lines->n_files || !is_worth_it(&w))
        return;
    put_head(&w);
    sw_html_list(html, "files");
    put_files(&w);
    sw_html_close(html);
}
