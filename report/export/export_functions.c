#include "report/export/export_functions.h"

static int compare(const void *a, const void *b)
{
    const struct sw_export_entry *x = a, *y = b;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

int sw_export_functions_make(struct sw_export_functions *f, const struct sw_export *x,
                             size_t more_strings)
{
    size_t n = x->flame.n_frames;
    *f = (struct sw_export_functions){.items = calloc(n + 1, sizeof *f->items),
                                      .of_frame = calloc(n + 1, sizeof *f->of_frame)};
    if (!f->items || !f->of_frame || sw_intern_init(&f->strings, 2 * n + 1 + more_strings))
        return -ENOMEM;
    sw_intern(&f->strings, "");
    for (uint32_t i = 0; i < n; i++) {
        struct sw_export_function is = sw_export_function(x, i);
        f->items[i] = (struct sw_export_entry){is, sw_intern(&f->strings, is.name),
                                               sw_intern(&f->strings, is.file), i};
    }
    qsort(f->items, n, sizeof *f->items, compare);
    for (size_t i = 0; i < n; i++) {
        struct sw_export_entry at = f->items[i], *last = f->n ? &f->items[f->n - 1] : NULL;
        if (!last || last->name != at.name || last->file != at.file)
            f->items[f->n++] = at;
        else if (!last->is.first)
            last->is.first = at.is.first;
        f->of_frame[at.frame] = f->n - 1;
    }
    return 0;
}

void sw_export_functions_release(struct sw_export_functions *f)
{
    sw_intern_release(&f->strings);
    free(f->items);
    free(f->of_frame);
    *f = (struct sw_export_functions){.n = 0};
}
