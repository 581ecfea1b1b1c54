/*
 * Sites on one line and column of a profile are one place (copies: inlined or unrolled). Places of
 * one kind, caller, callee and file name are a family. A family with one place on either side is a
 * pair. The others are aligned (align.h), in the order of their lines.
 *
 * By how much lines have moved is known from the pairs of the same caller, and from where its first
 * line is: a place is expected as far from the nearest pair before it, or behind it, as it was.
 *
 * A family that the other profile does not have at all may have moved to another file: those are
 * tried once more without the name of the file.
 */
#include "analysis/compare/match_names.h"

#include "analysis/compare/align.h"
#include "analysis/workspan/intern.h"
#include "analysis/workspan/sites.h"

struct place {
    uint32_t kind, caller, callee, file; /* strings as numbers */
    int profile;
    uint32_t line, column;
    uint64_t count;
    size_t first, end;       /* in the sorted sites */
    size_t partner;          /* SW_ALIGN_NONE */
    int is_paired, is_moved; /* moved: to be tried without the file */
};

/* What moved from one line to another, in a caller: a pair, or its first line. */
struct anchor {
    uint32_t caller, file;
    int64_t before, after;
};

/* A function's first line. */
struct start {
    uint32_t function, file;
    int profile;
    uint32_t line;
};

struct names {
    struct sw_named *named;
    size_t n_named;
    struct sw_intern strings;
    struct place *places;
    size_t n_places;
    struct place **sorted; /* those that are looked at in this pass, by family */
    size_t n_sorted;
    struct anchor *anchors;
    size_t n_anchors;
    struct sw_align_place *items; /* scratch: of a family, first those of profile 0 */
    size_t *partners;
    int without_file;
};

#define COMPARE(x, y)                  \
    do {                               \
        if ((x) != (y))                \
            return (x) < (y) ? -1 : 1; \
    } while (0)

static int compare_families(const struct place *a, const struct place *b, int without_file)
{
    COMPARE(a->caller, b->caller);
    COMPARE(a->callee, b->callee);
    COMPARE(a->kind, b->kind);
    if (!without_file)
        COMPARE(a->file, b->file);
    return 0;
}

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    int order = compare_families(x, y, 0);
    if (order)
        return order;
    COMPARE(x->profile, y->profile);
    COMPARE(x->line, y->line);
    COMPARE(x->column, y->column);
    COMPARE(x->first, y->first); /* qsort() is not stable */
    return 0;
}

static int compare_in_pass(const void *a, const void *b, void *names)
{
    const struct place *x = *(struct place *const *)a, *y = *(struct place *const *)b;
    int order = compare_families(x, y, ((const struct names *)names)->without_file);
    if (order)
        return order;
    COMPARE(x->profile, y->profile);
    return compare_places(x, y);
}

static int compare_anchors(const void *a, const void *b)
{
    const struct anchor *x = a, *y = b;
    COMPARE(x->caller, y->caller);
    COMPARE(x->file, y->file);
    COMPARE(x->before, y->before);
    COMPARE(x->after, y->after);
    return 0;
}

static int compare_starts(const void *a, const void *b)
{
    const struct start *x = a, *y = b;
    COMPARE(x->function, y->function);
    COMPARE(x->file, y->file);
    COMPARE(x->profile, y->profile);
    COMPARE(x->line, y->line);
    return 0;
}

/* Without directories: another build may be another checkout. */
static uint32_t file_number(struct names *s, const struct sw_place *place)
{
    return sw_intern(&s->strings, sw_base_name(sw_string(place->file)));
}

static struct place make_place(struct names *s, size_t i)
{
    const struct sw_named *named = &s->named[i];
    const struct sw_place *caller = &named->site->caller_place;
    return (struct place){
        .kind = named->kind,
        .caller = sw_intern(&s->strings, sw_string(caller->function)),
        .callee = sw_intern(&s->strings, sw_string(named->site->callee_place.function)),
        .file = file_number(s, caller),
        .profile = named->profile,
        .line = caller->line,
        .column = caller->column,
        .count = named->site->on_work.local.count,
        .first = i,
        .partner = SW_ALIGN_NONE,
    };
}

