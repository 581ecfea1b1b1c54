# The command line: what cannot be run, what is not ours, options with bad values.
. "$SOURCE/tests/run/subject.sh"
build_subject

no() { # STATUS 'WORD ...' ARGUMENTS...
    want=$1 words=$2
    shift 2
    status "run $*" "$want" spanwise run -o it.prof "$@" >out 2>err
    has "run $*: ours" err "^spanwise: "
    names "run $*" err "$words"
    same "run $*: one line" "$(wc -l <err)" 1
    check "run $*: no profile" test ! -e it.prof
}
mkdir directory
touch not-executable
printf '#!/nonexistent/shell\n' >no-interpreter
head -c 100 /bin/sh >broken
chmod +x no-interpreter broken
no 127 "'./nonexistent'" ./nonexistent
no 127 "'spanwise-nonexistent'" spanwise-nonexistent
no 127 "''" ''
no 127 "'./no-interpreter'" ./no-interpreter
no 126 "'./directory' folder" ./directory
no 126 "'./not-executable' executable" ./not-executable

no 2 --help
no 2 "--level 'full' 'spawns' 'sampled' 'all'" --level=all ./subject
no 2 "--budget '-3'" --budget=-3 ./subject
no 2 "--budget '20%%'" --budget=20%% ./subject
no 2 "--budget ''" --budget= ./subject
no 2 "--burden '5us'" --burden=5us ./subject
no 2 "--burden '99999999999999999999'" \
    --burden=99999999999999999999 ./subject
no 2 "--grain 'x'" --grain=x ./subject
no 2 "'--top=x' 'all'" --top=x ./subject
no 2 "--sort 'size'" --sort=size ./subject
no 2 "--format 'pdf'" --format=pdf ./subject
touch no-profile
cp "$SOURCE/tests/profile/corpus/parallel-1.1.prof" parallel.prof
no 1 "'gone.prof'" --serial=gone.prof ./subject
no 1 "'no-profile' empty" --serial=no-profile ./subject
no 1 "'parallel.prof' 4" --serial=parallel.prof ./subject
no 2 '--serial csv-sites' --serial=gone.prof --format=csv ./subject
status 'an unknown option' 2 spanwise run --unknown ./subject 2>err
names 'an unknown option: help' err 'spanwise: --unknown --help'
status 'help' 0 spanwise run --help >out 2>err
has 'help' out '^usage: spanwise run'
same 'help: nothing on stderr' "$(wc -c <err)" 0

# Options after the program are the program's.
status 'options after the program' 99 spanwise run -q -o it.prof ./subject --level=all
status 'after --' 3 spanwise run -q -o it.prof -- ./subject status 3

for budget in none 0 5 5% 100%; do
    status "--budget=$budget" 0 spanwise run -q --budget=$budget -o it.prof ./subject status 0
done
profile status 0
same 'the front end is in the profile' "$(value .front_end)" cilk
has 'the front end is in the report' err '\bcilk\b.*\bfull\b'
same 'the program is in the profile' "$(value '.program + " " + (.args | join(" "))')" \
    './subject ./subject status 0'
spanwise run --level=spawns --burden=77ns -o it.prof ./subject status 0 2>err
spanwise report --format=json it.prof >it.json
same '--level=spawns' "$(value .level)" spawns
same '--level=spawns: spawns' "$(value .spawns)" $SPAWNS
same '--level=spawns: only what spawns' \
    "$(value '[.sites[] | select(.kind != "root" and .callee != "fib")] | length')" 0
same '--burden' "$(value .burden)" 77
spanwise run -q -o it.prof ./subject status 0 2>err
same '--quiet' "$(wc -c <err)" 0
spanwise run --format=json -o it.prof ./subject status 0 2>it.json
same '--format=json' "$(value .spawns)" $SPAWNS

# Not ours: said early, and run all the same.
echo 'int main(void) { return 3; }' >plain.c
gcc plain.c -o plain
rm it.prof
status 'a plain program' 3 spanwise run -o it.prof ./plain 2>err
has 'a plain program: said first' <(head -1 err) "^spanwise: .*'./plain': .*'spanwise cc'"
has 'a plain program: what to do' err 'CC=spanwise-cc'
has 'a plain program: how to annotate it, before Cilk' err "SW_FOR.*'spanwise predict ./plain'.*'spanwise cc'"
check 'a plain program: nothing measured' test ! -e it.prof
status 'a program of the system' 1 spanwise run -o it.prof true 2>err
has 'a program of the system' err "^spanwise: .*'true': .*'spanwise cc'"
# Threads are what `spanwise sample` is for.
cat >thread.c <<'END'
#include <pthread.h>
#include <threads.h>
static void *run(void *p) { return p; }
static int run_c(void *p) { return p != NULL; }
int main(int argc, char **argv)
{
    pthread_t t;
    thrd_t c;
    return OURS(run, run_c, argc, argv, &t, &c) ? 1 : 3;
}
END
cat >thread.cc <<'END'
#include <thread>
int main()
{
    std::thread([] {}).join();
    return 3;
}
END
echo 'int tbb(void) { return 0; }' >tbb.c
gcc -Wl,-z,noexecstack -Wl,-soname,libtbb.so.12 -shared -fPIC tbb.c -o libtbb.so.12 &&
    echo 'int tbb(void); int main(void) { return tbb() + 3; }' >tbb-user.c &&
    gcc -Wl,-rpath,"$PWD" tbb-user.c ./libtbb.so.12 -o threads-tbb &&
    gcc -pthread '-DOURS(p, c, n, v, t, u)=pthread_create(t, 0, p, v) || pthread_join(*t, 0) || c == 0 || u == 0' \
        thread.c -o threads-posix &&
    gcc -pthread '-DOURS(p, c, n, v, t, u)=thrd_create(u, c, v) || thrd_join(*u, 0) || p == 0 || t == 0' \
        thread.c -o threads-c &&
    g++ -pthread thread.cc -o threads-cxx || exit 1
for program in posix c cxx; do
    for command in 'run' 'run -N 2'; do
        # shellcheck disable=SC2086 # words
        status "$command, threads of $program" 3 spanwise $command --once --format=json ./threads-$program >out 2>err
        same "$command, threads of $program: simulated" "$(jq '.runs[0].regions > 0' err)" true
    done
done
status 'threads of TBB: none' 3 spanwise run --once ./threads-tbb 2>err
has 'threads of TBB: none' err '\bstarted no thread\b'
# It may start one that is.
status 'a plain program that starts ours' 3 spanwise run -o it.prof env ./subject status 3 2>err
spanwise report --format=json it.prof >it.json
same 'a plain program that starts ours: spawns' "$(value .spawns)" $SPAWNS

# Unprofiled, the variables that a profile is handed over by mean nothing harmful.
status 'no such library' 0 env SPANWISE_LIB=/nonexistent.so ./subject status 0 2>err
has 'no such library' err '^spanwise: .*/nonexistent.so'
status 'no such socket' 0 env SPANWISE_LIB="$BUILD/lib/spanwise/libspanwise.so" \
    SPANWISE_SOCKET=/nonexistent/live ./subject status 0 2>err
has 'no such socket' err '^spanwise: .*profile'

# Profiles that are none.
printf 'hello\n' >foreign
head -c 60 it.prof >cut
for file in nonexistent foreign cut directory; do
    status "report $file" 1 spanwise report $file >out 2>err
    has "report $file: message" err "^spanwise: .*'?$file'?"
    same "report $file: nothing else" "$(wc -c <out)" 0
done
finish
