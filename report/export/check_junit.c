/* JUnit's XML: a test suite of a program, a test case a limit. */
#include "analysis/workspan/sites.h"
#include "report/model/check.h"
#include "report/write/words.h"

/* What XML cannot hold becomes '?': control characters, and what is not UTF-8. */
static void put_escaped(const char *text, FILE *out)
{
    while (*text) {
        size_t size = sw_words_character(text), shown = sw_words_printable(text);
        unsigned char c = (unsigned char)*text;
        const char *entity = c == '&'    ? "&amp;"
                             : c == '<'  ? "&lt;"
                             : c == '>'  ? "&gt;"
                             : c == '"'  ? "&quot;"
                             : c == '\'' ? "&apos;"
                                         : NULL;
        if (entity)
            fputs(entity, out);
        else if (shown)
            fwrite(text, 1, size, out);
        else
            fputc('?', out);
        text += size ? size : 1;
    }
}

/* What is in it already are lines of ours. */
static void put_lines(char *lines, FILE *out)
{
    for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n")) {
        put_escaped(line, out);
        fputc('\n', out);
    }
}

static void put_attribute(const char *name, const char *value, FILE *out)
{
    fprintf(out, " %s=\"", name);
    put_escaped(value, out);
    fputc('"', out);
}

static int put_failure(const struct sw_check_report *r, const char *what, const char *words)
{
    char *places = NULL;
    size_t size;
    FILE *text = open_memstream(&places, &size);
    if (!text)
        return -1;
    sw_check_places(r, "", text);
    fclose(text);
    fputs("      <failure", r->out);
    put_attribute("message", words, r->out);
    put_attribute("type", "limit", r->out);
    fputc('>', r->out);
    put_escaped(what, r->out);
    fputs(": ", r->out);
    put_escaped(words, r->out);
    fputc('\n', r->out);
    put_lines(places, r->out);
    fputs("</failure>\n", r->out);
    free(places);
    return 0;
}

static int put_case(const struct sw_check_report *r, const struct sw_ruling *v)
{
    char name[SW_RULING_TEXT], words[SW_RULING_TEXT];
    int error = 0;
    sw_ruling_name(v, r->check, name);
    sw_ruling_words(v, r, words);
    fputs("    <testcase", r->out);
    put_attribute("classname", sw_base_name(sw_string(r->check->profile->program)), r->out);
    put_attribute("name", name, r->out);
    struct sw_verdict_place at = sw_ruling_place(r->check, v);
    if (*at.file)
        put_attribute("file", at.file, r->out);
    fputs(v->is_broken ? ">\n" : "/>\n", r->out);
    if (v->is_broken) {
        error = put_failure(r, name, words);
        fputs("    </testcase>\n", r->out);
    }
    return error;
}

int sw_check_junit(const struct sw_check_report *r)
{
    const struct sw_check *check = r->check;
    int error = 0;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite", r->out);
    put_attribute("name", "spanwise check", r->out);
    fprintf(r->out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n", check->n, check->n_broken);
    for (size_t i = 0; !error && i < check->n; i++)
        error = put_case(r, &check->rulings[i]);
    fputs("  </testsuite>\n</testsuites>\n", r->out);
    return error;
}
