# Trees whose speedup on two processors is known, synthesized: the paper's Figures 5 and 7, equal and uneven loops,
# recursion, control in between, nowait.
. "$SOURCE/tests/synthesize/lib.sh"
needs_two

# Figure 5, a cycle of it a hundred microseconds long: 1500 units.
cat >five.tree <<'T'
section { task { 1500000 lock 1 { 4500000 } 500000 }
          task { 1000000 lock 1 { 3000000 } 2000000 }
          task { 1500000 lock 1 { 500000 } 500000 } }
T
synthesize five five.tree static,1 static dynamic
speedup five static,1 1.24 1.36
speedup five static 1.14 1.26
speedup five dynamic 1.50 1.66
serial five

# Figure 7: the teams of the inner loops are more threads than processors, and the system divides its time.
cat >seven.tree <<'T'
section { task { section { task { 100000000 } task { 50000000 } } }
          task { section { task { 50000000 } task { 100000000 } } } }
T
synthesize seven seven.tree nested,static,1 cilk tasks
speedup seven nested,static,1 1.8 2.05
speedup seven cilk 1.8 2.05
speedup seven tasks 1.8 2.05

echo 'section { 1000 x task { 10000 } }' >equal.tree
synthesize equal equal.tree static static,1 dynamic guided cilk
for way in static static,1 dynamic guided cilk; do speedup equal $way 1.85 2.08; done
serial equal

# Memory makes the parallel ones longer.
synthesize burdened --burden=1.5 equal.tree static cilk
speedup burdened static 1.25 1.39
speedup burdened cilk 1.22 1.39
serial burdened

# Of tiny tasks: not what a task takes is right, but the sum.
echo 'section { 400000 x task { 25 } }' >tiny.tree
synthesize tiny tiny.tree static cilk
speedup tiny static 1.6 2.4
speedup tiny cilk 1.6 2.4
measured 'tiny, serial' "$(figure tiny serial)" 0.9 1.1

# Half of a triangle is three quarters of its area.
awk 'BEGIN { printf "section {"; for (i = 1; i <= 2000; i++) printf " task { %d }", 10 * i; print " }" }' >triangle.tree
synthesize triangle triangle.tree static static,1 dynamic
speedup triangle static 1.27 1.40
speedup triangle static,1 1.87 2.08
speedup triangle dynamic 1.87 2.08

# Without waiting in between both threads have the same to do.
cat >nowait.tree <<'T'
section nowait { task { 4000000 } task { 2000000 } } section { task { 2000000 } task { 4000000 } }
T
synthesize nowait nowait.tree static
speedup nowait static 1.87 2.08
sed 's/nowait//' nowait.tree >wait.tree
synthesize wait wait.tree static
speedup wait static 1.42 1.56

# Recursion, and what the continuation of a spawn does.
awk 'function f(d) { return d ? "section spawn { task { " f(d - 1) " } call f { " f(d - 1) " } }" : "20000" }
     BEGIN { print f(9) }' >recursive.tree
synthesize recursive recursive.tree cilk tasks
speedup recursive cilk 1.8 2.08
speedup recursive tasks 1.6 2.08

# Serial parts are counted and not waited for: an hour, and a section that makes another hour, a thousand times.
echo '3600000000000 1000000 x section { 2 x task { 1800000 } }' >hours.tree
synthesize hours hours.tree static
speedup hours static 1.30 1.35
has 'equal sections are replayed once' hours.out '^sections 1 1 1000000$'
measured 'in a moment' "$(figure hours took)" 0 2

for f in *.out; do
    if busy "${f%.out}"; then echo "$f: others ran on this machine"; fi
done
finish
