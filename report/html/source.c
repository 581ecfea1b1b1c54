#include "report/html/source.h"
#include "analysis/workspan/sites.h"
#include "report/html/source_file.h"

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
    sw_json_integer(json, "first", first);
    sw_json_open(json, "lines", '[');
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
    sw_json_close(json, '}');
    sw_json_open(json, "totals", '[');
    for (unsigned m = 0; m < w->n_measures; m++)
        sw_json_exact(json, NULL, part->totals[m]);
    sw_json_close(json, ']');
}

static void put_missing(struct writer *w, const char *why)
{
    sw_json_null(&w->html->json, "lines");
    sw_json_string(&w->html->json, "why", why);
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
        put_missing(w, f.why);
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
        sw_json_open(json, NULL, '{');
        sw_json_string(json, "key", w->source->measures[w->n_measures]);
        sw_json_string(json, "title", w->source->measures[w->n_measures]);
        if (w->source->types[w->n_measures])
            sw_json_string(json, "type", w->source->types[w->n_measures]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
    sw_json_open(json, "totals", '[');
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
