/*
 * A table as text: all cells are made first, so that each column is as wide as its widest cell.
 * When that is too wide, the widest column that may be shortened gives way, one character at a
 * time. Where that leaves nothing to read of a name, those columns go to a line of their own, below the figures.
 */
#include "report/write/table.h"
#include "report/write/words.h"

enum { CELL_SIZE = 1024, LEAST_WIDTH = 8, INDENT = 2, BELOW = 6, GAP = 2, MOST_COLUMNS = 16 };
enum { READABLE = 12 }; /* of a name, if it is longer */

struct layout {
    const struct sw_table *table;
    char **cells; /* row by row */
    size_t widths[MOST_COLUMNS];
    size_t fair[MOST_COLUMNS]; /* of a path: as wide as file names without directories need */
    size_t below;              /* the first column that is on a line of its own; n_columns: none */
};

/* The columns of one line of a row. */
struct part {
    size_t first, end, indent;
};

static char *make_cell(const struct sw_table *table, size_t i, const void *row)
{
    struct sw_value value;
    char buffer[SW_UNITS_SIZE];
    sw_table_value(table, i, row, &value);
    if (value.none)
        return strdup("-");
    switch (table->columns[i].type) {
    case SW_TEXT:
    case SW_FIGURE:
        return strndup(value.text, CELL_SIZE - 1);
    case SW_COUNT:
        return strdup(sw_units_count(value.integer, buffer));
    case SW_NUMBER:
        snprintf(buffer, sizeof buffer, "%" PRIu64, value.integer);
        return strdup(value.integer ? buffer : "?");
    case SW_COST:
    case SW_SECONDS:
        return strdup(sw_units_cost(table->units, value.integer, buffer));
    case SW_CHANGE:
        return strdup(sw_units_change(table->units, value.change, buffer));
    case SW_FLAG:
        return strdup(value.integer ? "yes" : "no");
    case SW_RATIO:
    case SW_REAL:
        return strdup(sw_units_ratio(value.real, buffer));
    case SW_SHARE:
        return strdup(sw_units_percent(value.real, buffer));
    case SW_BYTES:
        return strdup(sw_units_bytes(value.real, "", buffer));
    case SW_RATE:
        return strdup(sw_units_bytes(value.real, "/s", buffer));
    }
    return NULL;
}

static size_t title_width(const char *title)
{
    size_t first = strcspn(title, "\n"), rest = strlen(title) - first;
    return rest > first + 1 ? rest - 1 : first;
}

static int make_cells(struct layout *layout)
{
    const struct sw_table *t = layout->table;
    layout->cells = calloc(t->n_rows * t->n_columns + 1, sizeof *layout->cells);
    if (!layout->cells)
        return -ENOMEM;
    for (size_t i = 0; i < t->n_columns; i++)
        layout->fair[i] = layout->widths[i] = title_width(t->columns[i].title);
    for (size_t r = 0; r < t->n_rows; r++)
        for (size_t i = 0; i < t->n_columns; i++) {
            char *cell = make_cell(t, i, sw_table_row(t, r));
            if (!cell)
                return -ENOMEM;
            layout->cells[r * t->n_columns + i] = cell;
            size_t width = sw_words_width(cell);
            const char *slash = strrchr(cell, '/');
            size_t fair = slash ? sw_words_width(slash) + strlen("...") : width;
            if (width > layout->widths[i])
                layout->widths[i] = width;
            if (fair > layout->fair[i])
                layout->fair[i] = fair;
        }
    return 0;
}

/* Directories go first: the name of the file and of the function say more. Then the widest. */
static size_t next_to_shorten(const struct layout *layout, struct part part)
{
    const struct sw_table *t = layout->table;
    size_t widest = t->n_columns;
    for (size_t i = part.first; i < part.end; i++) {
        if (t->columns[i].fit == SW_PATH && layout->widths[i] > layout->fair[i])
            return i;
        if (t->columns[i].fit != SW_WHOLE && layout->widths[i] > LEAST_WIDTH &&
            (widest == t->n_columns || layout->widths[i] > layout->widths[widest]))
            widest = i;
    }
    return widest;
}

static void fit(struct layout *layout, struct part part, size_t width)
{
    size_t total = part.indent + GAP * (part.end - part.first - 1);
    for (size_t i = part.first; i < part.end; i++)
        total += layout->widths[i];
    while (total > width) {
        size_t i = next_to_shorten(layout, part);
        if (i == layout->table->n_columns)
            return;
        layout->widths[i]--;
        total--;
    }
}