static int is_same_place(const struct place *a, const struct place *b)
{
    return !compare_families(a, b, 0) && a->profile == b->profile && a->line == b->line &&
           a->column == b->column;
}

/* Sorted sites, and a place for each run of copies. */
static int make_places(struct names *s)
{
    struct place *all = calloc(s->n_named + 1, sizeof *all);
    SW_FREED struct sw_named *sorted = calloc(s->n_named + 1, sizeof *sorted);
    s->places = all;
    if (!all || !sorted)
        return -ENOMEM;
    for (size_t i = 0; i < s->n_named; i++)
        all[i] = make_place(s, i);
    qsort(all, s->n_named, sizeof *all, compare_places);
    for (size_t i = 0; i < s->n_named; i++) {
        sorted[i] = s->named[all[i].first];
        struct place *last = s->n_places ? &all[s->n_places - 1] : NULL;
        if (last && is_same_place(last, &all[i])) {
            last->count += all[i].count;
        } else {
            last = &all[s->n_places++];
            *last = all[i];
            last->first = i;
        }
        last->end = i + 1;
    }
    for (size_t i = 0; i < s->n_named; i++)
        s->named[i] = sorted[i];
    return 0;
}

static void pair(struct place *a, struct place *b, size_t b_index)
{
    a->partner = b_index;
    a->is_paired = b->is_paired = 1;
}

static void add_anchor(struct names *s, uint32_t caller, uint32_t file, uint32_t before,
                       uint32_t after)
{
    if (before && after)
        s->anchors[s->n_anchors++] =
            (struct anchor){caller, s->without_file ? 0 : file, before, after};
}

/* The first line of each function that both profiles know. */
static int anchor_starts(struct names *s)
{
    SW_FREED struct start *starts = calloc(s->n_named + 1, sizeof *starts);
    size_t n = 0;
    if (!starts)
        return -ENOMEM;
    for (size_t i = 0; i < s->n_named; i++) {
        const struct sw_place *place = &s->named[i].site->callee_place;
        if (s->named[i].kind == SW_SITE_CALL && place->line && *sw_string(place->function))
            starts[n++] = (struct start){sw_intern(&s->strings, place->function),
                                         s->without_file ? 0 : file_number(s, place),
                                         s->named[i].profile, place->line};
    }
    qsort(starts, n, sizeof *starts, compare_starts);
    for (size_t i = 1; i < n; i++) {
        const struct start *a = &starts[i - 1], *b = &starts[i];
        if (a->function == b->function && a->file == b->file && a->profile != b->profile)
            add_anchor(s, a->function, a->file, a->line, b->line);
    }
    return 0;
}

/* The end of the family that begins at `from`, and where its places of profile 1 begin. */
static size_t family_end(const struct names *s, size_t from, size_t *second)
{
    size_t end = from;
    *second = from;
    while (end < s->n_sorted &&
           !compare_families(s->sorted[from], s->sorted[end], s->without_file)) {
        *second += s->sorted[end]->profile == 0;
        end++;
    }
    return end;
}

static void pair_singles(struct names *s)
{
    size_t second, end;
    for (size_t i = 0; i < s->n_sorted; i = end) {
        end = family_end(s, i, &second);
        for (size_t k = i; second == i || second == end ? k < end : 0; k++)
            s->sorted[k]->is_moved = 1;
        if (second - i != 1 || end - second != 1)
            continue;
        struct place *a = s->sorted[i], *b = s->sorted[second];
        pair(a, b, (size_t)(b - s->places));
        add_anchor(s, a->caller, a->file, a->line, b->line);
    }
}

