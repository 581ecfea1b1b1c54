# The command line: what cannot be run, what is not ours, options with bad values.
. "$SOURCE/tests/run/subject.sh"
build_subject

refused() { # STATUS MESSAGE ARGUMENTS...
    want=$1 message=$2
    shift 2
    status "run $*" "$want" spanwise run -o it.prof "$@" >out 2>err
    has "run $*: message" err "^spanwise: $message"
    same "run $*: one line" "$(wc -l <err)" 1
    check "run $*: no profile" test ! -e it.prof
}
mkdir directory
touch not-executable
printf '#!/nonexistent/shell\n' >no-interpreter
head -c 100 /bin/sh >broken
chmod +x no-interpreter broken
refused 127 "cannot run './nonexistent': No such file or directory" ./nonexistent
refused 127 "cannot run 'spanwise-nonexistent': No such file or directory" spanwise-nonexistent
refused 127 "cannot run '': " ''
refused 127 "cannot run './no-interpreter': " ./no-interpreter
refused 126 "cannot run './directory': Permission denied" ./directory
refused 126 "cannot run './not-executable': Permission denied" ./not-executable

refused 2 'run what\?'
refused 2 "--level is 'full', 'spawns' or 'sampled', not 'all'" --level=all ./subject
refused 2 "--budget takes a whole number .* not '-3'" --budget=-3 ./subject
refused 2 "--budget takes a whole number .* not '20%%'" --budget=20%% ./subject
refused 2 "--budget takes a whole number .* not ''" --budget= ./subject
refused 2 "--burden takes a whole number .* not '5us'" --burden=5us ./subject
refused 2 "--burden takes a whole number .* not '99999999999999999999'" \
    --burden=99999999999999999999 ./subject
refused 2 "--grain takes a whole number .* not 'x'" --grain=x ./subject
refused 2 "'--top=x' is not a positive number or 'all'" --top=x ./subject
refused 2 "--sort takes .* not 'size'" --sort=size ./subject
refused 2 "--format takes .* not 'pdf'" --format=pdf ./subject
touch no-profile
cp "$SOURCE/tests/profile/corpus/parallel-1.1.prof" parallel.prof
refused 1 "cannot open 'gone.prof': No such file or directory" --serial=gone.prof ./subject
refused 1 "'no-profile' is empty" --serial=no-profile ./subject
refused 1 "'parallel.prof' is not of a serial run: it was measured on 4 workers" --serial=parallel.prof ./subject
refused 2 '--serial is for the formats text, csv-sites, json and html' --serial=gone.prof --format=csv ./subject
status 'an unknown option' 2 spanwise run --unknown ./subject 2>err
has 'an unknown option: help' err "unknown option '--unknown'; see 'spanwise run --help'"
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
has 'the front end is in the report' err 'front end cilk, level full'
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
status 'a plain program' 3 spanwise run -o it.prof ./plain 2>err
has 'a plain program: said first' <(head -1 err) "^spanwise: './plain' is not built by 'spanwise cc'"
has 'a plain program: what to do' err 'CC=spanwise-cc'
has 'a plain program: nothing measured' err 'nothing was measured'
status 'a program of the system' 1 spanwise run -o it.prof true 2>err
has 'a program of the system' err "'true' is not built by 'spanwise cc'"
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
for program in posix c cxx tbb; do
    for command in 'run' 'run -N 2' 'predict'; do
        # shellcheck disable=SC2086 # words
        status "$command, threads of $program" 3 spanwise $command ./threads-$program >out 2>err
        has "$command, threads of $program: nothing measured" err \
            "nothing was measured: './threads-$program' has threads.*'spanwise sample ./threads-$program'"
    done
    spanwise run ./threads-$program 2>err
    has "threads of $program: said first" <(head -1 err) "^spanwise: './threads-$program' has threads.*'spanwise sample ./threads-$program'"
done
# It may start one that is.
status 'a plain program that starts ours' 3 spanwise run -o it.prof env ./subject status 3 2>err
spanwise report --format=json it.prof >it.json
same 'a plain program that starts ours: spawns' "$(value .spawns)" $SPAWNS

# Unprofiled, the variables that a profile is handed over by mean nothing harmful.
status 'no such library' 0 env SPANWISE_LIB=/nonexistent.so ./subject status 0 2>err
has 'no such library' err '^spanwise: cannot load the profiler'
status 'no such socket' 0 env SPANWISE_LIB="$BUILD/lib/spanwise/libspanwise.so" \
    SPANWISE_SOCKET=/nonexistent/live ./subject status 0 2>err
has 'no such socket' err '^spanwise: cannot hand the profile'

# Profiles that are none.
printf 'hello\n' >foreign
head -c 60 it.prof >cut
for file in nonexistent foreign cut directory; do
    status "report $file" 1 spanwise report $file >out 2>err
    has "report $file: message" err "^spanwise: .*'?$file'?"
    same "report $file: nothing else" "$(wc -c <out)" 0
done
finish
