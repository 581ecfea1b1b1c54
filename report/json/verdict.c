#include "report/model/formats.h"
#include "report/write/json.h"

#include <math.h>

static void put_place(struct sw_json *json, const struct sw_verdict_place *place)
{
    sw_json_string(json, "file", place ? place->file : "");
    sw_json_integer(json, "line", place ? place->line : 0);
    sw_json_string(json, "function", place ? place->function : "");
}

static const struct sw_verdict_place *first_place(const struct sw_verdict_loss *loss)
{
    return loss && loss->n_places ? &loss->places[0] : NULL;
}

static void put_loss(struct sw_json *json, const struct sw_verdict_loss *loss)
{
    sw_json_open(json, NULL, '{');
    sw_json_string(json, "cause", sw_why_name(loss->cause));
    put_place(json, first_place(loss));
    sw_json_real(json, "lost", loss->lost);
    sw_json_real(json, "speedup_without", loss->speedup_without);
    sw_json_boolean(json, "bound", loss->is_bound);
    sw_json_integer(json, "places", loss->n_all);
    sw_json_string(json, "form", loss->n_places ? sw_verdict_form_name(loss->places[0].form) : "");
    sw_json_close(json, '}');
}

/* Of those that were measured, what was predicted, too. */
static void put_speedups(struct sw_json *json, const struct sw_verdict *v, const char *key,
                         const struct sw_verdict_speedup *speedups, size_t n)
{
    sw_json_open(json, key, '[');
    for (size_t i = 0; i < n; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_integer(json, "processors", speedups[i].processors);
        sw_json_real(json, "speedup", speedups[i].speedup);
        if (speedups == v->measured)
            sw_json_real(json, "predicted", sw_verdict_expected_on(v, speedups[i].processors));
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

void sw_report_json_verdict(struct sw_json *json, const struct sw_verdict *v)
{
    const struct sw_verdict_loss *first =
        v->cause < SW_WHY_CAUSES && v->n_losses ? &v->losses[0] : NULL;
    sw_json_open(json, "verdict", '{');
    sw_json_integer(json, "processors", v->processors);
    sw_json_real(json, "speedup", v->speedup);
    put_speedups(json, v, "measured", v->measured, v->n_measured);
    put_speedups(json, v, "expected", v->expected, v->n_expected);
    sw_json_string(json, "cause", sw_why_name(v->cause));
    put_place(json, first_place(first));
    sw_json_real(json, "speedup_without", first ? first->speedup_without : NAN);
    sw_json_string(json, "certainty", sw_certainty_name(v->certainty));
    sw_json_open(json, "sentences", '[');
    for (size_t i = 0; i < v->n_sentences; i++)
        sw_json_string(json, NULL, v->sentences[i]);
    sw_json_close(json, ']');
    sw_json_open(json, "losses", '[');
    for (size_t i = 0; i < v->n_losses; i++)
        put_loss(json, &v->losses[i]);
    sw_json_close(json, ']');
    sw_json_open(json, "not_looked_at", '[');
    for (int c = 0; c < SW_WHY_CAUSES; c++)
        if (v->not_looked_at >> c & 1)
            sw_json_string(json, NULL, sw_why_name((enum sw_why)c));
    sw_json_close(json, ']');
    sw_json_close(json, '}');
}
