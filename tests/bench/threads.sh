# bench/threads-run runs programs of each kind, and says what it should.
. "$SOURCE/tests/lib.sh"
# What starting a thread takes is measured, and on a busy machine that may be longer than all that these do.
export SPANWISE_THREADS_COSTS=lock=10,wake=1500,latency=3000,create=10000,start=20000,yield=400
ln -s "$BUILD" build # a name as make gives it
check 'it runs' "$SOURCE/bench/threads-run" --quick build lock hot_lock pool tbb sort 'Python, zlib' >out 2>err
for name in lock pool sort 'Python, zlib'; do
    has "$name" out "^$name +[0-9.]+ +[0-9.]+ "
done
has 'what cannot be predicted' out '^hot_lock .*[Nn]ot predictable'
has 'what a hook takes' out '^mutex +[0-9.]+ +[0-9.]+ +-?[0-9.]+'
has 'the figures' out '^[45] programs: median error'
status 'no such program' 2 "$SOURCE/bench/threads-run" "$BUILD" nothing 2>err
has 'no such program' err "no program 'nothing'"
finish
