/* cilk_for: its head must say, before the first iteration, how many there are. */
#include "compile/rewrite/reader.h"

static int refuse(struct sw_reader *r, uint32_t at, const char *why)
{
    return sw_reader_refuse(r, at, "cilk_for must count its iterations beforehand: %s", why);
}

static uint32_t last_name(const struct sw_reader *r, struct sw_range range)
{
    uint32_t i = range.end;
    return i > range.first && sw_reader_is_name(r, i - 1) ? i - 1 : range.end;
}

/* `T i = start` or `i = start`; in C++ also `T i{start}` and `T i(start)`. */
static int read_start(struct sw_reader *r, struct sw_for *loop, struct sw_range init)
{
    uint32_t equal = sw_reader_find(r, init, "=");
    if (r->cxx && equal == init.end && init.end > init.first + 3 &&
        sw_reader_among(r, init.end - 1, "} )")) {
        equal = r->t->token[init.end - 1].match;
        loop->brackets = equal > init.first + 1;
    }
    struct sw_range left = {init.first, equal};
    uint32_t name = equal < init.end ? last_name(r, left) : left.end;
    if (equal == init.end || name == left.end)
        return refuse(r, init.first, "it must start with 'T i = start' or 'i = start'");
    loop->name = name;
    loop->type = (struct sw_range){left.first, name};
    loop->start = (struct sw_range){loop->brackets ? equal : equal + 1, init.end};
    if (sw_reader_find(r, init, ",") < init.end)
        return refuse(r, sw_reader_find(r, init, ","), "it must have one control variable");
    for (uint32_t i = left.first; i < name; i++)
        if (sw_reader_among(r, i, "static extern . -> float double"))
            return refuse(r, i, "its control variable must be a local integer or pointer");
    return 1;
}

static const struct {
    const char *symbol;
    enum sw_for_test test, flipped;
} tests[] = {
    {"<", SW_FOR_LESS, SW_FOR_MORE},        {"<=", SW_FOR_LESS_EQUAL, SW_FOR_MORE_EQUAL},
    {">", SW_FOR_MORE, SW_FOR_LESS},        {">=", SW_FOR_MORE_EQUAL, SW_FOR_LESS_EQUAL},
    {"!=", SW_FOR_UNEQUAL, SW_FOR_UNEQUAL},
};
#define N_TESTS (sizeof tests / sizeof *tests)

static int is_variable(const struct sw_reader *r, const struct sw_for *loop, struct sw_range range)
{
    return range.end == range.first + 1 && sw_tokens_equal(r->t, range.first, loop->name);
}

/* Is one of these in the range, but not in brackets? */
static int has_any(const struct sw_reader *r, struct sw_range range, const char *operators)
{
    for (uint32_t i = range.first; i < range.end; i = sw_reader_skip(r, i))
        if (sw_reader_among(r, i, operators))
            return 1;
    return 0;
}

/* Operators that bind less than a comparison: with them the condition is not one comparison. A first `&` takes an address; what follows
 * it is not looked at for another. */
static int is_loose(const struct sw_reader *r, struct sw_range range)
{
    int address = range.first < range.end && sw_reader_is(r, range.first, "&");
    return has_any(r, range, address ? "&& || ? , = | ^ == !=" : "&& || ? , = & | ^ == !=");
}

/* Splits `left operator right`; returns whether one side is the control variable alone. */
static int split_test(const struct sw_reader *r, struct sw_for *loop, struct sw_range condition,
                      size_t k)
{
    uint32_t at = sw_reader_find(r, condition, tests[k].symbol);
    struct sw_range left = {condition.first, at}, right = {at + 1, condition.end};
    if (at == condition.end || right.first >= right.end || left.first == left.end)
        return 0;
    if (is_variable(r, loop, left) && !is_loose(r, right)) {
        loop->test = tests[k].test;
        loop->limit = right;
        return 1;
    }
    if (is_variable(r, loop, right) && !is_loose(r, left)) {
        loop->test = tests[k].flipped;
        loop->limit = left;
        return 1;
    }
    return 0;
}

static int read_condition(struct sw_reader *r, struct sw_for *loop, struct sw_range condition)
{
    condition = sw_reader_strip(r, condition);
    for (size_t k = 0; k < N_TESTS; k++)
        if (split_test(r, loop, condition, k))
            return 1;
    return refuse(
        r, condition.first < condition.end ? condition.first : loop->keyword,
        "its condition must compare the control variable with a limit by <, <=, >, >= or !=");
}

