# What cannot be counted is said; the program's end stays its own.
. "$SOURCE/tests/instructions/lib.sh"
check 'it builds' spanwise cc -O2 -g "$here/subject.c" -o subject
printf '#!/bin/sh\nexec ./subject 1000\n' >script
chmod +x script

for engine in $engines; do
    status "$engine: a missing program" 127 count it.prof ./nobody
    has "$engine: a missing program" errors "^spanwise: .*'./nobody'"
    status "$engine: an exit status" 2 count it.prof ./subject 0
    (count crash.prof ./subject 1000 crash) 2>/dev/null
    same "$engine: the signal stays its own" $? 139
    same "$engine: and is in the profile" "$(figure crash.prof .complete)" false
    within "$engine: what was counted is kept" "$(figure crash.prof .work)" 200000 2000000
    for options in '--budget=10%' --check; do
        status "$engine: $options" 2 count it.prof $options ./subject 100
        has "$engine: $options" errors '^spanwise: .*--meter=time'
    done
done
for option in --libraries=none --engine=qemu; do
    status "$option of time" 2 spanwise run $option ./subject 100 2>errors
    has "$option of time" errors '^spanwise: .*--meter=instructions'
done
status 'no such meter' 2 spanwise run --meter=parsecs ./subject 2>errors
has 'no such meter' errors "^spanwise: .*'parsecs'"
status 'no such engine' 2 spanwise run --meter=instructions --engine=steam ./subject 2>errors
has 'no such engine' errors "'steam'"

# What a program executes, or a script, is counted too; but not outside the emulator.
engine=own
check 'a script' count script.prof ./script
check 'it executes another' count it.prof ./subject 1000 exec ./subject
same 'both have run' "$(wc -l <out)" 2
script=$(figure script.prof .work)
within 'the first is counted' "$(figure it.prof .work)" "$((script * 98 / 100))" "$((script * 102 / 100))"
within 'the second is counted' "$(figure it.prof.2 .work)" 50000 "$((script / 2))"
engine=qemu
rm -f it.prof it.prof.2
status 'a script in the emulator' 126 count it.prof ./script
has 'a script in the emulator' errors script
check 'there is no profile' [ ! -e it.prof ]
check 'it executes another' count it.prof ./subject 1000 exec ./subject
has 'the other is not counted' errors '^spanwise: .*\bexecutes\b'
same 'both have run' "$(wc -l <out)" 2

# Without the emulator: what to install. The program does not run.
mkdir bin
for tool in gcc sh; do ln -s "$(command -v $tool)" bin/; done
(PATH=$PWD/bin && "$BUILD/spanwise" run -q --meter=instructions --engine=qemu ./subject 100 >out 2>errors)
same 'no emulator' $? 1
has 'no emulator' errors "apt-get install qemu-user"
check 'nothing ran' [ ! -s out ]
finish
