/*
 * A site has a key of addresses if the modules of its call and of its callee are in both profiles:
 * such sites of both are sorted by it, and equal keys are a group. The others go by name.
 * Which it is depends on the modules only, so the same site is never the one here
 * and the other there.
 */
#include "analysis/compare/match.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "base/search.h"
#include "profile/intern.h"
#include "profile/whose.h"

struct sw_align_place {
    int64_t lines[2]; /* where it may be found in the other list: one of the two, the same twice
                         where there is no doubt. In the second list: where it is, twice */
    uint32_t column;
    uint64_t count; /* how often it ran: of two that could be the same, the one that ran as often */
};

#define SW_ALIGN_NONE ((size_t)-1)

#define NOT_COMMON    ((size_t)-1)
#define NOWHERE       ((size_t)-2) /* address 0: no caller, or no callee */

enum key_type { BY_ADDRESS, ALONE, BY_NAME };

struct entry {
    const struct sw_site *site;
    size_t index;  /* in its profile */
    int profile;   /* 0 or 1 */
    int type;      /* enum key_type */
    uint32_t kind; /* of the site; spawns are calls here, so that a call that became a spawn fits */
    size_t modules[2];
    uint64_t offsets[2]; /* in them: of the call, of the callee */
    size_t group;        /* of those by name: equal for what is the same place */
};

/*
 * The cheapest alignment: two partners cost something if the line is not the expected one, if the
 * counts or the columns differ; a place without one costs a bit more than half of the most that
 * partners can cost. So a lone place on either side finds the other however far it moved, but one
 * that is just where it is expected is not given to another so that two more find a partner.
 *
 * Equal ends are cut off first, which never makes it dearer. What is left takes a table of n x m;
 * where that would be large, places that are just where they are expected divide it first.
 */

enum {
    COST_MOVED = 24,      /* not on the expected line */
    COST_MOST_LINES = 14, /* and as many more as lines lie between, up to that */
    COST_COLUMN = 2,
    COST_COUNT = 26,
    COST_ALONE = 34,
};

#define MOST_CELLS ((size_t)250000)

enum step { PAIR, SKIP_A, SKIP_B };

struct aligner {
    const struct sw_align_place *a, *b;
    size_t *partners;
    uint8_t *steps;     /* of the table's cells: the last step on the cheapest way to it */
    uint32_t *costs[2]; /* two rows of it */
};

struct part {
    size_t a, a_end, b, b_end;
};

static uint64_t distance(const struct sw_align_place *a, const struct sw_align_place *b)
{
    int64_t x = a->lines[0] - b->lines[0], y = a->lines[1] - b->lines[0];
    uint64_t first = (uint64_t)(x < 0 ? -x : x), second = (uint64_t)(y < 0 ? -y : y);
    return first < second ? first : second;
}

static uint32_t cost(const struct sw_align_place *a, const struct sw_align_place *b)
{
    uint64_t lines = distance(a, b);
    uint32_t sum = lines ? COST_MOVED : 0;
    sum += lines < COST_MOST_LINES ? (uint32_t)lines : COST_MOST_LINES;
    sum += a->column != b->column ? COST_COLUMN : 0;
    sum += a->count != b->count ? COST_COUNT : 0;
    return sum;
}

static void cut_ends(struct aligner *al, struct part *p)
{
    while (p->a < p->a_end && p->b < p->b_end && !cost(&al->a[p->a], &al->b[p->b]))
        al->partners[p->a++] = p->b++;
    while (p->a < p->a_end && p->b < p->b_end && !cost(&al->a[p->a_end - 1], &al->b[p->b_end - 1]))
        al->partners[--p->a_end] = --p->b_end;
}

/* Of equal ways the pair, then the way that keeps what comes first. */
static void fill_row(struct aligner *al, const struct part *p, size_t i)
{
    size_t m = p->b_end - p->b;
    const uint32_t *above = al->costs[(i - 1) & 1];
    uint32_t *row = al->costs[i & 1];
    uint8_t *steps = al->steps + i * (m + 1);
    row[0] = above[0] + COST_ALONE;
    steps[0] = SKIP_A;
    for (size_t j = 1; j <= m; j++) {
        uint32_t best = above[j - 1] + cost(&al->a[p->a + i - 1], &al->b[p->b + j - 1]);
        steps[j] = PAIR;
        if (row[j - 1] + COST_ALONE < best) {
            best = row[j - 1] + COST_ALONE;
            steps[j] = SKIP_B;
        }
        if (above[j] + COST_ALONE < best) {
            best = above[j] + COST_ALONE;
            steps[j] = SKIP_A;
        }
        row[j] = best;
    }
}

