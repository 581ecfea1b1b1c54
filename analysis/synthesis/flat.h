/*
 * What the synthesizers are given: a program tree made flat, so that they find each iteration of a section at once and
 * visit nothing that only computes. The tool makes it (plan.c) and hands it over as a file; both are of one build.
 *
 * Nodes and blocks are numbered from 1 on; nodes each after all that is in it. What has no sections and no locks in it is one WORK node.
 *
 * A section's tasks are found by their number, from 0 on. Its blocks stand one after the other; each is a
 * period of so many tasks, again and again up to the next block. A period is a list of steps: a task, so many times,
 * each time with what is done in front of it.
 */
#pragma once

#include "base/libc.h"

enum sw_synthesis_kind {
    SW_SYNTHESIS_WORK,
    SW_SYNTHESIS_SEQUENCE, /* its items, one after the other */
    SW_SYNTHESIS_LOCK,     /* the same under a lock; without items: its length */
    SW_SYNTHESIS_SECTION,
    SW_SYNTHESIS_REGION, /* sections that do not wait, and what is in between: one team does all */
};

struct sw_synthesis_node {
    uint8_t kind;
    uint8_t schedule; /* SECTION: enum sw_section_schedule */
    uint16_t reserved;
    uint32_t detail;   /* LOCK: its number; SECTION: the chunk */
    uint32_t first, n; /* items; SECTION: blocks, with one more behind that is only the end */
    uint64_t tasks;    /* SECTION */
    uint32_t after;    /* SECTION: what follows the last task; 0: nothing */
    uint32_t site;     /* SECTION, REGION: where in the tree's sites */
    double length;     /* nanoseconds, with all that is in it */
};

struct sw_synthesis_item {
    uint32_t node, count;
};

struct sw_synthesis_block {
    uint64_t begin; /* number of its first task */
    uint32_t period, first_step;
};

struct sw_synthesis_step {
    uint32_t begin;  /* in the period */
    uint32_t before; /* node; 0: none */
    uint32_t task, count;
};

/* A section or region that stands outside all others. */
struct sw_synthesis_job {
    uint32_t node;
    uint32_t rounds; /* how many times it is to be measured */
};

struct sw_synthesis_way {
    uint32_t threads;
    uint32_t paradigm; /* enum sw_paradigm */
    uint32_t schedule, chunk;
    uint32_t override, nested;
};

enum sw_synthesis_table {
    SW_SYNTHESIS_NODES,
    SW_SYNTHESIS_ITEMS,
    SW_SYNTHESIS_BLOCKS,
    SW_SYNTHESIS_STEPS,
    SW_SYNTHESIS_JOBS,
    SW_SYNTHESIS_WAYS,
    SW_SYNTHESIS_BURDENS, /* by job, then by way */
    SW_SYNTHESIS_TABLES
};

struct sw_synthesis_header {
    char magic[8];
    uint64_t n_locks;
    uint64_t n[SW_SYNTHESIS_TABLES]; /* the tables follow, each at a multiple of 8 */
};

#define SW_SYNTHESIS_MAGIC "swplan1"

struct sw_synthesis_plan {
    const struct sw_synthesis_node *nodes;
    const struct sw_synthesis_item *items;
    const struct sw_synthesis_block *blocks;
    const struct sw_synthesis_step *steps;
    const struct sw_synthesis_job *jobs;
    const struct sw_synthesis_way *ways;
    const double *burdens;
    size_t n_jobs, n_ways, n_locks;
};

/* Of an entry of each table. */
static const size_t sw_synthesis_sizes[SW_SYNTHESIS_TABLES] = {
    [SW_SYNTHESIS_NODES] = sizeof(struct sw_synthesis_node),
    [SW_SYNTHESIS_ITEMS] = sizeof(struct sw_synthesis_item),
    [SW_SYNTHESIS_BLOCKS] = sizeof(struct sw_synthesis_block),
    [SW_SYNTHESIS_STEPS] = sizeof(struct sw_synthesis_step),
    [SW_SYNTHESIS_JOBS] = sizeof(struct sw_synthesis_job),
    [SW_SYNTHESIS_WAYS] = sizeof(struct sw_synthesis_way),
    [SW_SYNTHESIS_BURDENS] = sizeof(double),
};

/* 0 or -errno. Stays mapped. */
int sw_synthesis_plan_map(struct sw_synthesis_plan *plan, int fd);
