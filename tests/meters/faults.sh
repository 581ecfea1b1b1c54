# Page faults: as many as there are, where they are.
. "$SOURCE/tests/meters/lib.sh"
works page-faults || exit 0
spanwise cc -O2 -g "$here/subject.c" -o subject || exit 1

spanwise run -q --meter=page-faults ./subject pages 1000 || fail 'pages'
same 'names' "$(figure '"\(.meter), \(.unit)"')" 'page-faults, page faults'
within 'work' "$(figure .work)" 3000 3020
within 'span' "$(figure .span)" 2000 2020
within 'the child' "$(work_of spawned)" 1000 1002
within 'the parent' "$(work_of called)" 2000 2002
within 'main without them' "$(figure '[.sites[] | select(.callee == "main") | .on_work.local.work] | add')" 0 10
same 'no burden' "$(figure '.burdened_span - .span')" 0
spanwise report >text
same 'no speedup is promised' "$(grep -c 'Speedup' text)" 0
same 'it says what it is' "$(figure '[.findings[] | select(.kind == "meter")] | length')" 1
same 'no warning' "$(figure '.warnings | length')" 0

# None of the profiler's own faults is the program's: it touches megabytes here.
spanwise run -q --meter=page-faults ./subject deep 40000 || fail 'deep'
within 'none of nested calls' "$(work_of deep)" 0 20
within 'the profiler had some' "$(figure .circumstances.overhead)" 200 100000

spanwise run -q --meter=page-faults ./subject tree 4000 || fail 'tree'
within 'a page a leaf' "$(figure .work)" 4000 4040
same 'spawns' "$(figure .spawns)" 3999
spanwise run -q --meter=minor-faults --level=spawns ./subject tree 4000 || fail 'tree, spawns'
within 'the same by spawns' "$(figure .work)" 4000 4040

# Each worker has a counter of its own; what the scheduler touches is among it.
spanwise run -q --meter=page-faults --workers=2 ./subject tree 4000 || fail 'tree on two workers'
within 'on two workers' "$(figure .work)" 4000 4400
same 'no warning there' "$(figure '.warnings | length')" 0
finish