static int is_readable(const struct layout *layout, const size_t *needed)
{
    for (size_t i = 0; i < layout->table->n_columns; i++)
        if (layout->table->columns[i].fit == SW_NAME && layout->widths[i] < needed[i] &&
            layout->widths[i] < READABLE)
            return 0;
    return 1;
}

static struct part figures(const struct layout *layout)
{
    return (struct part){0, layout->below, INDENT};
}

static struct part names(const struct layout *layout)
{
    return (struct part){layout->below, layout->table->n_columns, BELOW};
}

static void arrange(struct layout *layout, size_t width)
{
    const struct sw_table *t = layout->table;
    size_t needed[MOST_COLUMNS], first = t->n_columns;
    memcpy(needed, layout->widths, sizeof needed);
    layout->below = t->n_columns;
    fit(layout, figures(layout), width);
    while (first && t->columns[first - 1].fit != SW_WHOLE)
        first--;
    if (!first || is_readable(layout, needed))
        return;
    memcpy(layout->widths, needed, sizeof needed);
    layout->below = first;
    fit(layout, figures(layout), width);
    fit(layout, names(layout), width);
}

static void put_cell(const struct layout *layout, struct part part, size_t i, const char *text,
                     FILE *out)
{
    const struct sw_column *column = &layout->table->columns[i];
    char cell[CELL_SIZE];
    size_t width = layout->widths[i];
    if (column->fit == SW_NAME)
        sw_words_shorten_name(text, width, cell, sizeof cell);
    else
        sw_words_shorten(text, width, column->fit == SW_PATH, cell, sizeof cell);
    size_t used = sw_words_width(cell);
    int pad = (int)(width > used ? width - used : 0);
    int last = i + 1 == part.end;
    fprintf(out, "%*s", i == part.first ? (int)part.indent : GAP, "");
    if (column->type == SW_TEXT)
        fprintf(out, "%s%*s", cell, last ? 0 : pad, "");
    else
        fprintf(out, "%*s%s", pad, "", cell);
}

/* A heading of one line stands on the lower of the two. */
static void put_title_line(const struct layout *layout, struct part part, int line, FILE *out)
{
    size_t n = part.end;
    while (line == 0 && n > part.first && !strchr(layout->table->columns[n - 1].title, '\n'))
        n--;
    for (size_t i = part.first; i < n; i++) {
        const char *title = layout->table->columns[i].title, *brk = strchr(title, '\n');
        char text[64] = "";
        if (brk && line == 0)
            snprintf(text, sizeof text, "%.*s", (int)(brk - title), title);
        else if (line == 1)
            snprintf(text, sizeof text, "%s", brk ? brk + 1 : title);
        put_cell(layout, part, i, text, out);
    }
}

static void put_titles(const struct layout *layout, struct part part, const char *bold,
                       const char *plain, FILE *out)
{
    int two = 0;
    for (size_t i = part.first; i < part.end; i++)
        two |= strchr(layout->table->columns[i].title, '\n') != NULL;
    for (int line = !two; line < 2 && part.first < part.end; line++) {
        fputs(bold, out);
        put_title_line(layout, part, line, out);
        fprintf(out, "%s\n", plain);
    }
}

static void put_row(const struct layout *layout, struct part part, size_t row, FILE *out)
{
    for (size_t i = part.first; i < part.end; i++)
        put_cell(layout, part, i, layout->cells[row * layout->table->n_columns + i], out);
    if (part.first < part.end)
        fputc('\n', out);
}

int sw_table_text(const struct sw_table *table, unsigned width, const char *bold, const char *plain,
                  FILE *out)
{
    struct layout layout = {.table = table};
    int error = make_cells(&layout);
    if (!error) {
        arrange(&layout, width);
        put_titles(&layout, figures(&layout), bold, plain, out);
        put_titles(&layout, names(&layout), bold, plain, out);
        for (size_t r = 0; r < table->n_rows; r++) {
            put_row(&layout, figures(&layout), r, out);
            put_row(&layout, names(&layout), r, out);
        }
    }
    for (size_t i = 0; layout.cells && i < table->n_rows * table->n_columns; i++)
        free(layout.cells[i]);
    free(layout.cells);
    return error;
}
