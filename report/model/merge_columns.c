#include "report/model/merge_formats.h"
#include "report/model/site_names.h"

#define RANK(row) ((const struct sw_rank_row *)(row))

static void get_of_mean(const void *row, const void *merge, struct sw_value *value)
{
    const struct sw_merge *m = merge;
    value->real = (double)RANK(row)->whole.work / sw_spread_mean(&m->work, m->n_ranks);
}

static void get_complete(const void *row, const void *merge, struct sw_value *value)
{
    (void)merge;
    value->integer = !(RANK(row)->flags & (SW_PROFILE_INCOMPLETE | SW_PROFILE_DAMAGED));
}

static void get_apart(const void *row, const void *merge, struct sw_value *value)
{
    value->none = !((const struct sw_merge *)merge)->apart.sum;
    value->integer = RANK(row)->apart;
}

static void get_remark(const void *row, const void *merge, struct sw_value *value)
{
    get_complete(row, merge, value);
    snprintf(value->scratch, sizeof value->scratch, "%.600s%s", RANK(row)->host,
             value->integer ? "" : " (incomplete)");
    value->text = value->scratch;
}

static void get_mean(const void *row, const void *merge, struct sw_value *value)
{
    (void)merge;
    value->integer = sw_rounded(((const struct sw_merged_site *)row)->mean_local_work);
}

static const struct sw_column ranks[] = {
    {NULL, NULL, "rank", SW_COUNT, AT(sw_rank_row, rank)},
    {NULL, NULL, "work", SW_COST, AT(sw_rank_row, whole.work)},
    {NULL, NULL, "over\nmean", SW_REAL, .get = get_of_mean},
    {NULL, NULL, "span", SW_COST, AT(sw_rank_row, whole.span)},
    {NULL, NULL, "paral-\nlelism", SW_RATIO, AT(sw_rank_row, whole.work),
     OF(sw_rank_row, whole.span)},
    {NULL, NULL, "in MPI", SW_COST, .get = get_apart},
    {NULL, NULL, "host", SW_TEXT, .get = get_remark, .fit = SW_NAME},
};

static const struct sw_column ranks_data[] = {
    {"rank", "rank", NULL, SW_COUNT, AT(sw_rank_row, rank)},
    {"profile", "profile", NULL, SW_TEXT, AT(sw_rank_row, name)},
    {"host", "host", NULL, SW_TEXT, AT(sw_rank_row, host)},
    {"work", "work", NULL, SW_COST, AT(sw_rank_row, whole.work)},
    {"work_over_mean", "work over mean", NULL, SW_REAL, .get = get_of_mean},
    {"span", "span", NULL, SW_COST, AT(sw_rank_row, whole.span)},
    {"burdened_span", "burdened span", NULL, SW_COST, AT(sw_rank_row, whole.burdened_span)},
    {"parallelism", "parallelism", NULL, SW_RATIO, AT(sw_rank_row, whole.work),
     OF(sw_rank_row, whole.span)},
    {"burdened_parallelism", "burdened parallelism", NULL, SW_RATIO, AT(sw_rank_row, whole.work),
     OF(sw_rank_row, whole.burdened_span)},
    {"spawns", "spawns", NULL, SW_COUNT, AT(sw_rank_row, whole.spawns)},
    {"syncs", "syncs", NULL, SW_COUNT, AT(sw_rank_row, whole.syncs)},
    {"in_mpi", "in mpi", NULL, SW_COST, AT(sw_rank_row, apart)},
    {"time_ns", "time (ns)", NULL, SW_COUNT, AT(sw_rank_row, time_ns)},
    {"complete", "complete", NULL, SW_FLAG, .get = get_complete},
};

static const struct sw_column sites[] = {
    {NULL, NULL, "least\nwork", SW_COST, AT(sw_merged_site, by_rank.local_work.least)},
    {NULL, NULL, "mean", SW_COST, .get = get_mean},
    {NULL, NULL, "most", SW_COST, AT(sw_merged_site, by_rank.local_work.most)},
    {NULL, NULL, "on\nrank", SW_COUNT, AT(sw_merged_site, by_rank.local_work.rank)},
    {NULL, NULL, "ranks", SW_COUNT, AT(sw_merged_site, by_rank.work.n)},
    WHERE_COLUMN,
    CALL_COLUMN,
};

