# Programs that start others: nobody's profile is disturbed, nothing is lost.
. "$SOURCE/tests/run/subject.sh"
build_subject

profile fork
same 'fork: the child has its status' "$got" 3
same 'fork: only the parent is counted' "$(value .spawns)" $SPAWNS
same 'fork: complete' "$(value .complete)" true
same 'fork: counted' "$(value .circumstances.forks)" 1
has 'fork: reported' err '^  forked +1 '

profile forks
same 'forks: status' "$got" 100
same 'forks: only the parent is counted' "$(value .spawns)" $SPAWNS
same 'forks: counted' "$(value .circumstances.forks)" 200

profile exec
same 'exec: status of the second image' "$got" 5
same 'exec: the image with more work is the profile' "$(value .spawns)" $((2 * SPAWNS))
has 'exec: reported' err '^ +warning +2 processes\b'
spanwise report --format=json it.prof.2 >it.json
same 'exec: the first image is kept' "$(value .spawns)" $SPAWNS
same 'exec: it did not end by itself' "$(value .complete)" false

profile start
same 'posix_spawn, system, vfork, popen' "$got" 13
same 'posix_spawn, system, vfork, popen: spawns' "$(value .spawns)" $SPAWNS
same 'posix_spawn, system, vfork, popen: output' "$(cat out)" 'through cat'

printf '#!/bin/sh\n./subject twice\n./subject status 0\nexit 9\n' >script
chmod +x script
status 'a script' 9 spanwise run -o it.prof ./script 2>err
spanwise report --format=json it.prof >it.json
same 'a script: the program in it' "$(value .spawns)" $((2 * SPAWNS))
has 'a script: both are profiled' err '^ +warning +2 processes\b'
check 'a script: nothing is said against it' test "$(grep -c "'spanwise cc'" err)" = 0

# More processes than there are descriptors: none hangs, and what is left out is counted.
printf '#!/bin/sh\nfor i in $(seq 60); do ./subject status 0; done\n' >many
chmod +x many
check 'many processes' bash -c 'ulimit -n 48; exec spanwise run -q -o it.prof ./many' 2>err
has 'many processes: counted' err '^spanwise: [0-9]+ .*\bprocesses\b'

# If the tool is killed by what it cannot hold back, the program ends, whatever it has become: its output is closed.
mkfifo said
bash -c 'exec spanwise run -q -o it.prof sh -c "echo begun; exec sleep 1000"' >said 2>err &
tool=$!
{ read -r begun && kill -KILL "$tool" && wait "$tool"; rest=$(cat); } <said 2>/dev/null
same 'killed: it had begun' "$begun$rest" begun

mkdir bin && cp subject bin/on-the-path
PATH="$PWD/bin:$PATH" status 'found in PATH' 3 spanwise run -o it.prof on-the-path fork 2>err
check 'found in PATH: it is known' test "$(grep -c "'spanwise cc'" err)" = 0
finish
