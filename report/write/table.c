#include "report/write/table.h"
#include "analysis/findings/units.h"
#include "report/write/words.h"

const struct sw_type_facts sw_types[] = {
    [SW_TEXT] = {"text", SW_CLASS_TEXT},        [SW_COUNT] = {"count", SW_CLASS_INTEGER},
    [SW_NUMBER] = {"number", SW_CLASS_INTEGER}, [SW_COST] = {"cost", SW_CLASS_INTEGER},
    [SW_CHANGE] = {"change", SW_CLASS_CHANGE},  [SW_SECONDS] = {"cost", SW_CLASS_INTEGER},
    [SW_RATIO] = {"ratio", SW_CLASS_REAL},      [SW_REAL] = {"real", SW_CLASS_REAL},
    [SW_SHARE] = {"share", SW_CLASS_REAL},      [SW_FLAG] = {"flag", SW_CLASS_FLAG},
    [SW_BYTES] = {"bytes", SW_CLASS_REAL},      [SW_RATE] = {"rate", SW_CLASS_REAL},
    [SW_FIGURE] = {"text", SW_CLASS_TEXT},
};

static const struct sw_column *find(const struct sw_column *fields, size_t n, const char *name,
                                    size_t size)
{
    for (size_t i = 0; i < n; i++)
        if (!strncmp(fields[i].key, name, size) && !fields[i].key[size])
            return &fields[i];
    abort(); /* a view of a field that there is not */
}

/* A copy of what the view has there. */
static const char *keep(struct sw_columns *c, const char *text, size_t size)
{
    char *to = c->names + c->used;
    if (c->used + size + 1 > sizeof c->names)
        abort();
    memcpy(to, text, size);
    to[size] = 0;
    c->used += size + 1;
    return to;
}

static void add(struct sw_columns *c, const struct sw_column *field, const char *called,
                enum sw_as as, const char *group)
{
    struct sw_column *column = &c->items[c->n++];
    *column = *field;
    if (group)
        column->group = group;
    if (called)
        *(as == SW_AS_JSON  ? &column->key
          : as == SW_AS_CSV ? &column->csv
                            : &column->title) = called;
    if (as == SW_AS_TEXT && !column->title)
        column->title = column->key;
}

void sw_columns_choose(struct sw_columns *c, const struct sw_column *fields, size_t n_fields,
                       const char *view, enum sw_as as)
{
    const char *group = NULL;
    c->n = c->used = 0;
    for (size_t size; *view; view += size + (view[size] == '|')) {
        size = strcspn(view, "|");
        size_t name = strcspn(view, "|=");
        const char *range = memmem(view, name, "..", 2);
        if (*view == '*') {
            for (size_t i = 0; i < n_fields; i++)
                add(c, &fields[i], NULL, as, group);
        } else if (*view == '@') {
            group = size > 1 ? keep(c, view + 1, size - 1) : NULL;
        } else if (range) {
            const struct sw_column *at = find(fields, n_fields, view, (size_t)(range - view));
            const struct sw_column *last =
                find(fields, n_fields, range + 2, name - (size_t)(range + 2 - view));
            for (; at <= last; at++)
                add(c, at, NULL, as, group);
        } else {
            add(c, find(fields, n_fields, view, name),
                name < size ? keep(c, view + name + 1, size - name - 1) : NULL, as, group);
        }
    }
}

const void *sw_table_row(const struct sw_table *table, size_t row)
{
    return table->rows ? table->rows[row] : (const char *)table->items + row * table->size;
}

static void load_integer(struct sw_value *value, uint64_t integer)
{
    value->integer = integer;
    value->real = (double)integer;
}

static void load(const struct sw_column *column, const void *row, struct sw_value *value)
{
    const char *at = row;
    if (column->via)
        memcpy(&at, at + column->via - 1, sizeof at);
    at += column->at;
    switch (column->stored) {
    case SW_U64:
        load_integer(value, *(const uint64_t *)at);
        break;
    case SW_U32:
        load_integer(value, *(const uint32_t *)at);
        break;
    case SW_INT:
        load_integer(value, (uint64_t) * (const int *)at);
        break;
    case SW_BOOL:
        load_integer(value, *(const bool *)at);
        break;
    case SW_I64:
        value->change = *(const int64_t *)at;
        break;
    case SW_F64:
        value->real = *(const double *)at;
        value->integer = sw_rounded(value->real);
        break;
    case SW_POINTER:
        value->text = *(const char *const *)at;
        break;
    case SW_CHARS:
        value->text = at;
        break;
    }
}

static void load_part(enum sw_place_part part, struct sw_place place, struct sw_value *value)
{
    value->text = part == SW_PLACE_FILE ? place.file : place.function;
    value->integer = place.line;
}

