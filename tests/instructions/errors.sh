# What cannot be counted is said; the program's end stays its own.
. "$SOURCE/tests/instructions/lib.sh"
check 'it builds' spanwise cc -O2 -g "$here/subject.c" -o subject

status 'a missing program' 127 count it.prof ./nobody
has 'a missing program' errors "^spanwise: cannot run './nobody': No such file or directory$"
status 'a missing program to emulate' 127 count it.prof --engine=qemu ./nobody
has 'a missing program to emulate' errors "^spanwise: cannot run './nobody': no such file$"
printf '#!/bin/sh\nexec ./subject 100\n' >script
chmod +x script
status 'a script to emulate' 126 count it.prof --engine=qemu ./script
has 'a script to emulate' errors "script"
check 'there is no profile' [ ! -e it.prof ]
status 'a script' 0 count script.prof ./script
count it.prof ./subject 100
same 'what it starts is counted' "$(figure script.prof .spawns)" "$(figure it.prof .spawns)"

for options in '--budget=10%' --check; do
    status "$options" 2 count it.prof $options ./subject 100
    has "$options" errors "it is for --meter=time"
done
status 'libraries of time' 2 spanwise run --libraries=none ./subject 100 2>errors
has 'libraries of time' errors 'for --meter=instructions'
status 'no such meter' 2 spanwise run --meter=parsecs ./subject 2>errors
has 'no such meter' errors "there is no meter 'parsecs'"

status 'an exit status' 2 count it.prof ./subject 0
count crash.prof ./subject 1000 crash
same 'the signal stays its own' $? 139
same 'and is in the profile' "$(figure crash.prof .complete)" false
within 'what was counted is kept' "$(figure crash.prof .work)" 200000 2000000

# What it executes counts itself.
check 'it executes another' count two.prof ./subject 1000 exec ./subject
same 'nothing is said' "$(cat errors)" ''
same 'both have run' "$(wc -l <out)" 2
check 'and both are counted' [ -s two.prof.2 ]

# A program that it executes runs outside of the emulator.
check 'it executes another, emulated' count it.prof --engine=qemu ./subject 1000 exec ./subject
has 'the other is not counted' errors 'not in those that it executes'
same 'both have run' "$(wc -l <out)" 2
same 'the profile is of the first' "$(figure it.prof .sites[0].on_work.count)" 1

# Without the emulator: what to install. The program does not run. But nobody needs it.
mkdir bin
for tool in gcc sh; do ln -s "$(command -v $tool)" bin/; done
(PATH=$PWD/bin && "$BUILD/spanwise" run -q --meter=instructions -o own.prof ./subject 100 >out 2>errors)
same 'no emulator is needed' "$? $(wc -l <out) $(cat errors)" '0 1 '
(PATH=$PWD/bin && "$BUILD/spanwise" run -q --meter=instructions --engine=qemu ./subject 100 >out 2>errors)
same 'no emulator' $? 1
has 'no emulator' errors "apt-get install qemu-user"
check 'nothing ran' [ ! -s out ]
finish
