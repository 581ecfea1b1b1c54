/* Tables of a page: a list of values for each column, which is what the page sorts and filters by. */
#include "analysis/workspan/sites.h"
#include "report/html/html.h"

enum { TITLE_SIZE = 128 };

/* "share\nof span" is "share of span", "paral-\nlelism" one word; where there is none, that of CSV, or the key's last
 * word. */
static void make_title(const struct sw_column *column, char title[TITLE_SIZE])
{
    const char *from = column->title, *dot = column->key ? strrchr(column->key, '.') : NULL;
    size_t n = 0;
    if (!from)
        from = column->csv ? column->csv : dot ? dot + 1 : column->key;
    for (; *from && n < TITLE_SIZE - 1; from++) {
        int is_break = *from == '\n' || (*from == '_' && !column->title);
        if (is_break && n && title[n - 1] == '-')
            n--;
        else if (!is_break)
            title[n++] = *from;
        else if (n)
            title[n++] = ' ';
    }
    title[n] = 0;
}

static void put_value(struct sw_html *html, const struct sw_table *table, size_t column,
                      const void *row)
{
    struct sw_json *json = &html->json;
    struct sw_value value;
    sw_table_value(table, column, row, &value);
    enum sw_type type = table->columns[column].type;
    enum sw_class class = sw_types[type].class;
    if (class == SW_CLASS_TEXT)
        sw_html_index(html, NULL, value.none ? "" : value.text);
    else if (value.none || (type == SW_NUMBER && !value.integer)) /* not known */
        sw_json_null(json, NULL);
    else if (class == SW_CLASS_CHANGE)
        sw_json_change(json, NULL, value.change);
    else if (class == SW_CLASS_REAL)
        sw_json_real(json, NULL, value.real);
    else
        sw_json_integer(json, NULL, value.integer);
}

static void put_values(struct sw_html *html, const char *key, const struct sw_table *table,
                       size_t column)
{
    sw_json_open(&html->json, key, '[');
    for (size_t i = 0; i < table->n_rows; i++)
        put_value(html, table, column, sw_table_row(table, i));
    sw_json_close(&html->json, ']');
}

/* Of places: 0 is what is not known. */
static void put_lines(struct sw_html *html, const struct sw_table *table, size_t column)
{
    struct sw_value value;
    sw_json_open(&html->json, "lines", '[');
    for (size_t i = 0; i < table->n_rows; i++) {
        sw_table_value(table, column, sw_table_row(table, i), &value);
        sw_json_integer(&html->json, NULL, value.none ? 0 : value.integer);
    }
    sw_json_close(&html->json, ']');
}

static const char *last_word(const char *key)
{
    const char *dot = key ? strrchr(key, '.') : NULL;
    return dot ? dot + 1 : key ? key : "";
}

/* A file and its line are one place. */
static int is_place(const struct sw_table *table, size_t i)
{
    return i + 1 < table->n_columns && !strcmp(last_word(table->columns[i].key), "file") &&
           !strcmp(last_word(table->columns[i + 1].key), "line");
}

/* Places that none is known of, and names of a group that there are none of, would be an empty column. */
static int is_empty(const struct sw_table *table, size_t i, const struct sw_html_look *look)
{
    const struct sw_column *column = &table->columns[i];
    struct sw_value value;
    if ((!is_place(table, i) && (column->type != SW_TEXT || !column->group)) ||
        (look->sort && column->key && !strcmp(look->sort, column->key)))
        return 0;
    for (size_t k = 0; k < table->n_rows; k++) {
        sw_table_value(table, i, sw_table_row(table, k), &value);
        if (!value.none && *sw_string(value.text))
            return 0;
    }
    return 1;
}

static void put_column(struct sw_html *html, const struct sw_table *table, size_t i)
{
    const struct sw_column *column = &table->columns[i];
    struct sw_json *json = &html->json;
    int place = is_place(table, i);
    char title[TITLE_SIZE];
    make_title(&table->columns[place && !column->title ? i + 1 : i], title);
    sw_json_put(json, "{key:%s, title:%s, group?:%s", column->key ? column->key : title, title,
                column->group);
    sw_html_word(html, column->word);
    sw_json_put(json, "type:%s, heat?:%d", place ? "place" : sw_types[column->type].name,
                column->heat);
    put_values(html, place ? "files" : "values", table, i);
    if (place)
        put_lines(html, table, i + 1);
    sw_json_close(json, '}');
}

static void put_groups(struct sw_html *html, const struct sw_html_look *look)
{
    sw_json_open(&html->json, "groups", '[');
    for (size_t i = 0; i < look->n_groups; i++) {
        const struct sw_html_group *group = &look->groups[i];
        sw_json_put(&html->json, "{key:%s, title:%s, shown:%d", group->key, group->title,
                    group->shown);
        sw_html_word(html, group->word);
        sw_json_close(&html->json, '}');
    }
    sw_json_close(&html->json, ']');
}

void sw_html_table(struct sw_html *html, const struct sw_html_section *section,
                   const struct sw_table *table, const struct sw_html_look *look)
{
    if (!table->n_rows)
        return;
    sw_html_open(html, "table", section);
    sw_json_integer(&html->json, "rows", table->n_rows);
    if (table->units && strcmp(sw_string(table->units->unit), html->unit))
        sw_json_string(&html->json, "unit", table->units->unit);
    if (look->sort)
        sw_json_put(&html->json, "sort:%s, descending:%d", look->sort, !look->ascending);
    sw_json_integer(&html->json, "open", 0); /* rows shown at first: as the page likes */
    put_groups(html, look);
    sw_html_list(html, "columns");
    for (size_t i = 0; i < table->n_columns; i += is_place(table, i) ? 2 : 1)
        if (!is_empty(table, i, look))
            put_column(html, table, i);
    sw_html_close(html);
}