#define SPREAD(path, words, member, mean)                                                  \
    {path "min", words "min", NULL, SW_COST, AT(sw_merged_site, by_rank.member.least)},    \
        {path "mean", words "mean", NULL, SW_REAL, AT(sw_merged_site, mean)},              \
        {path "max", words "max", NULL, SW_COST, AT(sw_merged_site, by_rank.member.most)}, \
    {                                                                                      \
        path "rank_of_max", words "rank of max", NULL, SW_COUNT,                           \
            AT(sw_merged_site, by_rank.member.rank)                                        \
    }

#define BY_RANK                                                                     \
    {"by_rank.ranks", "ranks", NULL, SW_COUNT, AT(sw_merged_site, by_rank.work.n)}, \
        SPREAD("by_rank.work.", "work ", work, mean_work),                          \
        SPREAD("by_rank.local_work.", "local work ", local_work, mean_local_work)

static const struct sw_column by_rank[] = {BY_RANK};

static const struct sw_column sites_csv[] = {
    FILE_COLUMN,
    LINE_COLUMN,
    COLUMN_COLUMN,
    CALLER_COLUMN,
    CALLEE_COLUMN,
    {NULL, "kind", NULL, SW_TEXT, .get = sw_site_get_kind},
    {NULL, "count", NULL, SW_COUNT, AT(sw_site, on_work.local.count)},
    {NULL, "work", NULL, SW_COST, AT(sw_site, on_work.top_site.work)},
    {NULL, "local work", NULL, SW_COST, AT(sw_site, on_work.local.work)},
    {NULL, "local span on span", NULL, SW_COST, AT(sw_site, on_span.local.span)},
    BY_RANK,
};

static const struct sw_column sites_html[] = {
    {"call", NULL, "call", SW_TEXT, .get = sw_site_get_call, .word = "call site"},
    FILE_COLUMN,
    LINE_COLUMN,
    {"local_work.least", NULL, "least local work", SW_COST,
     AT(sw_merged_site, by_rank.local_work.least), .word = "local"},
    {"local_work.mean", NULL, "mean local work", SW_COST, .get = get_mean, .word = "local"},
    {"local_work.most", NULL, "most local work", SW_COST,
     AT(sw_merged_site, by_rank.local_work.most), .word = "local", .heat = 1},
    {"rank", NULL, "on rank", SW_COUNT, AT(sw_merged_site, by_rank.local_work.rank)},
    {"ranks", NULL, "ranks", SW_COUNT, AT(sw_merged_site, by_rank.work.n)},
};

static const struct sw_column processors[] = {
    {"processors", NULL, "processors", SW_COUNT, AT(sw_merged_processors, processors)},
    {"time", NULL, "time, at\nleast", SW_COST, AT(sw_merged_processors, time)},
    {"rank_of_max", NULL, "on\nrank", SW_COUNT, AT(sw_merged_processors, rank)},
    {"balance", NULL, "load\nbalance", SW_REAL, AT(sw_merged_processors, balance)},
};

struct sw_table sw_merge_table(enum sw_merge_columns which, const struct sw_merge_report *report)
{
    static const struct sw_column_list all[] = {
        [SW_MERGE_COLUMNS_RANKS] = SW_COLUMN_LIST(ranks),
        [SW_MERGE_COLUMNS_RANKS_DATA] = SW_COLUMN_LIST(ranks_data),
        [SW_MERGE_COLUMNS_SITES] = SW_COLUMN_LIST(sites),
        [SW_MERGE_COLUMNS_SITES_CSV] = SW_COLUMN_LIST(sites_csv),
        [SW_MERGE_COLUMNS_SITES_HTML] = SW_COLUMN_LIST(sites_html),
        [SW_MERGE_COLUMNS_BY_RANK] = SW_COLUMN_LIST(by_rank),
        [SW_MERGE_COLUMNS_PROCESSORS] = SW_COLUMN_LIST(processors),
    };
    return (struct sw_table){all[which].columns, all[which].n,  NULL, 0,
                             report->merge,      &report->units};
}
