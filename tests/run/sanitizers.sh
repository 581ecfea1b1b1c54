# Programs with AddressSanitizer run in every mode as they do without us, and so do those that a program starts; what is wrong is found.
# With ThreadSanitizer nothing can be sampled, which is said before the run; what a program starts runs.
. "$SOURCE/tests/lib.sh" || exit 1
export ASAN_OPTIONS=detect_leaks=0 # a debugger, or a container, forbids those

cat >annotated.c <<'END'
#include <spanwise.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0, sum = 0, *a = calloc(100, sizeof *a);
    PAR_SEC_BEGIN("s");
    PAR_TASK_BEGIN("t");
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++) {
        a[i + n] += i;
        sum += a[i + n];
    }
    PAR_TASK_END();
    PAR_SEC_END();
    printf("%d\n", sum);
    free(a);
    return 0;
}
END
sed '/PAR_/d; /spanwise.h/d' annotated.c >openmp.c
cat >threads.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void *fill(void *at)
{
    *(int *)at += 1;
    return NULL;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0, *a = calloc(2, sizeof *a);
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(thread + i, NULL, fill, a + i + n);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    printf("%d\n", a[0] + a[1]);
    free(a);
    return 0;
}
END
cat >cilk.c <<'END'
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>
static int at(int *a, int i)
{
    return a[i];
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0, *a = calloc(2, sizeof *a);
    int x = cilk_spawn at(a, n);
    int y = at(a, 1);
    cilk_sync;
    printf("%d\n", x + y);
    free(a);
    return 0;
}
END
printf '#!/bin/sh\n"$@" && exit 3\n' >starter # 0 were 1 where nothing is measured
chmod +x starter

# ends 'what it is' STATUS COMMAND...: in files: out, err.
ends() {
    what=$1 want=$2
    shift 2
    "$@" >out 2>err
    same "$what" $? "$want"
}
# alone PROGRAM: without us.
alone() {
    ends "$1 by itself" 0 ./"$1"
    same "$1 by itself: complaints" "$(cat err)" ''
    mv out "$1.out"
}
# as_alone COMMAND... PROGRAM: with us.
as_alone() {
    program=${*: -1}
    rm -f ./*.prof
    ends "$*" 0 spanwise "${@:1:$#-1}" ./"$program"
    same "$*: output" "$(cat out)" "$(cat "$program.out")"
    same "$*: complaints" "$(grep -E 'ASan|Sanitizer|^spanwise: ' err)" ''
}
# starts PROGRAM COMMAND...: a shell does that we run.
starts() {
    program=$1
    shift
    ends "$*: a shell starts $program" 3 spanwise "$@" ./starter ./"$program"
    same "$*: a shell starts $program: output" "$(cat out)" "$(cat "$program.out")"
    same "$*: a shell starts $program: complaints" "$(grep -E 'ASan|Sanitizer' err)" ''
}
# finds COMMAND... PROGRAM WRONG: what it does wrong is found, and the user's own options of the sanitizer hold.
finds() {
    ASAN_OPTIONS=detect_leaks=0:exitcode=77 ends "$*" 77 spanwise "${@:1:$#-2}" ./"${@: -2:1}" "${@: -1}"
    has "$*: it is told" err 'ERROR: AddressSanitizer: heap-buffer-overflow'
}

for compiler in gcc clang; do
    $compiler -O1 -g -fopenmp -fsanitize=address openmp.c -o openmp-$compiler || exit 1
    $compiler -O1 -g -pthread -fsanitize=address threads.c -o threads-$compiler || exit 1
    for program in openmp-$compiler threads-$compiler; do
        alone $program
        as_alone sample -q $program
        finds sample -q $program 1
        starts $program sample -q
        starts $program run -q -N 2
    done
    as_alone run -q -N 2 openmp-$compiler
    finds run -q -N 2 openmp-$compiler 1
    ends "bench openmp-$compiler" 0 spanwise bench -q -P 1 --trials=1 --warm-up=0 ./openmp-$compiler
done
spanwise cc -O1 -g -fsanitize=address cilk.c -o cilk-gcc || exit 1
alone cilk-gcc
as_alone run -q cilk-gcc
as_alone run -q --workers=2 cilk-gcc
as_alone sample -q cilk-gcc
finds run -q cilk-gcc 2
gcc -O1 -g -fsanitize=address -I"$SOURCE/include" annotated.c -o annotated-gcc || exit 1
alone annotated-gcc
as_alone run -q annotated-gcc
as_alone predict -q --machine=ideal -o report annotated-gcc

# Where the kernel spreads addresses more than it knows, ThreadSanitizer does not run at all.
can_run() {
    ./"$1" >"$1.out" 2>"$1.err" && return
    echo "left out: $1, with -fsanitize=thread, does not run here: $(head -n 1 "$1.err")"
    return 1
}
for compiler in gcc clang; do
    $compiler -O1 -g -pthread -fsanitize=thread threads.c -o races-$compiler || exit 1
    $compiler -O1 -g -fopenmp -fsanitize=thread openmp.c -o races-openmp-$compiler || exit 1
    for program in races-$compiler races-openmp-$compiler; do
        for command in 'sample' 'run -N 2'; do
            # shellcheck disable=SC2086 # words
            ends "$command $program" 2 spanwise $command ./$program
            same "$command $program: nothing is run" "$(cat out)" ''
            has "$command $program: the reason" err "^spanwise: './$program' .*'-fsanitize=thread'"
        done
    done
    can_run races-$compiler || continue
    starts races-$compiler sample -q
    has 'it is said' err '^spanwise: .*-fsanitize=thread'
    starts races-$compiler run -q -N 2
done
spanwise cc -O1 -g -fsanitize=thread cilk.c -o races-cilk || exit 1
if [ "$(uname -m)" != x86_64 ]; then
    echo 'left out: races-cilk: where ThreadSanitizer leaves room is known for x86-64 only'
elif can_run races-cilk; then
    as_alone run -q races-cilk
    as_alone run -q --workers=2 races-cilk
fi
finish