/* Is it one operand of a + or -? `i = i - a + b` is not `i -= a + b`. */
static int is_term(const struct sw_reader *r, struct sw_range range)
{
    if (range.first < range.end && sw_reader_among(r, range.first, "- +"))
        range.first++;
    return range.first < range.end && !has_any(r, range, "+ - << >> < > <= >=") &&
           !is_loose(r, range);
}

/* `i = i + step`, `i = i - step` or `i = step + i`, from behind the `=`. */
static int read_sum(const struct sw_reader *r, struct sw_for *loop, struct sw_range sum)
{
    uint32_t second = sum.first + 1, last = sum.end - 1;
    struct sw_range right = {sum.first + 2, sum.end}, left = {sum.first, sum.end - 2};
    if (sum.end < sum.first + 3)
        return 0;
    if (sw_tokens_equal(r->t, sum.first, loop->name) && is_term(r, right) &&
        sw_reader_among(r, second, "+ -")) {
        loop->down = sw_reader_is(r, second, "-");
        loop->step = right;
        return 1;
    }
    if (sw_tokens_equal(r->t, last, loop->name) && sw_reader_is(r, last - 1, "+") &&
        is_term(r, left)) {
        loop->step = left;
        return 1;
    }
    return 0;
}

static int read_step(struct sw_reader *r, struct sw_for *loop, struct sw_range step)
{
    uint32_t n = step.end - step.first, first = step.first;
    if (n == 2) {
        int variable_first = sw_tokens_equal(r->t, first, loop->name);
        uint32_t sign = variable_first ? first + 1 : first;
        if ((variable_first || sw_tokens_equal(r->t, first + 1, loop->name)) &&
            sw_reader_among(r, sign, "++ --")) {
            loop->down = sw_reader_is(r, sign, "--");
            return 1;
        }
    }
    if (n > 2 && sw_tokens_equal(r->t, first, loop->name) &&
        sw_reader_among(r, first + 1, "+= -=") &&
        sw_reader_find(r, (struct sw_range){first + 2, step.end}, ",") == step.end) {
        loop->down = sw_reader_is(r, first + 1, "-=");
        loop->step = (struct sw_range){first + 2, step.end};
        return 1;
    }
    if (n > 2 && sw_tokens_equal(r->t, first, loop->name) && sw_reader_is(r, first + 1, "=") &&
        read_sum(r, loop, (struct sw_range){first + 2, step.end}))
        return 1;
    return refuse(
        r, n ? first : loop->keyword,
        "its increment must be i++, ++i, i--, --i, i += step, i -= step, i = i + (step) or "
        "i = i - (step)");
}

/* A step of one has a known direction: `i < n; i--` would run to the end of the numbers. */
static int check_direction(struct sw_reader *r, const struct sw_for *loop)
{
    int down_test = loop->test == SW_FOR_MORE || loop->test == SW_FOR_MORE_EQUAL;
    if (loop->step.first < loop->step.end || loop->test == SW_FOR_UNEQUAL ||
        down_test == loop->down)
        return 1;
    return refuse(r, loop->keyword, "it steps away from its limit");
}

/* Does the limit or the step read the control variable? Then they are no constants of the loop. */
static int check_invariant(struct sw_reader *r, const struct sw_for *loop, struct sw_range range)
{
    for (uint32_t i = range.first; i < range.end; i++)
        if (sw_tokens_equal(r->t, i, loop->name) && !sw_reader_among(r, i - 1, ". ->"))
            return refuse(r, i, "its limit and its step must not use the control variable");
    return 1;
}

/* `T x : range`. */
static int read_range(const struct sw_reader *r, struct sw_for *loop, struct sw_range head)
{
    uint32_t colon = sw_reader_find(r, head, ":");
    if (!r->cxx || head.first >= head.end || colon == head.first || colon + 1 >= head.end)
        return 0;
    loop->colon = colon;
    loop->type = (struct sw_range){head.first, colon};
    loop->start = (struct sw_range){colon + 1, head.end};
    return 1;
}

static int read_head(struct sw_reader *r, struct sw_for *loop, uint32_t open)
{
    struct sw_range head = {open + 1, r->t->token[open].match};
    uint32_t first = sw_reader_find(r, head, ";");
    if (first == head.end && read_range(r, loop, head)) {
        sw_reader_expression(r, head, "in the head of a loop");
        return 1;
    }
    uint32_t second = first < head.end
                          ? sw_reader_find(r, (struct sw_range){first + 1, head.end}, ";")
                          : head.end;
    if (second == head.end && read_range(r, loop, (struct sw_range){first + 1, head.end})) {
        loop->before = (struct sw_range){head.first, first};
        sw_reader_expression(r, head, "in the head of a loop");
        return 1;
    }
    if (second == head.end)
        return refuse(r, loop->keyword, "it must be followed by '(start; condition; step)'");
    sw_reader_expression(r, head, "in the head of a loop");
    return read_start(r, loop, (struct sw_range){head.first, first}) &&
           read_condition(r, loop, (struct sw_range){first + 1, second}) &&
           read_step(r, loop, (struct sw_range){second + 1, head.end}) &&
           check_direction(r, loop) && check_invariant(r, loop, loop->limit) &&
           check_invariant(r, loop, loop->step);
}

