# For the tests of the scheduler.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/sched
cores=$(getconf _NPROCESSORS_ONLN)

# parallel BINARY: the work-stealing runtime is in it; without, its Cilk program runs serially.
parallel() { nm "$1" | grep -q ' __spanwise_begin$'; }
