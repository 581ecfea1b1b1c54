#include "report/html/source_lines.h"

void sw_source_lines_add(struct sw_source_lines *l, const char *file, uint32_t line,
                         const double values[SW_SOURCE_MEASURES])
{
    if (!file || !*file || !line || l->error)
        return;
    if (l->n == l->room) {
        size_t room = l->room ? 2 * l->room : 256;
        struct sw_source_line *items = realloc(l->items, room * sizeof *items);
        if (!items) {
            l->error = -ENOMEM;
            return;
        }
        l->items = items;
        l->room = room;
    }
    struct sw_source_line *item = &l->items[l->n++];
    *item = (struct sw_source_line){.file = file, .line = line};
    memcpy(item->values, values, sizeof item->values);
}

static int compare_lines(const void *a, const void *b)
{
    const struct sw_source_line *x = a, *y = b;
    int order = x->file == y->file ? 0 : strcmp(x->file, y->file);
    return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

static void merge_same(struct sw_source_lines *l)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->n; i++) {
        if (kept && !compare_lines(&l->items[kept - 1], &l->items[i])) {
            for (int m = 0; m < SW_SOURCE_MEASURES; m++)
                l->items[kept - 1].values[m] += l->items[i].values[m];
        } else {
            l->items[kept++] = l->items[i];
        }
    }
    l->n = kept;
}

static double weight_of(const struct sw_source_part *f)
{
    double sum = 0;
    for (int m = 0; m < SW_SOURCE_MEASURES; m++)
        sum += f->totals[m];
    return sum;
}

static int compare_files(const void *a, const void *b)
{
    double x = weight_of(a), y = weight_of(b);
    if (x != y)
        return x > y ? -1 : 1;
    return strcmp(((const struct sw_source_part *)a)->file,
                  ((const struct sw_source_part *)b)->file);
}

int sw_source_lines_settle(struct sw_source_lines *l)
{
    if (l->error)
        return l->error;
    if (l->n)
        qsort(l->items, l->n, sizeof *l->items, compare_lines);
    merge_same(l);
    l->files = calloc(l->n + 1, sizeof *l->files);
    if (!l->files)
        return l->error = -ENOMEM;
    for (size_t i = 0; i < l->n; i++) {
        const struct sw_source_line *item = &l->items[i];
        if (!i || strcmp(item->file, l->items[i - 1].file))
            l->files[l->n_files++] = (struct sw_source_part){.file = item->file, .first = i};
        struct sw_source_part *file = &l->files[l->n_files - 1];
        file->n++;
        for (int m = 0; m < SW_SOURCE_MEASURES; m++)
            file->totals[m] += item->values[m];
    }
    qsort(l->files, l->n_files, sizeof *l->files, compare_files);
    return 0;
}

void sw_source_lines_release(struct sw_source_lines *l)
{
    free(l->items);
    free(l->files);
    *l = (struct sw_source_lines){0};
}