static void walk_back(struct aligner *al, const struct part *p)
{
    size_t i = p->a_end - p->a, j = p->b_end - p->b, m = j;
    while (i && j) {
        uint8_t step = al->steps[i * (m + 1) + j];
        if (step == PAIR)
            al->partners[p->a + i - 1] = p->b + j - 1;
        i -= step != SKIP_B;
        j -= step != SKIP_A;
    }
}

static int is_small(const struct part *p)
{
    return p->a_end - p->a + 1 <= MOST_CELLS / (p->b_end - p->b + 1);
}

static int align_small(struct aligner *al, const struct part *p)
{
    SW_POOL(pool);
    size_t n = p->a_end - p->a, m = p->b_end - p->b;
    if (!n || !m)
        return 0;
    SW_POOLED(&pool, al->steps, (n + 1) * (m + 1));
    SW_POOLED(&pool, al->costs[0], m + 1);
    if (!SW_POOLED(&pool, al->costs[1], m + 1) || pool.error)
        return -ENOMEM;
    for (size_t j = 0; j <= m; j++)
        al->costs[0][j] = (uint32_t)j * COST_ALONE;
    for (size_t i = 1; i <= n; i++)
        fill_row(al, p, i);
    walk_back(al, p);
    return 0;
}

/* Between two places that are where they are expected. In order, where there are too many. */
static int align_gap(struct aligner *al, struct part p)
{
    cut_ends(al, &p);
    if (is_small(&p))
        return align_small(al, &p);
    while (p.a < p.a_end && p.b < p.b_end)
        al->partners[p.a++] = p.b++;
    return 0;
}

static int align_large(struct aligner *al, const struct part *whole)
{
    struct part gap = *whole;
    size_t a = whole->a, b = whole->b;
    int error = 0;
    while (!error && a < whole->a_end && b < whole->b_end) {
        if (distance(&al->a[a], &al->b[b])) {
            if (al->a[a].lines[0] < al->b[b].lines[0])
                a++;
            else
                b++;
            continue;
        }
        al->partners[a] = b;
        gap.a_end = a++;
        gap.b_end = b++;
        error = align_gap(al, gap);
        gap = (struct part){a, whole->a_end, b, whole->b_end};
    }
    return error ?: align_gap(al, gap);
}

/*
 * Sets, for each place of `a`, its partner in `b` or SW_ALIGN_NONE. Partners keep their order.
 * Returns 0 or -ENOMEM.
 */
static int sw_align(const struct sw_align_place *a, size_t n, const struct sw_align_place *b,
                    size_t m, size_t *partners)
{
    struct aligner al = {.a = a, .b = b, .partners = partners};
    struct part all = {0, n, 0, m};
    for (size_t i = 0; i < n; i++)
        partners[i] = SW_ALIGN_NONE;
    cut_ends(&al, &all);
    return is_small(&all) ? align_small(&al, &all) : align_large(&al, &all);
}

/*
 * Sites on one line and column of a profile are one place (copies: inlined or unrolled). Places of
 * one kind, caller, callee and file name are a family. A family with one place on either side is a
 * pair. The others are aligned, in the order of their lines.
 *
 * By how much lines have moved is known from the pairs of the same caller, and from where its first
 * line is: a place is expected as far from the nearest pair before it, or behind it, as it was.
 *
 * A family that the other profile does not have at all may have moved to another file: those are
 * tried once more without the name of the file.
 */

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
    struct entry *named;
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
    struct sw_pool pool;
};

static int compare_families(const struct place *a, const struct place *b, int without_file)
{
    return SW_BY(SW_RISING(a->caller, b->caller), SW_RISING(a->callee, b->callee),
                 SW_RISING(a->kind, b->kind), without_file ? 0 : SW_RISING(a->file, b->file));
}

SW_ORDER(compare_places, struct place, compare_families(x, y, 0), SW_RISING(x->profile, y->profile),
         SW_RISING(x->line, y->line), SW_RISING(x->column, y->column),
         SW_RISING(x->first, y->first)) /* qsort() is not stable */

