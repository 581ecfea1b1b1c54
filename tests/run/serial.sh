# --serial: the serial profile is read before the program starts and not overwritten; what was
# measured is reported, whatever that profile is of.
. "$SOURCE/tests/run/subject.sh"
build_subject
status 'a serial run' 0 spanwise run -q --once -o serial.prof ./subject status 0

cp serial.prof kept.prof
ln -s serial.prof link.prof
for output in serial.prof ./serial.prof link.prof; do
    status "overwritten: $output" 1 spanwise run --serial=serial.prof -o $output ./subject status 3 2>err
    same "overwritten: $output: one line" "$(wc -l <err)" 1
    names "overwritten: $output" err 'spanwise: serial.prof -o'
done
check 'it is as it was' cmp serial.prof kept.prof

# Two runs of one binary lie at different addresses and match all the same.
status 'compared' 0 spanwise run --once --serial=serial.prof -o it.prof ./subject status 0 2>err
has 'compared: the section' err "^Work inflation.*'serial.prof'"
status 'the same, later' 0 spanwise report --format=json --serial=serial.prof it.prof >it.json
same 'compared: it was serial' "$(value 'any(.findings[]; .kind == "comparison")')" true
same 'all sites match' "$(value '.inflation | "\(.serial_only.sites) \(.parallel_only.sites) \(.by_name)"')" '0 0 0'
same 'as many as there are' "$(value '.inflation.matched')" "$(value '.sites | length')"
same 'counts are the same' "$(value '[.inflation.sites[] | select(.count.growth != 0)] | length')" 0
addresses() { spanwise report --format=json "$1" | jq -c '[.sites[].address]'; }
# Where they are random: setarch -R takes that from all that it starts.
[ "$(head -n 1 /proc/self/maps)" = "$(head -n 1 /proc/self/maps)" ] ||
    check 'addresses are not' test "$(addresses it.prof)" != "$(addresses serial.prof)"
status 'in JSON' 0 spanwise run --format=json --serial=serial.prof -o it.prof ./subject status 0 2>it.json
same 'in JSON: compared' "$(value 'has("inflation")')" true

# Other arguments are said, another program is not compared with.
spanwise run --serial=serial.prof -o it.prof ./subject status 3 2>err
same 'the status is its own' $? 3
has 'other arguments' <(tr -s '\n ' '  ' <err) "'./subject status 0' .*'./subject status 3'"
spanwise run -q -o other.prof ./subject status 0
cp subject renamed
spanwise run --serial=other.prof -o it.prof ./renamed status 0 2>err
has 'the same file under another name' err '^Work inflation'
"$BUILD/tests/make-profile" fib other.prof || exit 1
status 'another program' 0 spanwise run --serial=other.prof -o it.prof ./subject status 0 2>err
has 'another program: message' err \
    "^spanwise: .*'other.prof' .*'./fib'.*'it.prof' .*'./subject'"
has 'another program: report' err '^Spanwise .* \./subject'
status 'another program: no section' 1 grep -q 'Work inflation' err
check 'another program: the profile' test -s it.prof
finish
