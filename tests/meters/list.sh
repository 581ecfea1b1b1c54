# spanwise meters: names, units, what works, what it costs.
. "$SOURCE/tests/meters/lib.sh"

status 'it always succeeds' 0 spanwise meters >text
has 'time' text '^  time +ns +yes: [0-9.]+ ns'
has 'instructions' text '^  instructions +instructions +(yes|no: )'
has 'raw numbers' text 'rNNNN'
same 'within a terminal' "$(awk 'length > 80' text)" ''

status 'as JSON' 0 spanwise meters --format=json >json
field() { jq -r --arg m "$1" ".meters[] | select(.name == \$m) | $2" json; }
same 'all of them' "$(jq -r '[.meters[].name] | sort | join(" ")' json)" \
    'L1-dcache-load-misses LLC-load-misses branch-misses branches bus-cycles cache-misses cache-references context-switches cpu-migrations cycles dTLB-load-misses hw-instructions instructions major-faults minor-faults page-faults ref-cycles stalled-cycles-backend stalled-cycles-frontend task-clock time'
same 'as many as in the table' "$(jq '.meters | length' json)" "$(grep -cE '^  [A-Za-z0-9-]+ .* (yes|no): ' text)"
same 'time' "$(field time '"\(.unit) \(.works) \(.user_space) \(.burden)"')" 'ns true true 5000'
within 'what time costs' "$(field time .event_ns)" 0.5 1000
same 'who works has no reason not to, who does not has one' \
    "$(jq '[.meters[] | select(.works == (.why != ""))] | length' json)" 0
same 'units' "$(field cycles .unit), $(field cache-misses .unit), $(field page-faults .unit), $(field task-clock .unit), $(field hw-instructions .unit)" \
    'cycles, cache misses, page faults, ns, instructions'
same 'burdens' "$(field cycles .burden) $(field cache-misses .burden) $(field task-clock .burden)" '15000 0 5000'
if [ "$(field page-faults .works)" = true ]; then
    within 'a reading of the kernel' "$(field page-faults .reading_ns)" 20 100000
    within 'two an event' "$(field page-faults '.event_ns / .reading_ns')" 1.99 2.01
    within 'opening it' "$(field page-faults .opening_ns)" 500 1000000000
fi

"$REFUSE" 1 "$BUILD/spanwise" meters --format=json >json
same 'a filter: nothing of the kernel works' "$(jq -r '[.meters[] | select(.works) | .name] - ["instructions"] | join(" ")' json)" time
same 'and each says so' "$(jq '[.meters[] | select(.why | test("seccomp"))] | length' json)" 19

spanwise meters --help >help
has 'help' help '^usage: spanwise meters'
refused 'an unknown format' 2 "--format text json 'xml'" spanwise meters --format=xml
refused 'an unknown option' 2 "'--frmat=xml' '--format' --help" spanwise meters --frmat=xml
refused 'an argument' 2 "meters 'cycles'" spanwise meters cycles
spanwise --help >help
has 'among the commands' help '^  meters '
finish