static int compare_in_pass(const void *a, const void *b, void *names)
{
    const struct place *x = *(struct place *const *)a, *y = *(struct place *const *)b;
    return SW_BY(compare_families(x, y, ((const struct names *)names)->without_file),
                 SW_RISING(x->profile, y->profile), compare_places(x, y));
}

SW_ORDER(compare_anchors, struct anchor, SW_RISING(x->caller, y->caller),
         SW_RISING(x->file, y->file), SW_RISING(x->before, y->before),
         SW_RISING(x->after, y->after))

SW_ORDER(compare_starts, struct start, SW_RISING(x->function, y->function),
         SW_RISING(x->file, y->file), SW_RISING(x->profile, y->profile),
         SW_RISING(x->line, y->line))

/* Without directories: another build may be another checkout. */
static uint32_t file_number(struct names *s, const struct sw_place *place)
{
    return sw_intern(&s->strings, sw_base_name(sw_string(place->file)));
}

static struct place make_place(struct names *s, size_t i)
{
    const struct entry *named = &s->named[i];
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
    struct place *all = SW_POOLED(&s->pool, s->places, s->n_named);
    SW_FREED struct entry *sorted = calloc(s->n_named + 1, sizeof *sorted);
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

static void pair(const struct names *s, struct place *a, struct place *b)
{
    a->partner = (size_t)(b - s->places);
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
        pair(s, a, b);
        add_anchor(s, a->caller, a->file, a->line, b->line);
    }
}

