# `spanwise run -N`: which numbers, whose output and input, how it ends, and what bad ones say.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/openmp

check 'it builds' gcc -O2 -g -fopenmp "$here/command.c" -o command

# numbers FILE: of processors, in the order of the profile.
numbers() { spanwise report --format=json "$1" | jq -c '[.runs[].processors]'; }

check 'several numbers' spanwise run -N 1,2,8 -o p.prof ./command >out 2>err
same 'the first run is seen' "$(cut -d, -f1 out)" '1 threads'
same 'all are in the profile' "$(numbers p.prof)" '[1,2,8]'
for list in '1-3 [1,2,3]' '1,2,...,8 [1,2,4,8]' '2,4,6,...,10 [2,4,6,8,10]' '5 [5]' '8,2 [2,8]'; do
    check "-N ${list% *}" spanwise run -q -N "${list% *}" -o p.prof ./command >out
    same "-N ${list% *}" "$(numbers p.prof)" "${list#* }"
done
same 'by default as told' "$(OMP_NUM_THREADS=3 spanwise run -q ./command | cut -d, -f1)" '3 threads'
same 'else 64' "$(env -u OMP_NUM_THREADS "$BUILD/spanwise" run -q ./command | cut -d, -f1)" '64 threads'
for list in 0 x '' 1, 3-1 9999 1,...,4 '4,2,...,8'; do
    status "-N '$list'" 2 spanwise run -N "$list" ./command 2>err
    names "-N '$list'" err "spanwise: -N 4096"
done

# The balanced loop's speedup is N.
check 'it is measured' spanwise run -q --meter=instructions -N 2,8 -o p.prof ./command >out
for run in 0:2 1:8; do
    within "speedup on ${run#*:}" \
        "$(spanwise report --format=json p.prof | jq ".runs[${run%:*}].speedup / ${run#*:}")" 0.97 1.01
done

# Input and output: the first run's are the program's, the others read the same.
printf 'one\ntwo\n' >lines
spanwise run -q -N 1,2 -o p.prof ./command input <lines >out
same 'a file as input' "$(grep -c '^read' out)" 2
printf 'one\ntwo\n' | spanwise run -q -N 1,2,4 -o p.prof ./command input >out
same 'a pipe as input' "$(grep -c '^read' out)" 2
same 'all read it' "$(numbers p.prof)" '[1,2,4]'

# How it ends.
status 'its exit status' 7 spanwise run -q -N 1,2 -o p.prof ./command exit 7 >out
same 'and all runs' "$(numbers p.prof)" '[1,2]'
status 'its signal' 134 spanwise run -q -N 2 -o p.prof ./command abort >out 2>/dev/null
check 'a profile all the same' numbers p.prof >out
status 'one that ends otherwise' 0 spanwise run -q -N 1,2,4,8 -o p.prof ./command many >out 2>err
has 'is told of' err '^spanwise: .*\b4\b.*\bexit status 5\b'
same 'and is the last' "$(numbers p.prof)" '[1,2,4]'
status 'no region' 0 spanwise run -N 2 -o none.prof ./command nothing 2>err
has 'no region' err '\bOpenMP\b'
same 'all of it is serial' "$(spanwise report --format=json none.prof | jq -c '.runs[0] | [.regions, .speedup]')" '[0,1]'

# What does not go together.
status 'workers' 2 spanwise run --workers=2 ./command 2>err
names 'workers' err 'spanwise: --workers'
status 'emulator' 2 spanwise run --meter=instructions --engine=qemu ./command 2>err
has 'emulator' err 'engine=qemu'
check 'a Cilk program' spanwise cc "$SOURCE/examples/fib.c" -o fib
status '-N of it' 2 spanwise run -N 4 ./fib 2>err
names '-N of it' err 'spanwise: -N'

if gcc -O2 -fopenmp -static "$here/command.c" -o static 2>/dev/null; then
    status 'a static program' 2 spanwise run -N 2 ./static 2>err >out
    names 'a static program' err "./static '-static'"
fi

# OMP_DISPLAY_AFFINITY, as libgomp prints it on two processors.
check 'it builds' gcc -O2 -fopenmp "$here/display.c" -o display
for settings in OMP_DISPLAY_AFFINITY=true 'OMP_DISPLAY_AFFINITY= True' OMP_DISPLAY_AFFINITY=false \
    'OMP_DISPLAY_AFFINITY=TRUE OMP_PLACES={0},{1} OMP_PROC_BIND=true'; do
    format='OMP_AFFINITY_FORMAT=%L: %3n of %.3N, %a, %{team_num} %A'
    bound=${settings#* OMP_PLACES}
    # shellcheck disable=SC2086
    [ "$bound" = "$settings" ] && set -- "$settings" || set -- $settings
    taskset -c 0,1 true 2>/dev/null || continue # the machine has others
    env "$@" "$format" taskset -c 0,1 ./display 2>native
    env "$@" "$format" "$BUILD/spanwise" run -q -N 2 -o p.prof ./display 2>ours
    check "$settings" cmp native ours
done

# The same instructions every time, also with the machine's own libraries at other addresses.
for i in 1 2 3; do
    spanwise run -q --meter=instructions -N 3 -o "$i.prof" ./command >out
    spanwise report --format=json "$i.prof" | jq -S 'del(.started)' >"$i.json"
done
check 'the same twice' cmp 1.json 2.json
check 'and again' cmp 2.json 3.json
finish