/* `i++`, `--i`, `i += n`; not `*i = n`, `++i->n`, nor `[i = n]` of a lambda. */
static int is_changed(const struct sw_reader *r, uint32_t i)
{
    if (sw_reader_among(r, i - 1, ". -> ::"))
        return 0;
    return sw_reader_among(r, i + 1, "++ --") ||
           (sw_reader_among(r, i - 1, "++ --") && !sw_reader_among(r, i + 1, ". -> [ (")) ||
           (!sw_reader_among(r, i - 1, "* [ ,") &&
            sw_reader_find_assignment(r, (struct sw_range){i + 1, i + 2}) == i + 1);
}

/* Does `>` at i end the arguments of a template? */
static int ends_template(const struct sw_reader *r, uint32_t i)
{
    while (i > 0 && !sw_reader_among(r, i, "; { } ( = <"))
        i--;
    return sw_reader_is(r, i, "<");
}

/* May it be another variable, declared there? `T i`, `T *i`, `T<U> i`, `auto [i, j]`. */
static int is_declared(const struct sw_reader *r, uint32_t i)
{
    uint32_t type = i - 1;
    while (type > 1 && sw_reader_among(r, type, "* & &&"))
        type--;
    if (sw_reader_among(r, type, "else do return case sizeof goto"))
        return 0;
    if (sw_reader_is(r, type, "[") && type == i - 1)
        return sw_reader_is(r, i + 1, ",");
    if (sw_reader_among(r, type, "> >>"))
        return ends_template(r, type);
    if (!sw_reader_is_name(r, type) || type == i - 1)
        return sw_reader_is_name(r, type);
    return sw_reader_among(r, i + 1, "= ; , ) : { [") &&
           (sw_reader_among(r, type - 1, "; { } ( , < :: )") || sw_reader_is_name(r, type - 1));
}

/* Each iteration has its own control variable: a change would not skip any. Loops in it are not looked at. */
static void check_body(struct sw_reader *r, const struct sw_for *loop)
{
    uint32_t changed = 0;
    for (uint32_t i = loop->body.first; i < loop->body.end && loop->name; i++) {
        if (r->t->token[i].kind == SW_TOKEN_CILK_FOR) {
            uint32_t body = sw_reader_skip(r, i + 1);
            if (!sw_reader_is(r, body, "{"))
                break;
            i = r->t->token[body].match;
        } else if (sw_reader_is_name(r, i) && sw_tokens_equal(r->t, i, loop->name)) {
            if (is_declared(r, i))
                return;
            if (!changed && is_changed(r, i))
                changed = i;
        }
    }
    if (changed)
        sw_diagnostics_refuse(r->d, changed,
                              "the control variable of a cilk_for must not be changed in its body; "
                              "use another variable");
}

static uint32_t read_body(struct sw_reader *r, struct sw_construct *c, uint32_t i)
{
    const struct sw_reader_place outer = r->now;
    r->now.in = r->now.loop = c;
    r->now.switch_in = NULL; /* a case in the body belongs to a switch in the body */
    r->now.breaks_cilk_for = 1;
    i = sw_reader_statement(r, i);
    r->now = outer;
    return i;
}

uint32_t sw_reader_for(struct sw_reader *r, uint32_t keyword, uint32_t grain)
{
    if (!sw_reader_is(r, keyword + 1, "(")) {
        refuse(r, keyword, "it must be followed by '(start; condition; step)'");
        return keyword + 1;
    }
    if (r->now.statement_expression)
        sw_diagnostics_refuse(r->d, keyword, "cilk_for inside a statement expression");
    struct sw_construct *c = sw_construct_new(r->now.in, SW_CONSTRUCT_FOR);
    uint32_t body = sw_reader_skip(r, keyword + 1);
    c->loop.keyword = keyword;
    c->loop.grain = grain;
    read_head(r, &c->loop, keyword + 1);
    uint32_t end = read_body(r, c, body);
    if (body == end || sw_reader_is(r, end - 1, ":"))
        refuse(r, keyword, "it must have a body");
    c->loop.body = (struct sw_range){body, end};
    check_body(r, &c->loop);
    c->all = (struct sw_range){grain ? grain : keyword, end};
    return end;
}
