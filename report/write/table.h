/*
 * A table is described once, by its fields, and printed as text, CSV, JSON or on a page. A row is a pointer to a struct; a field knows
 * where in it the value lies, or has a function that makes it. Which fields a format shows, in which order and under which names, is a
 * view: "rank|whole.work=work|over_mean=over\nmean" (sw_columns_choose).
 */
#pragma once

#include "analysis/findings/units.h"
#include "report/write/options.h"

/* What a value is, to the reader. */
enum sw_type {
    SW_TEXT,
    SW_COUNT,
    SW_NUMBER,  /* a line, say; 0 is "not known" */
    SW_COST,    /* in the meter's unit */
    SW_CHANGE,  /* in the meter's unit: with a sign */
    SW_SECONDS, /* the cost, printed in seconds where the unit is ns */
    SW_RATIO,   /* one over another; nothing where that is 0 */
    SW_REAL,    /* nothing where it is not finite */
    SW_SHARE,   /* a percentage in text */
    SW_FLAG,    /* a boolean */
    SW_BYTES,   /* "8.86 GB"; nothing where it is not finite */
    SW_RATE,    /* "43.9 GB/s": likewise */
    SW_FIGURE,  /* a number in words already, to the right in text */
};

/* What of the value it is, and what a page calls it. */
enum sw_class { SW_CLASS_TEXT, SW_CLASS_INTEGER, SW_CLASS_CHANGE, SW_CLASS_REAL, SW_CLASS_FLAG };
extern const struct sw_type_facts {
    const char *name;
    enum sw_class class;
} sw_types[]; /* by enum sw_type */

/* What lies in the row: AT() finds it out. */
enum sw_stored { SW_U64, SW_U32, SW_INT, SW_BOOL, SW_I64, SW_F64, SW_POINTER, SW_CHARS };
#define SW_STORED(member) \
    _Generic((member),                                                       \
        uint64_t: SW_U64,                                                    \
        uint32_t: SW_U32,                                                    \
        int: SW_INT,                                                         \
        bool: SW_BOOL,                                                       \
        int64_t: SW_I64,                                                     \
        double: SW_F64,                                                      \
        const char *: SW_POINTER,                                            \
        char *: sizeof(member) == sizeof(char *) ? SW_POINTER : SW_CHARS)
#define AT(type, member) \
    .at = offsetof(struct type, member), .stored = SW_STORED(((struct type *)0)->member)
/* In what a pointer in the row points to. */
#define VIA(type, pointer, to, member) .via = 1 + offsetof(struct type, pointer), AT(to, member)
/* Divided by another (a uint64_t) of the row, or of the context. */
#define OF(type, member)               .divisor = SW_DIVISOR_ROW, .of = offsetof(struct type, member)
#define OF_WHOLE(type, member)         .divisor = SW_DIVISOR_CONTEXT, .of = offsetof(struct type, member)

enum sw_divisor { SW_DIVISOR_NONE, SW_DIVISOR_ROW, SW_DIVISOR_CONTEXT };

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

/* A function that makes a value, of what is not simply there: SW_GETTER(get_x, profile) { value->text = ...; } */
#define SW_GETTER(name, context) static SW_SHARED_GETTER(name, context)
#define SW_SHARED_GETTER(name, context)                \
    void name(__attribute__((unused)) const void *row, \
              __attribute__((unused)) const void *context, struct sw_value *value)
/* The same of one expression: SW_GETS(get_x, text, name_of(row)); and of one that there is not always. */
#define SW_GETS(name, member, expression) SW_GETS_IF(name, true, member, expression)
#define SW_GETS_IF(name, is_there, member, expression) \
    SW_GETTER(name, context)                           \
    {                                                  \
        value->none = !(is_there);                     \
        value->member = expression;                    \
    }
/* A text that is made, in the value's scratch. */
const char *sw_value_print(struct sw_value *value, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A field, for macros that make several alike: what a struct sw_column has. */
#define SW_COLUMN(...) \
    {                  \
        __VA_ARGS__    \
    }

/* A field that is a part of a place, which a function finds. */
enum sw_place_part { SW_PLACE_FILE, SW_PLACE_LINE, SW_PLACE_FUNCTION };
#define SW_FILE_OF(key, find) \
    SW_COLUMN(key, NULL, NULL, SW_TEXT, .place = find, .part = SW_PLACE_FILE)
#define SW_LINE_OF(key, find) \
    SW_COLUMN(key, NULL, NULL, SW_NUMBER, .place = find, .part = SW_PLACE_LINE)
#define SW_FUNCTION_OF(key, find) \
    SW_COLUMN(key, NULL, NULL, SW_TEXT, .place = find, .part = SW_PLACE_FUNCTION)
#define SW_PLACE_OF(path, find)                                   \
    SW_FILE_OF(path "file", find), SW_LINE_OF(path "line", find), \
        SW_FUNCTION_OF(path "function", find)

struct sw_column {
    const char *key;   /* its name; in JSON a path: "on_work.local.count" makes nested objects */
    const char *csv;   /* heading in CSV; NULL: the key */
    const char *title; /* heading in text; a line break makes two lines */
    enum sw_type type;
    size_t at; /* offset in the row */
    enum sw_stored stored;
    size_t via; /* one more than the offset of a pointer: `at` is where it leads; 0: in the row */
    enum sw_divisor divisor;
    size_t of; /* offset of the divisor */
    enum sw_fit fit;
    int some;                                                       /* what is 0 is none */
    struct sw_place (*place)(const void *row, const void *context); /* of which it is ... */
    enum sw_place_part part;
    void (*get)(const void *row, const void *context, struct sw_value *value);
    /* Of the HTML page: */
    const char *group; /* whose columns are shown and hidden together; NULL: shown always */
    const char *word;  /* of the glossary, that explains it; or NULL */
    int heat;          /* a bar behind the value */
};

struct sw_table {
    const struct sw_column *columns;
    size_t n_columns;
    const void *const *rows; /* or ... */
    size_t n_rows;
    const void *context; /* for `get`, and for OF_WHOLE() */
    const struct sw_units *units;
    const void *items; /* ... an array of structs, of that size */
    size_t size;
};

/* Some of the fields, as a view has them: names with bars between them, each with "=" and what it is called there, where that is not as
 * the field has it; "first..last" for a range of them, "*" for all; and on a page "@key", which the following ones are grouped under. */
struct sw_columns {
    struct sw_column items[64];
    size_t n, used;
    char names[2048];
};
void sw_columns_choose(struct sw_columns *columns, const struct sw_column *fields, size_t n_fields,
                       const char *view, enum sw_as as);

const void *sw_table_row(const struct sw_table *table, size_t row);
void sw_table_value(const struct sw_table *table, size_t column, const void *row,
                    struct sw_value *value);

/* "file:12"; where there is no line, the file; where there is none either, `otherwise`. Made likewise. */
const char *sw_value_place(struct sw_value *value, const char *file, uint32_t line,
                           const char *otherwise);

void sw_table_csv(const struct sw_table *table, FILE *out);

/* Indented by two, at most `width` wide where its shortenable columns allow it; if they are the last ones, on a line below the
 * others where there is no room beside them. 0 or -ENOMEM. */
int sw_table_text(const struct sw_table *table, unsigned width, const char *bold, const char *plain,
                  FILE *out);
