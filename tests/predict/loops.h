/*
 * Test1 and Test2, to be included by each program that does something else with them: NAME(test1) is a
 * function's name; PARALLEL stands before a loop that may run in parallel; SECTION, TASK and LOCK are around
 * what they say; DELAY is the work.
 */

static void NAME(test1)(const struct loop_sample *s, const char *label)
{
    (void)label;
    SECTION_BEGIN(label);
    PARALLEL
    for (long i = 0; i < s->n; i++) {
        TASK_BEGIN();
        double overhead = compute_overhead(s, i);
        DELAY(overhead * s->delay[0]);
        if (s->do_lock[0]) {
            LOCK_1_BEGIN();
            DELAY(overhead * s->lock[0]);
            LOCK_1_END();
        }
        DELAY(overhead * s->delay[1]);
        if (s->do_lock[1]) {
            LOCK_2_BEGIN();
            DELAY(overhead * s->lock[1]);
            LOCK_2_END();
        }
        DELAY(overhead * s->delay[2]);
        TASK_END();
    }
    SECTION_END();
}

static void NAME(test2)(const struct sample *s, const char *label)
{
    const struct loop_sample *outer = &s->outer;
    (void)label;
    SECTION_BEGIN(label);
    PARALLEL
    for (long k = 0; k < outer->n; k++) {
        TASK_BEGIN();
        double overhead = compute_overhead(outer, k);
        DELAY(overhead * outer->delay[0]);
        if (s->nested)
            NAME(test1)(&s->inner, "inner");
        DELAY(overhead * outer->delay[1]);
        TASK_END();
    }
    SECTION_END();
}

static void NAME(run)(const struct sample *s, const char *label)
{
    if (s->kind == 1)
        NAME(test1)(&s->inner, label);
    else
        NAME(test2)(s, label);
}