/* The first anchor of the place's caller that lies behind it, or the end of that caller's. */
static size_t anchor_behind(const struct names *s, const struct place *place)
{
    struct anchor key = {place->caller, s->without_file ? 0 : place->file, place->line, INT64_MAX};
    size_t low = 0, high = s->n_anchors;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_anchors(&s->anchors[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int is_of(const struct names *s, size_t anchor, const struct place *place)
{
    return anchor < s->n_anchors && s->anchors[anchor].caller == place->caller &&
           s->anchors[anchor].file == (s->without_file ? 0 : place->file);
}

static struct sw_align_place expected(const struct names *s, const struct place *place)
{
    struct sw_align_place item = {{place->line, place->line}, place->column, place->count};
    if (place->profile == 1)
        return item;
    size_t behind = anchor_behind(s, place);
    int has_behind = is_of(s, behind, place), has_before = behind && is_of(s, behind - 1, place);
    if (!has_behind && !has_before)
        return item;
    const struct anchor *before = &s->anchors[has_before ? behind - 1 : behind];
    const struct anchor *after = &s->anchors[has_behind ? behind : behind - 1];
    item.lines[0] += before->after - before->before;
    item.lines[1] += after->after - after->before;
    return item;
}

static int align_family(struct names *s, size_t from, size_t second, size_t end)
{
    size_t n = second - from, m = end - second;
    for (size_t i = from; i < end; i++)
        s->items[i - from] = expected(s, s->sorted[i]);
    int error = sw_align(s->items, n, s->items + n, m, s->partners);
    for (size_t i = 0; !error && i < n; i++) {
        if (s->partners[i] == SW_ALIGN_NONE)
            continue;
        struct place *b = s->sorted[second + s->partners[i]];
        pair(s->sorted[from + i], b, (size_t)(b - s->places));
    }
    return error;
}

static int align_families(struct names *s)
{
    size_t second, end;
    int error = 0;
    for (size_t i = 0; !error && i < s->n_sorted; i = end) {
        end = family_end(s, i, &second);
        if (second > i && end > second && !s->sorted[i]->is_paired)
            error = align_family(s, i, second, end);
    }
    return error;
}

static int match_pass(struct names *s, int without_file)
{
    s->without_file = without_file;
    s->n_sorted = s->n_anchors = 0;
    for (size_t i = 0; i < s->n_places; i++)
        if (!without_file || (s->places[i].is_moved && !s->places[i].is_paired))
            s->sorted[s->n_sorted++] = &s->places[i];
    if (!s->n_sorted)
        return 0;
    qsort_r(s->sorted, s->n_sorted, sizeof *s->sorted, compare_in_pass, s);
    int error = anchor_starts(s);
    if (error)
        return error;
    pair_singles(s);
    qsort(s->anchors, s->n_anchors, sizeof *s->anchors, compare_anchors);
    return align_families(s);
}

static void number_place(struct names *s, const struct place *place, size_t group)
{
    for (size_t i = place->first; i < place->end; i++)
        s->named[i].group = group;
}

static void number_groups(struct names *s, size_t *n_groups)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_places; i++) {
        const struct place *place = &s->places[i];
        if (place->profile == 1 && place->is_paired)
            continue; /* its partner has the number */
        number_place(s, place, n);
        if (place->is_paired)
            number_place(s, &s->places[place->partner], n);
        n++;
    }
    *n_groups = n;
}

static int match(struct names *s)
{
    int error = make_places(s);
    if (error)
        return error;
    s->sorted = calloc(s->n_places + 1, sizeof *s->sorted);
    s->anchors = calloc(s->n_places + s->n_named + 1, sizeof *s->anchors);
    s->items = calloc(s->n_places + 1, sizeof *s->items);
    s->partners = calloc(s->n_places + 1, sizeof *s->partners);
    if (!s->sorted || !s->anchors || !s->items || !s->partners)
        return -ENOMEM;
    error = match_pass(s, 0);
    return error ? error : match_pass(s, 1);
}

int sw_match_names(struct sw_named *named, size_t n, size_t *n_groups)
{
    struct names s = {.named = named, .n_named = n};
    int error = sw_intern_init(&s.strings, 4 * n);
    if (!error)
        error = match(&s);
    if (!error)
        number_groups(&s, n_groups);
    sw_intern_release(&s.strings);
    free(s.places);
    free(s.sorted);
    free(s.anchors);
    free(s.items);
    free(s.partners);
    return error;
}
