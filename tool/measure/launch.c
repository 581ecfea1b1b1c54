/* Whether a launcher of parallel programs has started us, and as which rank; and how what a rank measured outlives the others' death. */
#include "tool/measure/launch.h"
#include "compile/text/text.h"
#include "console/message.h"
#include "tool/measure/profiling.h"
#include "tool/measure/trial.h"

#include <signal.h>
#include <sys/wait.h>

/*
 * The first that is there counts: Open MPI's and MPICH's launchers may themselves run under Slurm,
 * whose variables then tell about the launcher's own processes. PMIX_RANK is last, since it comes
 * without a size.
 */
static const struct {
    const char *launcher, *rank, *size, *other_size;
} launchers[] = {
    {"openmpi", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", NULL},
    {"mvapich2", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", NULL},
    {"pmi", "PMI_RANK", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"},
    {"jsrun", "JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE", NULL},
    {"flux", "FLUX_TASK_RANK", "FLUX_JOB_SIZE", NULL},
    {"pals", "PALS_RANKID", NULL, NULL},
    {"slurm", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"},
    {"pmix", "PMIX_RANK", NULL, NULL},
};

static bool read_number(const char *name, uint32_t *number)
{
    const char *text = name ? getenv(name) : NULL;
    char *end;
    if (!text || *text < '0' || *text > '9')
        return false;
    unsigned long value = strtoul(text, &end, 10);
    *number = (uint32_t)value;
    return !*end && value < UINT32_MAX;
}

/* A batch script has SLURM_PROCID too, but is run once, whatever the number of tasks. */
static bool is_batch_script(void)
{
    return getenv("SLURM_JOB_ID") && !getenv("SLURM_STEP_ID");
}

bool sw_launch_find(struct sw_launch *launch)
{
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
        *launch = (struct sw_launch){.launcher = launchers[i].launcher};
        if (!read_number(launchers[i].rank, &launch->rank) ||
            (!strcmp(launch->launcher, "slurm") && is_batch_script()))
            continue;
        if (!read_number(launchers[i].size, &launch->size))
            read_number(launchers[i].other_size, &launch->size);
        if (launch->size <= launch->rank)
            launch->size = 0; /* of something else */
        return true;
    }
    *launch = (struct sw_launch){0};
    return false;
}

bool sw_launch_is_there(void)
{
    struct sw_launch launch;
    return sw_launch_find(&launch);
}

static bool is_launcher(const char *program)
{
    const char *slash = strrchr(program, '/'), *name = slash ? slash + 1 : program;
    size_t length = strcspn(name, "."); /* mpirun.openmpi */
    return sw_among(name, length, "mpirun mpiexec orterun prterun srun");
}

bool sw_launch_say(const char *program, const char *command)
{
    if (!is_launcher(program))
        return false;
    sw_error("'%s' is a launcher; to profile its ranks, put spanwise after it: '%s ... "
             "spanwise %s PROGRAM' gives each a profile of its own",
             program, program, command);
    return true;
}

#define OTHERS_NS 500000000 /* half of what Open MPI leaves them */

/* All of it, whatever signals come. */
static void sleep_for(long ns)
{
    struct timespec left = {ns / 1000000000, ns % 1000000000};
    while (nanosleep(&left, &left) < 0 && errno == EINTR)
        ;
}

static bool wait_for(pid_t keeper, int status)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM)
        sleep_for(OTHERS_NS);
    return sw_reap(keeper, NULL) == 0;
}

bool sw_keeper_collect(bool (*collect)(void *command), void *command,
                       struct sw_profiling *profiling, int status)
{
    fflush(NULL);
    pid_t keeper = fork();
    if (keeper == 0)
        setsid();
    if (keeper > 0)
        return wait_for(keeper, status);
    bool measured = collect(command);
    if (keeper == 0) {
        sw_profiling_release(profiling);
        exit(!measured);
    }
    return measured;
}
