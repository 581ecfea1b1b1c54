# spanwise calibrate: measures, keeps what it has measured, and does without a place to keep it.
. "$SOURCE/tests/lib.sh" || exit 1
export XDG_CACHE_HOME=$WORK/cache
key() { sed -n "s/^$1 = \([0-9.]*\).*/\1/p" "$2"; }
# A busy machine is not measured in full, and then nothing is kept: where times are not asked for, what measures is a script.
mkdir -p inst/lib && cp "$BUILD/spanwise" inst/ && cp -r "$BUILD/lib/spanwise" inst/lib/ || exit 1
if ! timing; then
    rm inst/lib/spanwise/{openmp,cilk}-costs
    cat >inst/lib/spanwise/openmp-costs <<'END'
#!/bin/sh
for name in fork fork_thread fork_nested barrier barrier_thread barrier_nested chunk_static chunk_dynamic task lock hand_over; do echo "${name}_ns = 100"; done
echo 'overheads_seen_to_threads = 2'
END
    printf '#!/bin/sh\necho "${1:-spawn}_ns = 50"\n' >inst/lib/spanwise/cilk-costs
    chmod +x inst/lib/spanwise/*-costs
    PATH=$WORK/inst:$PATH
fi

status 'nothing is kept yet' 1 spanwise calibrate --show >out 2>err
has 'nothing is kept yet: told' err "^spanwise: .*'$WORK/cache/spanwise/.*\.machine'.*'spanwise calibrate'"
status 'quick' 0 spanwise calibrate --quick -o quick.machine >out 2>err
same 'quick: nothing on stderr' "$(cat err)" ''
same 'one file is kept' "$(ls cache/spanwise | wc -l)" 1
kept=$(echo cache/spanwise/*.machine)
check 'it is the description' cmp "$kept" quick.machine
has 'its name has the processors and the version' <(echo "$kept") "-$(nproc)-[0-9.]+\.machine$"
same 'the first line' "$(head -n 1 quick.machine)" 'spanwise machine 1'
for name in fork barrier chunk_static chunk_dynamic task lock spawn; do
    within "$name" "$(key ${name}_ns quick.machine)" 0.5 100000
done
if [ "$(nproc)" -gt 1 ]; then
    has 'how far it is known' out "\b$(key overheads_seen_to_threads quick.machine) threads\b"
    within 'threads' "$(key overheads_seen_to_threads quick.machine)" 2 "$(nproc)"
    for name in fork_thread barrier_thread hand_over steal; do # a busy machine has none of them
        within "$name" "$(key ${name}_ns quick.machine)" 0 100000
    done
fi

# A second time it is read; --force measures again; -o - prints nothing else.
sed -i 's/^task_ns = .*/task_ns = 7654321/' "$kept"
spanwise calibrate --quick >out
has 'it is kept' out '^ +7654321\.0 .*\btask\b'
spanwise calibrate --show -o - >shown
check 'as it is' cmp shown "$kept"
spanwise calibrate --force --quick >out
status 'measured again' 1 grep -q 7654321 out
echo 'spanwise machine one' >"$kept"
spanwise calibrate --quick >out
has 'a damaged one is measured anew' out '^ +[0-9.]+ .*\btask\b'
has 'and is whole again' "$kept" '^task_ns = '
echo 'task_ns = -1' >>"$kept"
status 'a damaged one is not shown' 1 spanwise calibrate --show 2>err
has 'a damaged one: told' err "^spanwise: '.*\.machine', line [0-9]+: 'task_ns' "

# No place to keep it.
for where in /proc/nowhere /dev/null relative; do
    XDG_CACHE_HOME=$where HOME=/proc status "kept nowhere: $where" 0 spanwise calibrate --quick >out 2>err
    has "kept nowhere: $where" out '^ +[0-9.]+ .*\btask\b'
    same "kept nowhere: $where: nothing on stderr" "$(cat err)" ''
done

# Interrupted, here by what it has started: that is ended first, nothing is kept, and it says so.
for name in openmp-costs memory-costs; do
    for by in INT TERM; do
        rm -rf interrupted child
        rm inst/lib/spanwise/$name
        printf '#!/bin/sh\necho $$ >child\nkill -%s $PPID\nexec sleep 1000\n' $by >inst/lib/spanwise/$name
        chmod +x inst/lib/spanwise/$name
        XDG_CACHE_HOME=$WORK/interrupted inst/spanwise calibrate >out 2>err
        same "SIG$by, $name: status" $? $((128 + $(kill -l $by)))
        same "SIG$by, $name: one line" "$(wc -l <err)" 1
        has "SIG$by, $name: told" err '^spanwise: interrupted\b'
        check "SIG$by, $name: it has ended" test -s child -a ! -e "/proc/$(cat child)"
        same "SIG$by, $name: nothing is kept" "$(find interrupted -type f)$(cat out)" ''
    done
    cp "$BUILD/lib/spanwise/$name" inst/lib/spanwise/
done

# Bad ones.
status 'an argument' 2 spanwise calibrate now 2>err
names 'an argument: told' err "spanwise: calibrate 'now'"
status 'show and force' 2 spanwise calibrate --show --force 2>err
status 'an option' 2 spanwise calibrate --slow 2>err
status 'an output' 1 spanwise calibrate --quick -o /nowhere/x >out 2>err
has 'an output: told' err "^spanwise: .*/nowhere/x"
status 'a full disk' 1 spanwise calibrate --quick >/dev/full 2>err

# The memory: measured or not, in time, and what is said is what was seen.
start=$(date +%s)
status 'memory' 0 spanwise calibrate -o all.machine >out 2>err
measured 'seconds that it takes' $(($(date +%s) - start)) 0 20
if ! grep -q '^one_thread_mb_s' all.machine; then
    check 'not measured: told' test -s err
    echo "left out: $(cat err)"
else
    measured 'MB/s' "$(key one_thread_mb_s all.machine)" 500 500000
    if [ "$(key saturation_seen_to_threads all.machine)" -gt 1 ]; then
        has 'psi' all.machine '^psi_mb_s 2 = points [0-9]+:[0-9]+( |$)'
        has 'a hog' all.machine '^hog_slowdown 1 [0-9]+ = points [0-9]+:[0-9.]+( |$)'
        if grep -q '^saturates = no' all.machine; then
            has 'the verdict' out "\bNo saturation .*\b$(key saturation_seen_to_threads all.machine) threads\b"
        else
            has 'the verdict' out '\bsaturates\b'
        fi
    fi
    has 'constructs are still kept' all.machine '^task_ns = '
fi

# What a yield costs is the thread's own time, not what others did meanwhile.
gcc -O1 -shared -fPIC "$SOURCE/tests/machine/yields.c" -o yields.so || exit 1
LD_PRELOAD=$PWD/yields.so "$BUILD/lib/spanwise/threads-costs" >out
within 'a yield, in ns' "$(sed 's/.*yield=//' out)" 1 1000000

# What a miss costs takes two counters; one of these counts what does not happen.
"$BUILD/lib/spanwise/memory-costs" --events=1:1,1:2 >out 2>err # task-clock, page-faults
status 'no misses, no phi' 1 grep phi_cycles out
finish
