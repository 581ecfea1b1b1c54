/*
 * A table is described once, by its columns, and printed as text, CSV or JSON. A row is a pointer
 * to a struct; a column knows where in it the value lies, or has a function that makes it.
 */
#ifndef SPANWISE_REPORT_WRITE_TABLE_H
#define SPANWISE_REPORT_WRITE_TABLE_H

#include "analysis/findings/units.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum sw_type {
    SW_TEXT,    /* char * */
    SW_COUNT,   /* uint64_t */
    SW_NUMBER,  /* uint32_t: a line, say; 0 is "not known" */
    SW_COST,    /* uint64_t in the meter's unit */
    SW_CHANGE,  /* int64_t in the meter's unit: with a sign */
    SW_SECONDS, /* the cost, printed in seconds where the unit is ns */
    SW_RATIO,   /* one uint64_t over another; nothing where that is 0 */
    SW_REAL,    /* double; nothing where it is not finite */
    SW_SHARE,   /* double, a percentage in text */
    SW_FLAG,    /* int: a boolean */
    SW_FIGURE,  /* char *: a number in words already, to the right in text */
};

/* How a cell that does not fit is shortened. */
enum sw_fit { SW_WHOLE, SW_PATH /* from the left */, SW_NAME /* in the middle */ };

struct sw_value {
    const char *text;
    uint64_t integer;
    int64_t change;
    int none; /* a getter's way to say that there is no value: an empty cell in CSV, '-' in text */
    double real;
    char scratch[640]; /* for a text that is made; longer ones are cut */
};

struct sw_column {
    const char *key;   /* JSON: a path, "on_work.local.count" makes nested objects */
    const char *csv;   /* heading in CSV */
    const char *title; /* heading in text; a line break makes two lines */
    enum sw_type type;
    size_t at, of; /* offsets in the row; `of` for the divisor of a ratio */
    enum sw_fit fit;
    int is_real; /* of a count or cost: what lies there is a double, to be rounded */
    void (*get)(const void *row, const void *context, struct sw_value *value);
    /* Of the HTML page: */
    const char *group; /* whose columns are shown and hidden together; NULL: shown always */
    const char *word;  /* of the glossary, that explains it; or NULL */
    int heat;          /* a bar behind the value */
};

/* Those of one table among several. */
struct sw_column_list {
    const struct sw_column *columns;
    size_t n;
};
#define SW_COLUMN_LIST(columns)                   \
    {                                             \
        columns, sizeof columns / sizeof *columns \
    }

struct sw_table {
    const struct sw_column *columns;
    size_t n_columns;
    const void *const *rows;
    size_t n_rows;
    const void *context; /* for `get` */
    const struct sw_units *units;
};

void sw_table_value(const struct sw_table *table, size_t column, const void *row,
                    struct sw_value *value);

void sw_table_csv(const struct sw_table *table, FILE *out);

/* Indented by two, at most `width` wide where its shortenable columns allow it; if they are the last ones, on a line below the
 * others where there is no room beside them. 0 or -ENOMEM. */
int sw_table_text(const struct sw_table *table, unsigned width, const char *bold, const char *plain,
                  FILE *out);

#endif
