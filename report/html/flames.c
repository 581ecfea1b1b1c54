/* Flame graphs of a page: frames and paths as lists, a list a member. */
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/functions.h"
#include "analysis/workspan/sites.h"
#include "report/html/html.h"

static const struct {
    const char *key, *title, *lead, *word;
} measures[] = {
    {"work", "The work", "Everything the program does, as one core would run it.", "work"},
    {"span", "The critical path",
     "What has to run one step after another, on any number of cores. A frame that is wide here "
     "and narrow in the work limits the speedup.",
     "span"},
    {"lost", "Lost",
     "What the cores lose because of the code there: the verdict's table, by call path.", "lost"},
    {"idle", "Idleness", "Idle cores, charged to the code that ran meanwhile.", "idleness"},
    {"overhead", "Overhead", "Creating, scheduling and synchronizing tasks and threads.",
     "overhead"},
    {"wait", "Waiting", "How long threads waited there, in wall-clock time.", "waited"},
    {"blame", "Blame", "How long other threads waited for a lock that was held there.", "blamed"},
    {"span before", "The critical path before", "", "span"},
    {"span after", "The critical path after", "", "span"},
    {"work before", "The work before", "", "work"},
    {"work after", "The work after", "", "work"},
};

static void put_measure(struct sw_html *html, const char *key)
{
    sw_json_put(&html->json, "{key:%s", key);
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++)
        if (!strcmp(measures[i].key, key)) {
            sw_json_put(&html->json, "title:%s, lead:%s", measures[i].title, measures[i].lead);
            sw_html_word(html, measures[i].word);
        }
    sw_json_close(&html->json, '}');
}

static int64_t row_of(const struct sw_html *html, const struct sw_flame_frame *f)
{
    int known = f->site != SW_FLAME_NO_SITE && html->site_rows &&
                html->site_rows[f->site] != SW_HTML_NO_ROW;
    return known ? (int64_t)html->site_rows[f->site] : -1;
}

static double parallelism_of(const struct sw_flame_frame *f, const struct sw_profile *p)
{
    if (!p || f->site == SW_FLAME_NO_SITE)
        return NAN;
    if (p->sites[f->site].kind == SW_SITE_ROOT && !sw_site_is_main(&p->sites[f->site]))
        return 1; /* serial code, or what is outside main: some sites of it have the whole program's figures */
    return sw_parallelism(p->sites[f->site].on_work.top_site.work,
                          p->sites[f->site].on_work.top_site.span);
}

static void put_frames(struct sw_html *html, const struct sw_flame *flame,
                       const struct sw_profile *p)
{
    struct sw_json *json = &html->json;
    const struct sw_flame_frame *f = flame->frames;
    sw_json_put(json, "frames:{name:[");
    for (size_t i = 0; i < flame->n_frames; i++)
        sw_html_index(html, NULL, f[i].name);
    sw_json_put(json, "], file:[");
    for (size_t i = 0; i < flame->n_frames; i++)
        sw_html_index(html, NULL, f[i].place ? f[i].place->file : "");
    sw_json_put(json, "], line:[");
    for (size_t i = 0; i < flame->n_frames; i++)
        sw_json_integer(json, NULL, f[i].place ? f[i].place->line : 0);
    sw_json_put(json, "], library:[");
    for (size_t i = 0; i < flame->n_frames; i++)
        sw_json_integer(json, NULL, (uint64_t)f[i].library);
    sw_json_put(json, "], site:[");
    for (size_t i = 0; i < flame->n_frames; i++)
        sw_json_change(json, NULL, row_of(html, &f[i]));
    sw_json_put(json, "], parallelism:[");
    for (size_t i = 0; i < flame->n_frames; i++)
        sw_json_real(json, NULL, parallelism_of(&f[i], p));
    sw_json_put(json, "]}");
}

static void put_nodes(struct sw_html *html, const struct sw_flame *flame)
{
    struct sw_json *json = &html->json;
    sw_json_put(json, "nodes:{parent:[");
    for (size_t i = 0; i < flame->n_nodes; i++)
        sw_json_change(json, NULL, i ? (int64_t)flame->nodes[i].parent : -1);
    sw_json_put(json, "], frame:[");
    for (size_t i = 0; i < flame->n_nodes; i++)
        sw_json_integer(json, NULL, flame->nodes[i].frame);
    sw_json_put(json, "], self:[");
    for (unsigned m = 0; m < flame->n_measures; m++) {
        sw_json_open(json, NULL, '[');
        for (size_t i = 0; i < flame->n_nodes; i++)
            sw_json_exact(json, NULL, flame->nodes[i].self[m]);
        sw_json_close(json, ']');
    }
    sw_json_put(json, "]}");
}

static void put_samples(struct sw_html *html, const struct sw_flame *flame)
{
    char note[512];
    size_t at = (size_t)snprintf(note, sizeof note, "By samples:");
    for (unsigned m = 0; m < flame->n_measures; m++)
        if (flame->samples[m] && at < sizeof note)
            at += (size_t)snprintf(note + at, sizeof note - at,
                                   "%s %" PRIu64 " of %s (shares may be off by %.1f points)",
                                   m ? "," : "", flame->samples[m], flame->measures[m],
                                   sw_samples_points(flame->samples[m]));
    if (at < sizeof note - 1)
        strcpy(note + at, ".");
    sw_json_string(&html->json, "note", note);
}

static void put_note(struct sw_html *html, const struct sw_flame *flame)
{
    if (flame->note)
        sw_html_string(html, "note", flame->note);
    else if (flame->samples[0])
        put_samples(html, flame);
    else if (flame->shared_out)
        sw_json_string(&html->json, "note",
                       "Call paths are derived from call sites: if a function is called from "
                       "several places, its time is split in proportion to what each spent in it. "
                       "Recursion is folded into one frame.");
}

void sw_html_flames(struct sw_html *html, const struct sw_html_section *section,
                    const struct sw_flame *flame, const struct sw_profile *profile)
{
    if (flame->n_nodes < 2)
        return;
    sw_html_open(html, "flames", section);
    sw_html_string(html, "unit", flame->unit);
    put_note(html, flame);
    sw_json_open(&html->json, "measures", '[');
    for (unsigned i = 0; i < flame->n_measures; i++)
        put_measure(html, flame->measures[i]);
    sw_json_close(&html->json, ']');
    put_frames(html, flame, profile);
    put_nodes(html, flame);
    sw_html_close(html);
}

void sw_html_call_paths(struct sw_html *html, const struct sw_flame *flame,
                        const struct sw_profile *profile)
{
    sw_html_flames(html,
                   SW_SECTION("paths", "Call paths",
                              "Who called what, from the top down. The width of a frame is the "
                              "share of its function with everything it calls."),
                   flame, profile);
}
