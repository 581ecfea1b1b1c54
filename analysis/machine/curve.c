#include "analysis/machine/parts.h"

static const char *const kinds[] = {
    [SW_CURVE_LINEAR] = "linear",
    [SW_CURVE_LOG] = "log",
    [SW_CURVE_POWER] = "power",
    [SW_CURVE_POINTS] = "points",
};
#define N_KINDS (sizeof kinds / sizeof *kinds)

static double between(const struct sw_curve *c, double x)
{
    size_t i = 1;
    if (x <= c->x[0])
        return c->y[0];
    if (x >= c->x[c->n - 1])
        return c->y[c->n - 1];
    while (c->x[i] < x)
        i++;
    double share = (x - c->x[i - 1]) / (c->x[i] - c->x[i - 1]);
    return c->y[i - 1] + share * (c->y[i] - c->y[i - 1]);
}

double sw_curve_at(const struct sw_curve *c, double x)
{
    double y = (double)NAN;
    if (c->kind == SW_CURVE_LINEAR)
        y = c->a * x + c->b;
    else if (c->kind == SW_CURVE_LOG)
        y = c->a * log(x) + c->b;
    else if (c->kind == SW_CURVE_POWER)
        y = c->a * pow(x, c->b);
    else if (c->kind == SW_CURVE_POINTS)
        y = between(c, x);
    return c->divide > 0 ? y / c->divide : y;
}

bool sw_machine_real(const char *word, double *value)
{
    char *end;
    *value = strtod(word, &end);
    return end != word && !*end && isfinite(*value);
}

static const char *parse_point(struct sw_curve *c, char *word)
{
    char *colon = strchr(word, ':');
    if (colon)
        *colon = 0;
    if (!colon || !sw_machine_real(word, &c->x[c->n]) || !sw_machine_real(colon + 1, &c->y[c->n]))
        return "points are numbers X:Y";
    if (c->n && c->x[c->n] <= c->x[c->n - 1])
        return "the X of points must ascend";
    c->n++;
    return NULL;
}

static const char *parse_points(struct sw_curve *c, char **rest)
{
    const char *wrong = NULL;
    size_t room = strlen(*rest) / 2 + 1; /* a blank and a character each, at least */
    c->x = calloc(room, sizeof *c->x);
    c->y = calloc(room, sizeof *c->y);
    if (!c->x || !c->y)
        return "not enough memory";
    for (char *word; !wrong && (word = strtok_r(NULL, " \t", rest));)
        wrong = parse_point(c, word);
    if (!wrong && !c->n)
        wrong = "there are no points";
    if (!wrong) {
        c->from = c->x[0];
        c->to = c->x[c->n - 1];
    }
    return wrong;
}

/* divide D, from X, to X. */
static const char *parse_limits(struct sw_curve *c, char **rest)
{
    for (char *word, *value; (word = strtok_r(NULL, " \t", rest));) {
        double *to = !strcmp(word, "divide") ? &c->divide
                     : !strcmp(word, "from") ? &c->from
                     : !strcmp(word, "to")   ? &c->to
                                             : NULL;
        value = strtok_r(NULL, " \t", rest);
        if (!to)
            return "after a formula there may be 'divide D', 'from X' and 'to X'";
        if (!value || !sw_machine_real(value, to) || *to <= 0)
            return "'divide', 'from' and 'to' take a number above 0";
    }
    return c->to > 0 && c->to < c->from ? "it is known from more than up to" : NULL;
}

const char *sw_curve_parse(struct sw_curve *c, char *text)
{
    char *rest, *word = strtok_r(text, " \t", &rest);
    size_t kind = SW_CURVE_LINEAR;
    while (kind < N_KINDS && (!word || strcmp(word, kinds[kind])))
        kind++;
    if (kind == N_KINDS)
        return "a curve is 'linear A B', 'log A B', 'power A B' or 'points X:Y ...'";
    c->kind = (enum sw_curve_kind)kind;
    if (c->kind == SW_CURVE_POINTS)
        return parse_points(c, &rest);
    const char *a = strtok_r(NULL, " \t", &rest), *b = strtok_r(NULL, " \t", &rest);
    if (!a || !b || !sw_machine_real(a, &c->a) || !sw_machine_real(b, &c->b))
        return "a formula takes two numbers";
    return parse_limits(c, &rest);
}

void sw_curve_print(const struct sw_curve *c, FILE *out)
{
    fputs(kinds[c->kind], out);
    for (size_t i = 0; i < c->n; i++)
        fprintf(out, " %.10g:%.10g", c->x[i], c->y[i]);
    if (c->kind == SW_CURVE_POINTS)
        return;
    fprintf(out, " %.10g %.10g", c->a, c->b);
    if (c->divide > 0)
        fprintf(out, " divide %.10g", c->divide);
    if (c->from > 0)
        fprintf(out, " from %.10g", c->from);
    if (c->to > 0)
        fprintf(out, " to %.10g", c->to);
}

void sw_curve_release(struct sw_curve *c)
{
    free(c->x);
    free(c->y);
    *c = (struct sw_curve){0};
}
