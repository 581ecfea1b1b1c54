#include "report/model/document.h"
#include "analysis/compare/change.h"

#include <sys/wait.h>

enum { SENTENCE = 4096, SUBTITLE = 512, COMMAND = 512 };

bool sw_document_fails(struct sw_document *d, int error)
{
    if (!d->error)
        d->error = error;
    return error != 0;
}

size_t sw_document_top(const struct sw_document *d, size_t usual)
{
    size_t top = d->options->top;
    return top ? top : d->as == SW_AS_TEXT ? usual : SW_REPORT_ALL;
}

/* "15 November 2026, 14:03", after what is there already. */
static void add_date(uint64_t started, char *text, size_t size)
{
    static const char *const months[] = {"January",   "February", "March",    "April",
                                         "May",       "June",     "July",     "August",
                                         "September", "October",  "November", "December"};
    time_t seconds = (time_t)started;
    size_t used = strlen(text);
    struct tm tm;
    if (started && localtime_r(&seconds, &tm))
        snprintf(text + used, size - used, ", %d %s %d, %02d:%02d", tm.tm_mday, months[tm.tm_mon],
                 tm.tm_year + 1900, tm.tm_hour, tm.tm_min);
}

enum sw_as sw_document_as(enum sw_report_format format)
{
    return format == SW_REPORT_TEXT      ? SW_AS_TEXT
           : format == SW_REPORT_JSON    ? SW_AS_JSON
           : format == SW_REPORT_HTML    ? SW_AS_PAGE
           : format == SW_REPORT_GNUPLOT ? SW_AS_SCRIPT
                                         : SW_AS_CSV;
}

int sw_document_open(struct sw_document *d, enum sw_as as, const struct sw_report_options *options,
                     const struct sw_profile *profile, const char *unit, FILE *out)
{
    char subtitle[SUBTITLE];
    enum sw_outlet_kind kind = as == SW_AS_TEXT                        ? SW_OUTLET_TEXT
                               : as == SW_AS_CSV || as == SW_AS_SCRIPT ? SW_OUTLET_LINES
                                                                       : SW_OUTLET_DATA;
    *d = (struct sw_document){.as = as};
    int error = sw_outlet_open(&d->outlet, out, kind, options, unit);
    if (error)
        return error;
    d->options = &d->outlet.page;
    d->units = &d->outlet.units;
    d->findings.units = *d->units;
    d->out = d->outlet.out;
    sw_page_init(&d->text, d->options, d->out);
    d->json = (struct sw_json){.out = d->out, .empty = 1};
    if (as == SW_AS_JSON)
        sw_json_open(&d->json, NULL, '{');
    if (as == SW_AS_PAGE) {
        sw_join_command(profile, subtitle, sizeof subtitle - 64);
        add_date(profile->started_unix, subtitle, sizeof subtitle);
        sw_html_begin(&d->page, options->title ?: sw_base_name(sw_string(profile->program)),
                      subtitle, d->units->unit, d->out);
    }
    return 0;
}

int sw_document_close(struct sw_document *d)
{
    if (d->as == SW_AS_JSON)
        sw_json_close(&d->json, '}');
    if (d->as == SW_AS_PAGE)
        sw_document_fails(d, sw_html_end(&d->page));
    sw_document_fails(d, d->pool.error);
    sw_findings_release(&d->findings);
    sw_pool_release(&d->pool);
    return sw_outlet_close(&d->outlet, d->error);
}

void sw_document_program(struct sw_document *d, const struct sw_profile *p)
{
    if (d->as != SW_AS_JSON)
        return;
    sw_json_string(&d->json, "program", sw_string(p->program));
    sw_json_open(&d->json, "args", '[');
    for (char *const *arg = p->args; arg && *arg; arg++)
        sw_json_string(&d->json, NULL, *arg);
    sw_json_close(&d->json, ']');
}