/* The first anchor of the place's caller that lies behind it, or the end of that caller's. */
static size_t anchor_behind(const struct names *s, const struct place *place)
{
    struct anchor key = {place->caller, s->without_file ? 0 : place->file, place->line, INT64_MAX};
    return SW_BEFORE(s->n_anchors, i, compare_anchors(&s->anchors[i], &key) < 0);
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
        pair(s, s->sorted[from + i], s->sorted[second + s->partners[i]]);
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
    SW_EACH (place, s->places, s->n_places) {
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
    SW_POOLED(&s->pool, s->sorted, s->n_places);
    SW_POOLED(&s->pool, s->anchors, s->n_places + s->n_named);
    SW_POOLED(&s->pool, s->items, s->n_places);
    SW_POOLED(&s->pool, s->partners, s->n_places);
    return error ?: s->pool.error ?: match_pass(s, 0) ?: match_pass(s, 1);
}

/* Numbers the groups from 0 on, and puts how many there are into *n_groups. Reorders the sites.
 * Returns 0 or -ENOMEM. */
static int sw_match_names(struct entry *named, size_t n, size_t *n_groups)
{
    struct names s = {.named = named, .n_named = n};
    int error = sw_intern_init(&s.strings, 4 * n) ?: match(&s);
    if (!error)
        number_groups(&s, n_groups);
    sw_intern_release(&s.strings);
    sw_pool_release(&s.pool);
    return error;
}

struct matcher {
    const struct sw_profile *profiles[2];
    size_t *common[2]; /* of each module: the first module of profile 0 with that build-id */
};

static int same_build_id(const struct sw_module *a, const struct sw_module *b)
{
    return a->build_id_size && a->build_id_size == b->build_id_size &&
           !memcmp(a->build_id, b->build_id, a->build_id_size);
}

static size_t find_module(const struct sw_profile *p, const struct sw_module *module)
{
    for (size_t i = 0; i < p->n_modules; i++)
        if (same_build_id(&p->modules[i], module))
            return i;
    return NOT_COMMON;
}

enum sw_sameness sw_match_builds(const struct sw_profile *a, const struct sw_profile *b)
{
    /* The program is the first module: dl_iterate_phdr() begins with it. */
    if (!a->n_modules || !b->n_modules || !a->modules->build_id_size || !b->modules->build_id_size)
        return SW_NOT_KNOWN;
    return same_build_id(a->modules, b->modules) ? SW_SAME : SW_DIFFERENT;
}

bool sw_match_programs(const struct sw_profile *a, const struct sw_profile *b)
{
    return sw_match_builds(a, b) == SW_SAME ||
           !strcmp(sw_base_name(sw_string(a->program)), sw_base_name(sw_string(b->program)));
}

static int find_common(struct matcher *m, struct sw_pool *pool)
{
    for (int k = 0; k < 2; k++) {
        const struct sw_profile *p = m->profiles[k], *other = m->profiles[!k];
        if (!SW_POOLED(pool, m->common[k], p->n_modules))
            return -ENOMEM;
        for (size_t i = 0; i < p->n_modules; i++)
            m->common[k][i] = find_module(other, &p->modules[i]) == NOT_COMMON
                                  ? NOT_COMMON
                                  : find_module(m->profiles[0], &p->modules[i]);
    }
    return 0;
}

static void locate(const struct matcher *m, struct entry *e, int which, uint64_t address)
{
    const struct sw_profile *p = m->profiles[e->profile];
    const struct sw_module *module = address ? sw_module_of(p, address) : NULL;
    e->modules[which] = module    ? m->common[e->profile][module - p->modules]
                        : address ? NOT_COMMON
                                  : NOWHERE;
    e->offsets[which] = module ? address - module->bias : 0;
}

static void make_entry(const struct matcher *m, int profile, size_t index, struct entry *e)
{
    const struct sw_site *site = &m->profiles[profile]->sites[index];
    *e = (struct entry){.site = site, .index = index, .profile = profile, .kind = site->kind};
    if (e->kind == SW_SITE_SPAWN)
        e->kind = SW_SITE_CALL;
    locate(m, e, 0, site->address);
    locate(m, e, 1, site->callee);
    if (e->modules[0] != NOT_COMMON && e->modules[1] != NOT_COMMON)
        e->type = BY_ADDRESS;
    else
        e->type = sw_site_has_name(site) ? BY_NAME : ALONE;
}

static int compare_addresses(const struct entry *a, const struct entry *b)
{
    return SW_BY(SW_RISING(a->modules[0], b->modules[0]), SW_RISING(a->offsets[0], b->offsets[0]),
                 SW_RISING(a->modules[1], b->modules[1]), SW_RISING(a->offsets[1], b->offsets[1]));
}

static int compare_keys(const struct entry *a, const struct entry *b)
{
    return SW_BY(SW_RISING(a->type, b->type), SW_RISING(a->kind, b->kind),
                 a->type == BY_ADDRESS
                     ? compare_addresses(a, b)
                     : SW_BY(SW_RISING(a->profile, b->profile), SW_RISING(a->index, b->index)));
}

SW_ORDER(compare_entries, struct entry, compare_keys(x, y),
         SW_RISING(x->profile, y->profile), /* qsort() is not stable */
         SW_RISING(x->index, y->index))

/* Those that have a name come last, by the order of the types; their groups too. */
static int group_names(struct sw_matches *matches, struct entry *entries, size_t n)
{
    int error = sw_match_names(entries, n, &matches->n_by_name);
    for (size_t i = 0; !error && i < n; i++)
        matches->groups[entries[i].profile][entries[i].index] = matches->n + entries[i].group;
    matches->n += matches->n_by_name;
    return error;
}

static int group(const struct matcher *m, struct sw_matches *matches)
{
    size_t n = 0, i;
    SW_FREED struct entry *entries =
        calloc(m->profiles[0]->n_sites + m->profiles[1]->n_sites + 1, sizeof *entries);
    if (!entries)
        return -ENOMEM;
    for (int k = 0; k < 2; k++)
        for (i = 0; i < m->profiles[k]->n_sites; i++)
            make_entry(m, k, i, &entries[n++]);
    qsort(entries, n, sizeof *entries, compare_entries);
    for (i = 0; i < n && entries[i].type != BY_NAME; i++) {
        matches->n += i == 0 || compare_keys(&entries[i - 1], &entries[i]);
        matches->groups[entries[i].profile][entries[i].index] = matches->n - 1;
    }
    return group_names(matches, entries + i, n - i);
}

int sw_matches_make(struct sw_matches *matches, const struct sw_profile *a,
                    const struct sw_profile *b)
{
    SW_POOL(pool);
    struct matcher m = {.profiles = {a, b}};
    *matches = (struct sw_matches){0};
    for (int k = 0; k < 2; k++)
        SW_POOLED(&matches->pool, matches->groups[k], m.profiles[k]->n_sites);
    int error = matches->pool.error ?: find_common(&m, &pool) ?: group(&m, matches);
    if (error)
        sw_matches_release(matches);
    return error;
}

void sw_matches_release(struct sw_matches *matches)
{
    sw_pool_release(&matches->pool);
    *matches = (struct sw_matches){0};
}