static void divide(const struct sw_column *column, const void *by, struct sw_value *value)
{
    uint64_t divisor;
    memcpy(&divisor, (const char *)by + column->of, sizeof divisor);
    value->real = divisor ? value->real / (double)divisor : NAN;
}

void sw_table_value(const struct sw_table *table, size_t i, const void *row, struct sw_value *value)
{
    const struct sw_column *column = &table->columns[i];
    value->text = "";
    value->integer = 0;
    value->change = 0;
    value->none = 0;
    value->real = NAN;
    if (column->get)
        column->get(row, table->context, value);
    else if (column->place)
        load_part(column->part, column->place(row, table->context), value);
    else
        load(column, row, value);
    if (column->some && !value->integer)
        value->none = 1;
    if (column->divisor)
        divide(column, column->divisor == SW_DIVISOR_ROW ? row : table->context, value);
    if (!value->text)
        value->text = "";
}

const char *sw_value_print(struct sw_value *value, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value->scratch, sizeof value->scratch, format, arguments);
    va_end(arguments);
    return value->text = value->scratch;
}

const char *sw_value_place(struct sw_value *value, const char *file, uint32_t line,
                           const char *otherwise)
{
    size_t length = file ? strlen(file) : 0, most = sizeof value->scratch - 16;
    if (length > most) /* the end of a path is where the file's name is */
        file += length - most;
    if (length && line)
        return sw_value_print(value, "%s:%" PRIu32, file, line);
    return sw_value_print(value, "%s", length ? file : otherwise);
}

/* Quoted as RFC 4180 says, and a row is a line whatever names hold. */
static void csv_text(const char *text, FILE *out)
{
    bool quoted = *text == ' ' || strpbrk(text, ",\"");
    if (quoted)
        fputc('"', out);
    for (size_t n; *text; text += n) {
        n = strcspn(text, "\"");
        sw_words_put_part(text, n, out);
        for (; text[n] == '"'; n++)
            fputs("\"\"", out);
    }
    if (quoted)
        fputc('"', out);
}

/* A spreadsheet would take a name for a formula, and compute it: by these it knows one. */
static void csv_name(const char *text, FILE *out)
{
    char *shown = NULL;
    if (*text && text[1] && strchr("=+-@", *text) && asprintf(&shown, "'%s", text) < 0)
        shown = NULL;
    csv_text(shown ? shown : text, out);
    free(shown);
}

static void csv_seconds(const struct sw_units *units, uint64_t cost, FILE *out)
{
    if (strcmp(units->unit, "ns"))
        fprintf(out, "%" PRIu64, cost);
    else
        fprintf(out, "%" PRIu64 ".%09" PRIu64, cost / 1000000000, cost % 1000000000);
}

static void csv_cell(const struct sw_table *table, size_t i, const void *row, FILE *out)
{
    struct sw_value value;
    sw_table_value(table, i, row, &value);
    if (value.none)
        return;
    enum sw_type type = table->columns[i].type;
    switch (sw_types[type].class) {
    case SW_CLASS_TEXT:
        (type == SW_TEXT ? csv_name : csv_text)(value.text, out);
        break;
    case SW_CLASS_INTEGER:
    case SW_CLASS_FLAG:
        if (type == SW_SECONDS)
            csv_seconds(table->units, value.integer, out);
        else
            fprintf(out, "%" PRIu64, value.integer);
        break;
    case SW_CLASS_CHANGE:
        fprintf(out, "%" PRId64, value.change);
        break;
    case SW_CLASS_REAL:
        if (isfinite(value.real))
            fprintf(out, "%.6g", value.real);
    }
}

static void csv_heading(const struct sw_table *table, size_t i, FILE *out)
{
    const char *unit = strcmp(table->units->unit, "ns") ? table->units->unit : "seconds";
    char text[256];
    const struct sw_column *column = &table->columns[i];
    size_t n = (size_t)snprintf(text, sizeof text, "%s", column->csv ? column->csv : column->key);
    for (char *at = text; !column->csv && (at = strpbrk(at, "_."));)
        *at = ' ';
    if (column->type == SW_SECONDS)
        snprintf(text + n, sizeof text - n, " (%.100s)", unit);
    csv_text(text, out);
}

void sw_table_csv(const struct sw_table *table, FILE *out)
{
    for (size_t i = 0; i < table->n_columns; i++) {
        if (i)
            fputc(',', out);
        csv_heading(table, i, out);
    }
    fputc('\n', out);
    for (size_t r = 0; r < table->n_rows; r++)
        for (size_t i = 0; i < table->n_columns; i++) {
            if (i)
                fputc(',', out);
            csv_cell(table, i, sw_table_row(table, r), out);
            if (i + 1 == table->n_columns)
                fputc('\n', out);
        }
}