static void text_command(struct sw_document *d, const char *title, const struct sw_profile *p)
{
    char command[COMMAND], shown[COMMAND];
    size_t at = (size_t)snprintf(command, sizeof command, "%s", sw_string(p->program));
    for (char *const *arg = p->args && *p->args ? p->args + 1 : NULL; arg && *arg; arg++)
        if (at < sizeof command)
            at += (size_t)snprintf(command + at, sizeof command - at, " %s", *arg);
    size_t used = sw_words_width(title) + 1, width = d->text.width;
    sw_words_shorten(command, width > used + 20 ? width - used : 20, 0, shown, sizeof shown);
    fprintf(d->out, "%s%s %s%s\n", d->text.bold, title, shown, d->text.plain);
}

void sw_document_head(struct sw_document *d, const char *title, const struct sw_profile *p)
{
    if (d->as == SW_AS_TEXT)
        text_command(d, title, p);
    if (d->as != SW_AS_JSON)
        return;
    sw_document_program(d, p);
    sw_json_put(&d->json,
                "meter:%s, unit:%s, front_end:%s, level:%s, host:%s, tool:%s, started:%lu, "
                "complete:%d, damaged:%d, wait_status:%u, burden:%lu",
                p->meter, p->unit, sw_profile_front_end(p), p->level, p->host, p->tool,
                p->started_unix, !(p->flags & SW_PROFILE_INCOMPLETE),
                (p->flags & SW_PROFILE_DAMAGED) != 0, (uint32_t)p->status, p->burden);
}

static void text_heading(struct sw_document *d, const char *title)
{
    fprintf(d->out, "\n%s", d->text.bold);
    sw_words_wrap("", title, d->text.width, d->out);
    fputs(d->text.plain, d->out);
}

