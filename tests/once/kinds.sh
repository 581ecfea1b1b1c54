# Programs of each kind, scripts and tools under 'spanwise why': what they do, they do once.
. "$SOURCE/tests/lib.sh"
code=$SOURCE/tests/once/kinds.cc
as_c=(-x c "$code" -O2 -g)
check 'Cilk' spanwise cc "${as_c[@]}" -DCILK -o cilk
check 'annotations' gcc "${as_c[@]}" -DANNOTATED -I "$SOURCE/include" -o annotated
check 'OpenMP' gcc "${as_c[@]}" -fopenmp -o openmp
check 'Cilk, static' spanwise cc "${as_c[@]}" -DCILK -static -o cilk-static
check 'threads' gcc "${as_c[@]}" -DTHREADS -pthread -o threads
check 'TBB' g++ "$code" -O2 -g -DTBB -ltbb -o tbb

# once 'RESULT' COMMAND...: afterwards, that prints what it prints after a run without Spanwise. In `make test` each third of them.
tried=0
once() {
    tried=$((tried + 1))
    long || [ $((tried % 3)) = 1 ] || return
    result=$1
    shift
    rm -rf native in
    for where in native in; do
        mkdir $where && (cd $where && echo line >log && echo old >file && gzip -k file && rm file && echo 1 >number && mkdir box spool && : >spool/1 && : >spool/2)
    done
    (cd native && "$@" </dev/null >out 2>err)
    same "$*: natively" $? 0
    (cd in && timeout -s KILL 120 spanwise why --no-html -o it.prof "$@" </dev/null >out 2>err)
    same "$*: exit status" $? 0
    want=$(cd native && eval "$result") got=$(cd in && eval "$result")
    same "$*: what it did" "$got" "$want"
    same "$*: is not going to run again" "$(grep 'is going to run' in/err)" ''
    return 0
}
lines='wc -l <log'
for program in cilk annotated openmp threads tbb cilk-static; do
    once "$lines" "$WORK/$program" || continue
    has "$program: why" in/err "^spanwise: ran '.*' once, because it"
done
once "$lines" bash -c 'echo line >>log'
once "$lines" sh -c "'$WORK/openmp' && '$WORK/openmp'"
once "$lines" env X=1 "$WORK/openmp"
once "$lines" python3 -c 'open("log", "a").write("line\n")'
once "$lines" python3 -c "import subprocess; subprocess.run(['$WORK/openmp'])"
once "$lines" python3 -c '
import threading
ts = [threading.Thread(target=lambda: sum(range(300000))) for _ in range(4)]
[t.start() for t in ts]
[t.join() for t in ts]
open("log", "a").write("line\n")'
once "$lines" perl -e 'open(my $f, ">>", "log"); print $f "line\n"'
once 'python3 -c "import sqlite3; print(sqlite3.connect(\"db\").execute(\"select count(*) from t\").fetchone())"' \
    python3 -c 'import sqlite3; d = sqlite3.connect("db"); d.execute("create table if not exists t(x)"); d.execute("insert into t values(1)"); d.commit()'
once 'cat number' bash -c 'echo $(($(cat number) + 1)) >number'
once 'ls -I "it.prof*"; cat file' gunzip file.gz
once 'ls -I it.prof' gzip -f number
once 'ls box' mv log box
once 'ls spool' bash -c 'set -- spool/*; rm "$1"'
once 'wc -l <log' bash -c 'for i in 1 2; do echo line; done | tee -a log'

# Sleds that are switched on are written to our memory by the program itself: in the runs that are measured, not in the others.
for i in {1..400}; do echo "__attribute__((noinline)) static int f$i(int x) { __asm__(\"\"); return x + $i; }"; done >many.c
{
    echo 'int main(void) { volatile int x = 0; for (int i = 0; i < 99; i++) {'
    for i in {1..400}; do echo "x += cilk_spawn f$i(i); cilk_sync;"; done
    echo '} puts("done"); return 0; }'
} >>many.c
check 'many call sites' spanwise cc -O1 -g -include cilk/cilk.h -include stdio.h many.c -o many
check 'as it is' spanwise run --check -o many.prof ./many >out 2>err
same 'does not end differently' "$(grep differently err)" ''
finish
