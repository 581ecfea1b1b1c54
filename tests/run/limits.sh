# Limits of the system's that were there before: a program runs as it does natively, and what is wrong is said.
. "$SOURCE/tests/lib.sh"
cat >omp.c <<'C'
#include <stdio.h>
int main(void)
{
    int n = 0;
#pragma omp parallel reduction(+ : n)
    n++;
    printf("%d\n", n > 0);
    return 0;
}
C
gcc -fopenmp -O1 -g omp.c -o omp || fail 'the program compiles'

# Addresses: too few for the profile; and enough for that, but not for the threads of 64 cores.
for limit in $(emulated 'ulimit -v' >&2 || echo 300000 700000); do
    rm -f it.prof
    status "ulimit -v $limit" 1 bash -c "ulimit -v $limit; exec spanwise run -q --once -N 64 -o it.prof ./omp" >out 2>err
    same "ulimit -v $limit: it ran" "$(cat out)" 1
    has "ulimit -v $limit: told" err "^spanwise: nothing was measured: 'ulimit -v'"
    check "ulimit -v $limit: no profile" test ! -e it.prof
done

# Descriptors: what is loaded cannot even be looked at.
for files in 4 5; do
    (exec 3>&- 4>&- 5>&- 6>&- && ulimit -n $files && exec spanwise run -q ./omp) >out 2>err
    check "ulimit -n $files: fails" test $? != 0
    has "ulimit -n $files: why" err "open files \('ulimit -n'"
    same "ulimit -n $files: one line" "$(wc -l <err)" 1
done
finish
