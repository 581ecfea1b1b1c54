# Advice comes true when it is followed, on two processors: promised beside real gains. UPDATE=1 writes the table into
# doc/benchmarks.md; SIMULATED=1 judges by what Spanwise says of the twins, where the machine is not quiet.
. "$SOURCE/tests/lib.sh"
"$SOURCE/tests/corpus/score.py" --promises ${UPDATE:+--update} ${SIMULATED:+--simulated} "$BUILD" >out
same 'advice comes true' $? 0
cat out
finish
