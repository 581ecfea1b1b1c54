#include "report/html_source.h"
#include "analysis/sites.h"
#include "report/source_file.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

enum {
    WHOLE_LINES = 2000, /* a file that is longer comes in parts, ... */
    AROUND = 25,        /* ... with so many lines around each that did something */
    LONGEST_LINE = 2000,
    MOST_FILES = 100,
};
#define MOST_TEXT ((size_t)16 << 20) /* of all files together */

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
                 " has run: it is not the one that the program was built from",
                 f->n_lines, last);
    else if (w->built && f->changed > w->built)
        strcpy(text, "the file is newer than the program: lines may have moved since");
    else if (strcmp(f->path, part->file))
        snprintf(text, sizeof text, "read from '%.4000s'", f->path);
    else
        return;
    sw_json_string(&w->html->json, "note", text);
}

static void put_text(struct writer *w, const struct sw_source_part *part)
{
    struct sw_source_file f;
    if (w->source->left_out) {
        put_missing(w, "it was left out, by --sources=no");
        return;
    }
    if (w->written > MOST_TEXT) {
        put_missing(w, "there is too much of it in all");
        return;
    }
    int error = sw_source_file_read(&f, part->file, sw_string(w->source->profile->program));
    if (error) {
        put_missing(w, f.why);
        return;
    }
    put_doubts(w, part, &f);
    if (f.n_lines <= WHOLE_LINES)
        put_stretch(w, &f, 1, f.n_lines + 1);
    else
        put_parts(w, part, &f);
    sw_source_file_release(&f);
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
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
    sw_json_open(json, "totals", '[');
    for (unsigned m = 0; m < w->n_measures; m++)
        sw_json_exact(json, NULL, w->source->totals[m]);
    sw_json_close(json, ']');
}

void sw_html_source(struct sw_html *html, const struct sw_html_source *source,
                    struct sw_source_lines *lines)
{
    struct writer w = {html, source, lines, .built = built_at(source->profile)};
    int error = sw_source_lines_settle(lines);
    if (error)
        html->error = error;
    if (error || !lines->n_files)
        return;
    put_head(&w);
    sw_html_list(html, "files");
    for (size_t i = 0; i < lines->n_files && i < MOST_FILES; i++) {
        sw_json_open(&html->json, NULL, '{');
        sw_html_index(html, "file", lines->files[i].file);
        put_text(&w, &lines->files[i]);
        put_values(&w, &lines->files[i]);
        sw_json_close(&html->json, '}');
    }
    sw_html_close(html);
}
