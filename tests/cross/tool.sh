# Callbacks of a tool leave registers and errno as they were; see clobber.c.
. "$SOURCE/tests/cross/lib.sh"
tool() { # MACHINE
    case $1 in
    native | clang) compiler=gcc ;;
    *) compiler=$OTHER-linux-gnu-gcc ;;
    esac
    check "$1: build the tool" "$compiler" -O2 -Wall -Wextra -Werror -shared -fPIC \
        -I"$SOURCE/include" "$here/clobber.c" -o clobber.so
}
gcc -O1 -w -I"$SOURCE/include" "$here/registers.c" -o plain && ./plain >want
same 'the plain program prints' "$(wc -l <want)" 81
for machine in $machines; do
    tool "$machine"
    for flags in -O0 '-O3 -fomit-frame-pointer'; do
        check "$machine $flags builds" build "$machine" $flags -g -w "$here/registers.c" -o registers
        profile "$machine" --tool=./clobber.so -- ./registers >got
        same "$machine $flags: status" $? 0
        check "$machine $flags: output" cmp got want
        # 839 spawns are spawn, enter, exit.
        within "$machine $flags: callbacks" "$(sed -n 's/ callbacks//p' report)" 2600 100000
        same "$machine $flags: spawns" "$(figure .spawns)" 839
    done

    # Vector registers of all lengths: gcc's option for those of aarch64 that have no fixed one.
    long=
    case "$(uname -m),$machine" in
    aarch64,native | aarch64,clang) grep -qw sve /proc/cpuinfo && long=-march=armv8-a+sve ;;
    *,aarch64) long=-march=armv8-a+sve ;;
    esac
    check "$machine vectors build" build "$machine" -O2 -g -w $long "$here/vectors.c" -o vectors
    case $machine in
    "$OTHER") "qemu-$OTHER" -L "/usr/$OTHER-linux-gnu" ./vectors >plain.out ;;
    *) ./vectors >plain.out ;;
    esac
    same "$machine vectors: lines" "$(wc -l <plain.out)" 20
    profile "$machine" --tool=./clobber.so -- ./vectors >got
    same "$machine vectors: status" $? 0
    check "$machine vectors: output" cmp got plain.out

    # Parts of functions, and what the example finds, are the same everywhere.
    for flags in -O0 -O2; do
        check "$machine $flags: build split" build "$machine" $flags -g -w "$SOURCE/tests/tool/split.c" -o split
        profile "$machine" -- ./split
        figure '.sites[] | select(.kind == "split") | "\(.on_work.local.count) \(.callee) in \(.caller)"' |
            awk '{ n = $1; sub(/^[0-9]+ /, ""); sum[$0] += n } END { for (s in sum) print sum[s], s }' |
            sort >parts # a compiler may have unrolled a loop
        [ -e parts.want ] || cp parts parts.want
        same "$machine $flags: parts" "$(cat parts)" "$(cat parts.want)"
    done
    same "$machine: ten parts" "$(wc -l <parts)" 10
    "$compiler" -O2 -w -shared -fPIC -I"$SOURCE/include" "$SOURCE/examples/tool/calls.c" -o calls.so
    check "$machine: build a subject" build "$machine" -O2 -g -w "$SOURCE/tests/tool/subject.c" -o subject
    profile "$machine" --tool=./calls.so -- ./subject >out
    has "$machine: fib" report '^ +987 +986  fib$'
    has "$machine: leaf" report '^ +42 +1  leaf$'
    has "$machine: the path" report '^  fib, 15 times$'
done
finish
