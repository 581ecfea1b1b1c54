# For the tests of the scheduler.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/sched
cores=$(getconf _NPROCESSORS_ONLN)

# parallel BINARY: the work-stealing runtime is in it; without, its Cilk program runs serially.
parallel() { nm "$1" | grep -q ' __spanwise_begin$'; }

# build NAME: from NAME.c here; nothing else is worth a try without it.
build() {
    spanwise cc --spanwise-cc=gcc -O2 -g -Wall -Wextra -Werror "$here/$1.c" -pthread -o "$1" && return
    fail "$1.c does not build"
    finish
}
