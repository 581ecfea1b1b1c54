# Registers and the red zone survive events: see registers.c.
. "$SOURCE/tests/cross/lib.sh"
gcc -O1 -w -I"$SOURCE/include" "$here/registers.c" -o plain && ./plain >want
same 'the plain program prints' "$(wc -l <want)" 81
for machine in $machines; do
    native=$(uname -m)
    case "$native,$machine" in
    x86_64,native | x86_64,clang | *,x86_64) protection='-fcf-protection=full -fno-plt' ;;
    *) protection=-mbranch-protection=standard ;;
    esac
    for flags in "-O2 $protection" '-O3 -fomit-frame-pointer' -O0; do
        long || [ "$machine $flags" = "$OTHER -O0" ] || [ "$flags" = "-O2 $protection" ] || continue
        check "$machine $flags builds" build "$machine" $flags -g -w "$here/registers.c" -o registers
        for level in full spawns; do
            profile "$machine" --budget=none --level=$level -- ./registers >got
            same "$machine $flags $level: status" $? 0
            check "$machine $flags $level: output" cmp got want
        done
        # 40 x (12 + 1 nested + 1 inlined + 2 in each of 2 across) and 40 x 2 across + 39 by the loop
        same "$machine $flags: spawns" "$(figure .spawns)" 839
    done
done
finish
