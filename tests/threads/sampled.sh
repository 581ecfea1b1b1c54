# spanwise sample of a program of oneTBB whose work is serial by 58%: workers that look for tasks are idle, however busily.
. "$SOURCE/tests/lib.sh" || exit 1
g++ -std=c++17 -O2 -g -pthread "$SOURCE/tests/threads/tasks.cc" -o tasks -ltbb || exit 1
timeout -s KILL 300 spanwise sample --format=json -o p.prof ./tasks serial 20 >out 2>json || fail "status $?"
same 'cause' "$(jq -r .verdict.cause json)" parallelism
n=$(jq .effort.processors json)
idle=$(awk "BEGIN { print 1 - 1 / (0.58 * $n + 0.42) }")
within 'idle' "$(jq '.effort | .idle / .effort' json)" "$(awk "BEGIN { print $idle - 0.08 }")" "$(awk "BEGIN { print $idle + 0.08 }")"
finish
