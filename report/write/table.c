#include "report/write/table.h"

#include "analysis/findings/units.h"
#include "analysis/workspan/bounds.h"
#include "report/write/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static uint64_t load64(const void *row, size_t at)
{
    uint64_t value;
    memcpy(&value, (const char *)row + at, sizeof value);
    return value;
}

static uint64_t rounded(const char *at)
{
    double value;
    memcpy(&value, at, sizeof value);
    return sw_rounded(value);
}

static void load(const struct sw_column *column, const void *row, struct sw_value *value)
{
    const char *at = (const char *)row + column->at;
    switch (column->type) {
    case SW_TEXT:
    case SW_FIGURE:
        memcpy(&value->text, at, sizeof value->text);
        break;
    case SW_NUMBER:;
        uint32_t number;
        memcpy(&number, at, sizeof number);
        value->integer = number;
        break;
    case SW_COUNT:
    case SW_COST:
    case SW_SECONDS:
        value->integer = column->is_real ? rounded(at) : load64(row, column->at);
        break;
    case SW_CHANGE:
        memcpy(&value->change, at, sizeof value->change);
        break;
    case SW_FLAG:;
        int flag;
        memcpy(&flag, at, sizeof flag);
        value->integer = flag != 0;
        break;
    case SW_RATIO:
        value->real = sw_parallelism(load64(row, column->at), load64(row, column->of));
        break;
    case SW_REAL:
    case SW_SHARE:
        memcpy(&value->real, at, sizeof value->real);
        break;
    }
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
    else
        load(column, row, value);
    if (!value->text)
        value->text = "";
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
    switch (table->columns[i].type) {
    case SW_TEXT:
        csv_name(value.text, out);
        break;
    case SW_FIGURE:
        csv_text(value.text, out);
        break;
    case SW_COUNT:
    case SW_NUMBER:
    case SW_COST:
    case SW_FLAG:
        fprintf(out, "%" PRIu64, value.integer);
        break;
    case SW_CHANGE:
        fprintf(out, "%" PRId64, value.change);
        break;
    case SW_SECONDS:
        csv_seconds(table->units, value.integer, out);
        break;
    case SW_RATIO:
    case SW_REAL:
    case SW_SHARE:
        if (isfinite(value.real))
            fprintf(out, "%.6g", value.real);
        break;
    }
}

static void csv_heading(const struct sw_table *table, size_t i, FILE *out)
{
    const char *unit = strcmp(table->units->unit, "ns") ? table->units->unit : "seconds";
    char text[256];
    snprintf(text, sizeof text, "%s", table->columns[i].csv);
    if (table->columns[i].type == SW_SECONDS)
        snprintf(text, sizeof text, "%s (%.100s)", table->columns[i].csv, unit);
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
            csv_cell(table, i, table->rows[r], out);
            if (i + 1 == table->n_columns)
                fputc('\n', out);
        }
}
