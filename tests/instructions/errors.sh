# What cannot be counted is said; the program's end stays its own.
. "$SOURCE/tests/instructions/lib.sh"
check 'it builds' spanwise cc -O2 -g "$here/subject.c" -o subject

status 'a missing program' 127 count it.prof ./nobody
has 'a missing program' errors "^spanwise: cannot run './nobody': no such file$"
printf '#!/bin/sh\nexec ./subject 100\n' >script
chmod +x script
status 'a script' 126 count it.prof ./script
has 'a script' errors "script"
check 'there is no profile' [ ! -e it.prof ]

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

# A program that it executes runs outside of the emulator.
check 'it executes another' count it.prof ./subject 1000 exec ./subject
has 'the other is not counted' errors 'not in those that it executes'
same 'both have run' "$(wc -l <out)" 2
same 'the profile is of the first' "$(figure it.prof .sites[0].on_work.count)" 1

# Without the emulator: what to install. The program does not run.
mkdir bin
for tool in gcc sh; do ln -s "$(command -v $tool)" bin/; done
(PATH=$PWD/bin && "$BUILD/spanwise" run -q --meter=instructions ./subject 100 >out 2>errors)
same 'no emulator' $? 1
has 'no emulator' errors "apt-get install qemu-user"
check 'nothing ran' [ ! -s out ]
finish
