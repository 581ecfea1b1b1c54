# Cilk in C++ under every command that profiles: spawns by their lines, functions by the names of the source, nothing of ours.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/cc
prints='28 24 15 3'
export CILK_NWORKERS=2

# line TEXT: where that comment is.
line() { grep -n "// $1\$" "$here/profiled.cc" | cut -d: -f1; }
lambda=$(line 'a lambda')
cat >want <<END
$(line constructor) 8 app::Tree<int>::Tree app::Tree<int>::make
$(line destructor) 1 app::Tree<int>::~Tree burn
$(line method) 7 app::Tree<int>::walk app::Tree<int>::walk
$(line operator) 8 app::Tree<int>::operator+= app::Tree<int>::make
$(line template) 1 app::apply<main::<lambda:$lambda>> main::<lambda:$lambda>
$(line 'in a lambda') 2 main::<lambda:$lambda> inlined
$(line 'spawned lambda') 1 main main::<lambda:$(line 'spawned lambda')>
END

# spawns FILE: line, times, caller and callee of each; of a template that takes a lambda, compilers say its type in their own ways.
spawns() {
    jq -r '.sites[] | select(.kind == "spawn") | "\(.line) \(.on_work.local.count) \(.caller) \(.callee)"' "$1" | sort -n
}
ours() { grep -Eo '"[^"]*(__sw|__spanwise)[^"]*"' "$1" | grep -v 'spanwise_tasks\.h' | sort -u | head -3; }

check 'it builds' spanwise c++ -std=c++17 -O2 -g "$here/profiled.cc" -o profiled
for options in '--meter=instructions' '--meter=instructions --workers=2' '--meter=instructions --level=spawns' '--meter=instructions --tree'; do
    # shellcheck disable=SC2086
    same "run $options" "$(spanwise run -q $options -o run.prof ./profiled)" "$prints"
    spanwise report --format=json run.prof >run.json
    fields=1- # spawns only: functions without a spawn have no name
    case $options in *spawns) fields=1-3 ;; esac
    spawns run.json | cut -d' ' -f$fields >got
    check "spawns, $options" diff <(cut -d' ' -f$fields want) got
    same "regions, $options" "$(jq -c '[.regions[] | [.label, .spawns]]' run.json)" '[["walk",7]]'
    same "nothing of ours, $options" "$(ours run.json)" ''
    has "the loop, $options" run.json "\"line\": *$(line loop)\\b"
done
for format in folded callgrind; do
    check "$format" spanwise report --format=$format run.prof >exported
    same "nothing of ours in $format" "$(ours exported)" ''
    has "a method in $format" exported 'app::Tree<int>::walk'
done

# With the tree: a change of a line or of a function.
for site in "profiled.cc:$(line method)" 'app::Tree<int>::make'; do
    check "what-if of $site" spanwise what-if --format=json "$site=2" run.prof >what.json
    same "what-if of $site: nothing of ours" "$(ours what.json)" ''
done
check 'predict' spanwise predict --format=json run.prof >predict.json
has 'its lines' predict.json "profiled\.cc"
same 'predict: nothing of ours' "$(ours predict.json)" ''

# Samples and real runs: what they name depends on time; that it is nothing of ours does not.
same 'sample' "$(spanwise sample -q --rate=5000 -o sample.prof ./profiled)" "$prints"
spanwise report --format=json sample.prof >sample.json
same 'sample: nothing of ours' "$(ours sample.json)" ''
same 'run --level=sampled' "$(spanwise run -q --level=sampled -o sampled.prof ./profiled)" "$prints"
spanwise report --format=json sampled.prof >sampled.json
spawns sampled.json | cut -d' ' -f1,2 >got
cut -d' ' -f1,2 want | diff - got >difference
same 'spawns, sampled' "$(cat difference)" ''
same 'sampled: nothing of ours' "$(ours sampled.json)" ''
check 'bench' spanwise bench -q -N 1,2 --trials=1 --warm-up=0 --format=json ./profiled >bench.json 2>messages
check 'why' spanwise why --json=why.json -o why.prof ./profiled >out 2>messages
has 'why: a line of the program' why.json 'profiled\.cc'
same 'why: nothing of ours' "$(ours why.json)" ''

# Without optimization there are more calls; spawns are the same.
spanwise c++ -std=c++17 -O0 -g "$here/profiled.cc" -o profiled
spanwise run -q --meter=instructions -o run.prof ./profiled >out
spanwise report --format=json run.prof >run.json
spawns run.json >got
check 'spawns, -O0' diff want got
finish
