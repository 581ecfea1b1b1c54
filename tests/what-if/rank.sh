# `spanwise what-if --rank`: the planted bottleneck first, what it would gain, and many sites in little time.
. "$SOURCE/tests/lib.sh"

rank() { spanwise what-if --rank --machine=ideal --format=json "$@"; }

# A serial part: 5000 of 21000. Parallel on 16: all in 21000/16.
cat >serial.tree <<'X'
call main { call read { 5000 } section work { 1600 x task step { 10 } } }
X
rank -P 16 serial.tree >got.json
same 'the serial part first' "$(jq -r '.rank[0].name' got.json)" read
within 'as it is' "$(jq .speedup got.json)" 3.4 3.6
within 'twice as fast' "$(jq '.rank[0].twice_as_fast' got.json)" 5.9 6.1
within 'perfectly parallel' "$(jq '.rank[0].parallel' got.json)" 15 16.01
same 'all sites are there' "$(jq '[.rank[].name] | sort | join(" ")' got.json)" '"read step"'

# On one processor only work counts.
rank -P 1 serial.tree >got.json
same 'on one processor the most work first' "$(jq -r '.rank[0].name' got.json)" step

# One long task among short ones.
cat >long.tree <<'X'
section work { task long { 10000 } 100 x task short { 100 } }
X
same 'the long task first' "$(rank -P 16 long.tree | jq -r '.rank[0].name')" long

# A lock.
cat >lock.tree <<'X'
section work { 64 x task step { 100 lock queue { 100 } } }
X
rank -P 16 lock.tree >got.json
same 'the lock first' "$(jq -r '.rank[0] | .kind + " " + .name' got.json)" 'lock queue'
within 'if it were free' "$(jq '.rank[0].free' got.json)" 15.9 16.01

# What has no name is the program's own.
echo '9000 section work { 16 x task step { 100 } }' >own.tree
spanwise what-if --rank --machine=ideal own.tree >got
same 'its own code first' "$(rank own.tree | jq -c '.rank[0] | [.name, .work]')" '["",9000]'
status 'and nothing is named' 1 grep -q "first.*'step'" got

# Where nothing is worth it, that is said.
echo 'section work { 16 x task { 100 } }' >fine.tree
spanwise what-if --rank --machine=ideal -P 16 fine.tree >got
status 'a tree without a bottleneck' 0 test -s got

# Tasks that are short beside what they cost, in the words of `spanwise predict`.
printf 'spanwise machine 1\nname = costly\nspawn_ns = 100\n' >costly.machine
spanwise what-if --rank --machine=costly.machine --paradigm=cilk --width=200 -P 16 fine.tree >got
has 'too fine a grain' got '\bgrain\b.*\b16\.00x'

# A thousand sites in a large tree: those that cannot matter are left out, and counted.
python3 - >large.tree <<'X'
print("call main {")
for i in range(1000):
    print("call serial%d { %d }" % (i, 100 + i % 7))
print("call planted { 400000 }")
print("section work {")
for i in range(20000):
    print("task step%d { %d }" % (i % 50, 900 + i % 211))
print("} }")
X
spanwise what-if --rank --time=900 --machine=ideal large.tree >got || fail 'a large tree'
has 'the planted one first' got "'planted' first"
spanwise what-if --rank --time=900 --machine=ideal --format=json large.tree >got.json
same 'what was left out, but not as it was late' "$(jq -c '[.late, ([.rank[] | select(.emulated | not)] | length > 0)]' got.json)" '[false,true]'
has 'and that is said' got '^  .*[0-9]+ .*\bnot looked\b'
status 'all, but no time' 0 spanwise what-if --rank --machine=ideal --top=all --time=0.01 --format=json large.tree >got.json
same 'that is said' "$(jq .late got.json)" true
finish
