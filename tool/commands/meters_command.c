/* spanwise meters: what can be counted on this machine, and what counting costs. */
#include "console/message.h"
#include "report/write/json.h"
#include "report/write/page.h"
#include "report/write/words.h"
#include "tool/commands/outputs.h"
#include "tool/measure/meters.h"
#include "tool/options/options.h"

/* Time is noted once an event; other counters are read as it begins and as it ends. */
static double event_ns(const struct sw_meter_probe *p)
{
    unsigned readings = p->meter.kind == SW_METER_TIME ? 1 : 2;
    return p->reading_ps ? readings * (double)p->reading_ps / 1000 : (double)NAN;
}

static void get_answer(const void *row, const void *context SW_UNUSED, struct sw_value *value)
{
    const struct sw_meter_probe *p = row;
    size_t size = sizeof value->scratch;
    if (!p->works)
        snprintf(value->scratch, size, "no: %s", p->brief);
    else if (p->reading_ps)
        snprintf(value->scratch, size, "yes: %.*f ns, %s", event_ns(p) < 100, event_ns(p),
                 p->in_user_space ? "in user space" : "by system calls");
    else
        snprintf(value->scratch, size, "yes: nothing is counted");
    value->text = value->scratch;
}

static void get_reading(const void *row, const void *context SW_UNUSED, struct sw_value *value)
{
    const struct sw_meter_probe *p = row;
    value->real = p->reading_ps ? (double)p->reading_ps / 1000 : (double)NAN;
}

static void get_event(const void *row, const void *context SW_UNUSED, struct sw_value *value)
{
    value->real = event_ns(row);
}

static const struct sw_column text_columns[] = {
    {NULL, NULL, "meter", SW_TEXT, AT(sw_meter_probe, meter.name)},
    {NULL, NULL, "unit", SW_TEXT, AT(sw_meter_probe, meter.unit)},
    {NULL, NULL, "works here: cost per event", SW_TEXT, .get = get_answer},
};

static const struct sw_column json_columns[] = {
    {"name", NULL, NULL, SW_TEXT, AT(sw_meter_probe, meter.name)},
    {"unit", NULL, NULL, SW_TEXT, AT(sw_meter_probe, meter.unit)},
    {"what", NULL, NULL, SW_TEXT, AT(sw_meter_probe, meter.what)},
    {"works", NULL, NULL, SW_FLAG, AT(sw_meter_probe, works)},
    {"why", NULL, NULL, SW_TEXT, AT(sw_meter_probe, why)},
    {"user_space", NULL, NULL, SW_FLAG, AT(sw_meter_probe, in_user_space)},
    {"reading_ns", NULL, NULL, SW_REAL, .get = get_reading},
    {"event_ns", NULL, NULL, SW_REAL, .get = get_event},
    {"opening_ns", NULL, NULL, SW_COST, AT(sw_meter_probe, opening_ns)},
    {"burden", NULL, NULL, SW_COST, AT(sw_meter_probe, meter.burden)},
};

static const struct sw_units units = {"ns", 0};

static void put_json(const struct sw_meter_probe *const *probes)
{
    struct sw_json json = {.out = stdout, .empty = 1};
    struct sw_table table = {.columns = json_columns,
                             .n_columns = sizeof json_columns / sizeof *json_columns,
                             .rows = (const void *const *)probes,
                             .n_rows = sw_n_meters,
                             .units = &units};
    sw_json_open(&json, NULL, '{');
    sw_json_open(&json, "meters", '[');
    for (size_t i = 0; i < sw_n_meters; i++) {
        sw_json_open(&json, NULL, '{');
        sw_json_members(&json, &table, probes[i]);
        sw_json_close(&json, '}');
    }
    sw_json_close(&json, ']');
    sw_json_close(&json, '}');
}

/* Each reason once. */
static void put_reasons(const struct sw_page *page, const struct sw_meter_probe *const *probes)
{
    for (size_t i = 0; i < sw_n_meters; i++) {
        bool told = probes[i]->works;
        for (size_t k = 0; k < i && !told; k++)
            told = !strcmp(probes[k]->why, probes[i]->why);
        if (told)
            continue;
        char first[64];
        snprintf(first, sizeof first, "  %s: ", probes[i]->brief);
        sw_words_wrap(first, probes[i]->why, page->width, page->out);
    }
}

static int put_text(const struct sw_meter_probe *const *probes)
{
    const struct sw_report_options options = {0};
    struct sw_table table = {.columns = text_columns,
                             .n_columns = sizeof text_columns / sizeof *text_columns,
                             .rows = (const void *const *)probes,
                             .n_rows = sw_n_meters,
                             .units = &units};
    struct sw_page page;
    sw_page_init(&page, &options, stdout);
    int error = sw_table_text(&table, page.width, page.bold, page.plain, page.out);
    fputc('\n', page.out);
    put_reasons(&page, probes);
    sw_words_wrap(
        "  nothing is counted: ",
        "at events; the program mostly takes 1 to 2 times as long, more if it makes many calls",
        page.width, page.out);
    sw_words_wrap("  rNNNN: ", "an event by the processor's own number, in hexadecimal digits",
                  page.width, page.out);
    return error;
}

static int list(bool as_json)
{
    SW_FREED struct sw_meter_probe *all = calloc(sw_n_meters, sizeof *all);
    SW_FREED const struct sw_meter_probe **probes = calloc(sw_n_meters, sizeof *probes);
    int error = !all || !probes;
    for (size_t i = 0; !error && i < sw_n_meters; i++) {
        sw_meter_probe(&sw_meters[i], &all[i]);
        probes[i] = &all[i];
    }
    if (!error && as_json)
        put_json(probes);
    else if (!error)
        error = put_text(probes);
    if (error)
        sw_error("not enough memory");
    return error || !sw_print_is_out();
}

static const struct sw_option takes[] = {
    {"format", 0, SW_VALUE_CHOICE, "FORMAT", .help = "format: text (default) or json",
     .choices = "text, json", .wrong = "--format takes text or json, not '%s'",
     .size = sizeof(bool)},
    {0},
};

static int command(int argc, char **argv)
{
    bool as_json = false;
    int status = sw_arguments_parse(&sw_command_meters, argc, argv, &as_json);
    if (status >= 0)
        return status;
    return list(as_json);
}

const struct sw_command sw_command_meters = {
    .name = "meters",
    .run = command,
    .what = "list what can be counted on this machine, and what it costs",
    .synopses = {"[options]"},
    .about = "Lists what 'spanwise run --meter=NAME' can count, whether it works on this machine, "
             "and what each event (a call, a spawn, a return) costs with it, measured now.",
    .options = takes,
    .operands = SW_NOTHING,
    .examples = {{"spanwise meters", "What works on this machine."}},
    .see = "run",
};