void sw_document_heading(struct sw_document *d, const char *format, ...)
{
    char text[SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (d->as == SW_AS_TEXT)
        text_heading(d, text);
}

void sw_document_paragraph(struct sw_document *d, const char *format, ...)
{
    char text[SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (d->as == SW_AS_TEXT)
        sw_words_wrap("  ", text, d->text.width, d->out);
}

void sw_document_more(struct sw_document *d, size_t left, const char *words)
{
    if (!left || d->as != SW_AS_TEXT)
        return;
    fprintf(d->out, "  and %zu more", left);
    for (; *words; words++)
        if (*words != '~')
            fputc(*words, d->out);
        else if (left > 1)
            fputc('s', d->out);
    fputc('\n', d->out);
}

static void json_headline(struct sw_json *json, const struct sw_headline *h,
                          const struct sw_verdict_place *at)
{
    sw_json_put(json, "headline:{cause:%s, file:%s, line:%u, function:%s", sw_headline_cause(h),
                at->file, at->line, at->function);
    sw_json_strings(json, "sentences", (const char *const *)h->sentences, h->n);
    sw_json_close(json, '}');
}

void sw_document_headline(struct sw_document *d, const struct sw_findings *findings,
                          const struct sw_profile *profile)
{
    struct sw_headline headline;
    struct sw_verdict_place at = {.file = "", .function = ""};
    if ((d->as != SW_AS_JSON && d->as != SW_AS_PAGE) ||
        sw_document_fails(d, sw_headline_make(&headline, findings)))
        return;
    if (headline.at)
        at = sw_verdict_place_of(profile, headline.at, false);
    if (d->as == SW_AS_JSON)
        json_headline(&d->json, &headline, &at);
    else
        sw_html_headline(&d->page, &headline, &at);
    sw_headline_release(&headline);
}

static void json_finding(struct sw_json *json, const struct sw_finding *f,
                         const struct sw_profile *profile)
{
    SW_FREED char *words = sw_finding_words(f);
    sw_json_put(json, "{kind:%s, severity:%s, certainty:%s", sw_finding_kind_name(f->kind),
                sw_severity_name(f->severity), sw_certainty_name(f->certainty));
    if (f->site != SW_NO_SITE) {
        const struct sw_place *place = &profile->sites[f->site].caller_place;
        sw_json_put(json, "file:%s, line:%u", f->file ? f->file : place->file,
                    f->file ? f->line : place->line);
    } else if (f->line) {
        sw_json_put(json, "file:%s, line:%u, function:%s", f->file, f->line, f->function);
    }
    sw_json_put(json, "text:%s, cause?:%s, lost?:%g, worth?:%g, insert?:%s}", words,
                f->why != SW_WHY_UNKNOWN ? sw_why_name(f->why) : NULL, f->lost, f->worth,
                f->insert);
}

static void text_findings(struct sw_document *d, const struct sw_findings *findings)
{
    if (findings->n)
        text_heading(d, "Findings");
    for (size_t i = 0; i < findings->n; i++) {
        const struct sw_finding *f = &findings->items[i];
        SW_FREED char *words = sw_finding_words(f);
        fputs(f->severity == SW_WARNING  ? d->text.warning
              : f->severity == SW_ADVICE ? d->text.advice
                                         : "",
              d->out);
        sw_words_wrap(SW_PRINTED("  %zu. ", i + 1), sw_string(words), d->text.width, d->out);
        if (f->severity != SW_INFO)
            fputs(d->text.plain, d->out);
    }
}

/* Numbered in text. */
void sw_document_findings(struct sw_document *d, const struct sw_findings *findings,
                          const struct sw_profile *profile)
{
    if (d->as == SW_AS_TEXT)
        text_findings(d, findings);
    if (d->as == SW_AS_PAGE)
        sw_html_findings(&d->page, findings, profile);
    if (d->as != SW_AS_JSON)
        return;
    sw_json_open(&d->json, "findings", '[');
    for (size_t i = 0; i < findings->n; i++)
        json_finding(&d->json, &findings->items[i], profile);
    sw_json_close(&d->json, ']');
}

static void text_table(struct sw_document *d, const struct sw_document_table *t,
                       struct sw_table *table)
{
    size_t n = t->top && t->top < t->n ? t->top : t->n;
    if (!n && !t->always)
        return;
    table->n_rows = n;
    if (t->heading || t->section.title)
        text_heading(d, t->heading ? t->heading : t->section.title);
    sw_document_fails(d, sw_table_text(table, d->text.width, d->text.bold, d->text.plain, d->out));
    if (t->more)
        sw_document_more(d, t->n - n + t->left, t->more);
}

static void json_table(struct sw_document *d, const struct sw_document_table *t,
                       const struct sw_table *table)
{
    sw_json_open(&d->json, t->key ? t->key : t->section.key, '[');
    for (size_t i = 0; i < table->n_rows; i++) {
        const void *row = sw_table_row(table, i);
        sw_json_open(&d->json, NULL, '{');
        if (t->before)
            t->before(d, row, t->context);
        sw_json_members(&d->json, table, row);
        if (t->each)
            t->each(d, row, t->context);
        sw_json_close(&d->json, '}');
    }
    sw_json_close(&d->json, ']');
}

static struct sw_table table_of(const struct sw_document *d, const struct sw_document_table *t,
                                const char *view, struct sw_columns *columns)
{
    sw_columns_choose(columns, t->fields, t->n_fields, view, d->as);
    return (struct sw_table){columns->items, columns->n, t->rows,  t->n,
                             t->context,     d->units,   t->items, t->size};
}

void sw_document_table(struct sw_document *d, const struct sw_document_table *t)
{
    const char *view = (const char *[]){t->text, t->csv, t->json, t->page, NULL, NULL}[d->as];
    struct sw_columns columns;
    if (!view)
        return;
    struct sw_table table = table_of(d, t, view, &columns);
    if (d->as == SW_AS_TEXT)
        text_table(d, t, &table);
    else if (d->as == SW_AS_CSV)
        sw_table_csv(&table, d->out);
    else if (d->as == SW_AS_JSON)
        json_table(d, t, &table);
    else
        sw_html_table(&d->page, &t->section, &table, &t->look);
}

const struct sw_column sw_spots[] = {{"x", NULL, NULL, SW_REAL, AT(sw_spot, x)},
                                     {"y", NULL, NULL, SW_REAL, AT(sw_spot, y)}};

void sw_document_curve(struct sw_document *d, const char *name, const char *role,
                       const struct sw_document_table *t)
{
    struct sw_columns columns;
    struct sw_table table = table_of(d, t, t->page, &columns);
    sw_html_curve(&d->page, name, role, &table);
}

void sw_document_members(struct sw_document *d, const struct sw_column *fields, size_t n_fields,
                         const char *view, const void *row, const void *context)
{
    struct sw_columns columns;
    if (d->as != SW_AS_JSON)
        return;
    sw_columns_choose(&columns, fields, n_fields, view, d->as);
    sw_json_members(
        &d->json,
        &(struct sw_table){.columns = columns.items, .n_columns = columns.n, .context = context},
        row);
}

char (*sw_grid_add(struct sw_grid *grid, const char *label))[SW_UNITS_SIZE]
{
    struct sw_grid_line *line = &grid->lines[grid->n++];
    *line = (struct sw_grid_line){.label = label};
    return line->cells;
}

void sw_document_grid(struct sw_document *d, const struct sw_grid *grid, const char *titles)
{
    struct sw_column fields[1 + SW_GRID_COLUMNS] = {{.title = "", AT(sw_grid_line, label)}};
    char copy[256], *rest = copy;
    size_t n = 1;
    if (d->as != SW_AS_TEXT)
        return;
    snprintf(copy, sizeof copy, "%s", titles);
    for (const char *title; (title = strsep(&rest, "|")); n++)
        fields[n] = (struct sw_column){.title = title,
                                       .type = SW_FIGURE,
                                       .at = offsetof(struct sw_grid_line, cells[n - 1]),
                                       .stored = SW_CHARS};
    struct sw_table table = {.columns = fields,
                             .n_columns = n,
                             .n_rows = grid->n,
                             .units = d->units,
                             .items = grid->lines,
                             .size = sizeof *grid->lines};
    sw_document_fails(d, sw_table_text(&table, d->text.width, d->text.bold, d->text.plain, d->out));
}

/* The command as it was, whole. */
static void put_command(struct sw_document *d, const struct sw_profile *p)
{
    size_t size = sw_join_command(p, NULL, 0) + 1;
    SW_FREED char *text = malloc(size);
    if (sw_document_fails(d, text ? 0 : -ENOMEM))
        return;
    sw_join_command(p, text, size);
    sw_html_fact(&d->page, "command", text);
}

void sw_document_measured(struct sw_document *d, const char *title, const struct sw_profile *p)
{
    sw_document_heading(d, "%s", title);
    if (d->as != SW_AS_PAGE)
        return;
    sw_html_facts(&d->page, SW_SECTION("measured", title), p ? p->warnings : NULL,
                  p ? p->n_warnings : 0);
    if (p)
        put_command(d, p);
}

static void text_note(struct sw_document *d, const char *label, const char *text)
{
    sw_words_wrap(SW_PRINTED("  %-12s", label), text, d->text.width, d->out);
}

void sw_document_note(struct sw_document *d, const char *label, const char *format, ...)
{
    char text[SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (d->as == SW_AS_TEXT)
        text_note(d, label, text);
    if (d->as == SW_AS_PAGE)
        sw_html_note(&d->page, label, text);
}

void sw_document_status(struct sw_document *d, int status)
{
    if (WIFSIGNALED(status))
        sw_document_note(d, "program", "killed by signal %d (%s)", WTERMSIG(status),
                         strsignal(WTERMSIG(status)));
    else
        sw_document_note(d, "program", "exit status %d", WEXITSTATUS(status));
}

void sw_document_measured_end(struct sw_document *d, const struct sw_profile *p)
{
    if (d->as == SW_AS_PAGE)
        sw_html_close(&d->page);
    for (size_t i = 0; d->as == SW_AS_TEXT && p && i < p->n_warnings; i++)
        text_note(d, "warning", p->warnings[i]);
}

void sw_document_warnings(struct sw_document *d, const struct sw_profile *p)
{
    if (d->as == SW_AS_JSON)
        sw_json_strings(&d->json, "warnings", (const char *const *)p->warnings, p->n_warnings);
}
