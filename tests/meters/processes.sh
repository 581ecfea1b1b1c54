# Each thread and each program has a counter of its own, and the program's files are its own.
. "$SOURCE/tests/meters/lib.sh"
works page-faults || exit 0
spanwise cc -O2 -g -pthread "$here/subject.c" -o subject || exit 1
echo abcdefgh >text

spanwise run -q --meter=page-faults ./subject threads 500 || fail 'threads'
within 'four threads' "$(work_of called)" 2000 2040

# Those of threads that have ended are closed: 64 files are enough for 200 threads.
(ulimit -n 64 && spanwise run -q --meter=page-faults ./subject many 200) || fail 'many threads'
within 'many threads' "$(work_of called)" 3200 3600
same 'all of them were counted' "$(figure '[.warnings[] | select(test("could not be counted"))] | length')" 0

spanwise run -q --meter=page-faults ./subject fork 500 || fail 'fork'
within 'the parent of a fork' "$(work_of called)" 500 520

spanwise run -q --meter=page-faults -o exec.prof ./subject exec 500 2>errors || fail 'exec'
within 'a program that was executed' "$(figure .work exec.prof)" 1500 1530
within 'who executed it' "$(figure .work exec.prof.2)" 500 530

# A program that closes all files ends the count, gets a warning, and keeps what it opens.
(ulimit -n 256 && spanwise run -q --meter=page-faults ./subject close 500) || fail 'close'
within 'until the files were closed' "$(figure .work)" 500 530
has 'it says so' <(figure '.warnings[]') '\bcounter\b.*\b1 thread\b'
finish
