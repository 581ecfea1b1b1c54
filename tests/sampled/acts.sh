# --level=sampled on programs that are hard to sample, with every source of samples: names, paths, counts
# of what is lost, and a program that does not notice.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/sampled
gcc -O2 -shared -fPIC -fomit-frame-pointer "$here/hidden.c" -o hidden.so || exit 1
gcc -O2 "$SOURCE/tests/meters/refuse.c" -o refuse || exit 1
spanwise cc -O2 -g "$here/subject.c" -o subject || exit 1

# act NAME [WRAPPER...]: profiles the act; its figures are in profile.json, its paths in folded.
act() {
    name=$1
    shift
    timeout -s KILL 300 "$@" "$BUILD/spanwise" run --level=sampled --rate=2000 ./${program-subject} "$name" >out 2>report
    got=$?
    spanwise report --format=json >profile.json
    spanwise report --format=folded >folded
}
figure() { jq -r "$1" profile.json; }
total() { figure "[.samples.functions[] | select(.function == \"$1\") | .on_work.total] | add // 0"; }
all() { figure '.samples | .taken + .profiler + .waiting + .lost'; }

act errno
same 'errno stays' $got 0
same 'source' "$(figure .samples.source)" 'task clock'
! timing || same 'nothing is lost' "$(figure '.samples.lost < .samples.taken / 20')" true
same 'level' "$(figure .level)" sampled
same 'samples add up' "$(figure '.samples.on_work == .samples.taken')" true
same 'self adds up' "$(figure '([.samples.functions[].on_work.self] | add) == .samples.on_work')" true
same 'on span too' "$(figure '([.samples.functions[].on_span.self] | add) == .samples.on_span')" true
same 'main is on every path' "$(figure '.samples.cut')" 0
has 'a path' folded 'main;tree;spin [0-9]'
measured 'samples are of processor time' "$(figure '.samples.taken / (.work / 500000)')" 0.85 1.15

act blocked
same 'blocked signals: status' $got 0
measured "blocked signals: the one of samples is libc's own, and never blocked" "$(figure '.samples.lost / (.samples.lost + .samples.taken)')" 0 0.05

act handler
same 'a handler: status' $got 0
has 'a handler on its own stack' folded 'handler;raise_it;.*raise.*;spin [0-9]'

act recursion
same 'a million calls: status' $got 0
has 'recursion is folded, and cut' folded '^\(callers not known\);down;spin [0-9]'
measured 'and told' "$(figure .samples.cut)" 20 100000

for name in reset taken; do # nor does the program have a use for it
    act $name
    same "$name: status" $got 0
    measured "$name: nothing is lost" "$(figure '.samples.lost / (.samples.lost + .samples.taken)')" 0 0.05
done
act closes
same 'closes: status' $got 0
measured 'closes: lost ones are told' "$(figure '.samples.lost / (.samples.lost + .samples.taken)')" 0.5 1

act sleeps
same 'sleeps are not cut short' $got 0

act forks
same 'forks: status' $got 0
! timing || same 'forks: children are not sampled' "$(figure '.samples.taken * 500000 < .work * 1.2')" true

act threads
same 'threads: status' $got 0
measured 'threads: all are sampled' "$(total thread)" "$(figure '.samples.on_work * 0.9')" "$(figure .samples.on_work)"
same 'threads: none was refused' "$(figure .samples.threads_refused)" 0

act library
same 'killed: status' $got 137
has 'a library opened later' folded 'library;hidden;inside [0-9]'
has 'and its callback' folded 'library;hidden;spin [0-9]'

# Where perf_event_open() is not allowed, a timer; where that is not either, a warning.
act errno ./refuse 1
same 'timer: status' $got 0
same 'timer' "$(figure .samples.source)" timer
measured 'timer: samples are of processor time' "$(figure '.samples.taken / (.work / 500000)')" 0.7 1.3
has 'timer: said' report '\btimer\b'
act sleeps ./refuse 13
within 'timer: status' $got 0 1
REFUSE_TIMERS=1 act errno ./refuse 38
same 'neither: status' $got 0
same 'neither: source' "$(figure .samples.source)" none
has 'neither: said' report '^ +warning .*\bsampled\b'
same 'neither: measured all the same' "$(figure '.work > 10000000 and .spawns == 1')" true

# Statically linked, there is no loader to ask.
spanwise cc -O2 -g -static "$here/subject.c" -o static 2>/dev/null || exit 1
program=static act errno
same 'static: status' $got 0
has 'static: a path' folded 'main;tree;spin [0-9]'
! timing || same 'static: nothing is cut' "$(figure '.samples.cut * 100 <= .samples.taken')" true

# Who names a rate wants samples.
spanwise run -q --rate=500 -o p.prof ./subject errno
same 'a rate alone' "$(spanwise report --format=json p.prof | jq -r '.level, .samples.rate' | xargs)" 'sampled 500'

# Wrong options.
wrong() { # message, options
    message=$1
    shift
    spanwise run "$@" ./subject errno >out 2>errors
    same "$*: status" $? 2
    same "$*" "$(cat errors)" "spanwise: $message"
}
wrong "--level is 'full', 'spawns' or 'sampled', not 'x'" --level=x
wrong "--rate takes a whole number from 1 to 20000, not '0'" --level=sampled --rate=0
wrong "--rate takes a whole number from 1 to 20000, not '99999'" --level=sampled --rate=99999
wrong '--rate needs --level=sampled, not --level=full' --rate=100 --level=full
wrong '--rate needs --level=sampled, not --level=spawns' --level=spawns --rate=100
wrong '--rate samples time: it needs --meter=time' --rate=100 --meter=instructions
wrong '--level=sampled samples time: it needs --meter=time' --level=sampled --meter=instructions
wrong 'that --format needs samples: use --level=sampled' --format=csv-functions
finish
