/* What was promised, and what came true: JSON of it; and all that a run and a sample of a real one have in common. */
#include "report/model/diff_parts.h"

void sw_diff_json_promise(struct sw_document *d, const struct sw_promise *s)
{
    if (!s)
        return;
    const struct sw_verdict *v = &s->before;
    const struct sw_verdict_place *at = sw_verdict_first_place(v);
    sw_json_put(&d->json,
                "promise:{processors:%lu,cause:%s,file:%s,line:%u,function:%s,"
                "speedup_before:%g,promised:%g,gone:%g,promised_for_that:%g,bound:%d,predicted:%d,"
                "speedup:%g,"
                "speedup_over_old:%g}",
                v->processors, sw_why_name(v->cause), at ? at->file : "", at ? at->line : 0,
                at ? at->function : "", v->speedup, s->promised, s->gone,
                isnan(s->partly) ? s->promised : s->partly, s->is_bound, s->is_prediction, s->now,
                s->over_old);
    sw_document_verdict(d, &s->after);
}

static int find_kinds(struct sw_findings *findings, const struct sw_promise *s)
{
    sw_findings_add(findings, SW_FINDING_COMPARISON, SW_WARNING, SW_NO_SITE, SW_SAY(OTHER_KINDS));
    if (isnan(s->promised) && !isnan(s->now))
        sw_findings_add(findings, SW_FINDING_CHANGE, SW_INFO, SW_NO_SITE,
                        SW_SAY(SPEEDUP_CHANGED, s->before.processors, s->now, s->before.speedup));
    sw_promise_findings(findings, s);
    return findings->error;
}

int sw_promise_print(const struct sw_profile *before, const struct sw_profile *after,
                     const struct sw_diff_options *options, FILE *out)
{
    struct sw_findings findings = {.n = 0};
    struct sw_document d;
    int error = sw_diff_open(&d, before, after, options, after->unit, out);
    if (error)
        return error;
    findings.units = *d.units;
    sw_document_fails(&d, find_kinds(&findings, options->promise));
    if (d.as == SW_AS_TEXT)
        fprintf(out, "%sSpanwise diff%s\n", d.text.bold, d.text.plain);
    if (d.as != SW_AS_PAGE)
        sw_diff_put_profiles(&d, before, after, options->names);
    sw_document_headline(&d, &findings, after);
    sw_document_findings(&d, &findings, after);
    if (d.as == SW_AS_JSON)
        sw_diff_json_promise(&d, options->promise);
    else if (d.as == SW_AS_PAGE)
        sw_document_verdict(&d, &options->promise->after);
    error = sw_document_close(&d);
    sw_findings_release(&findings);
    return error;
}
