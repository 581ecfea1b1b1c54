. "$SOURCE/tests/sharing/lib.sh"
gcc -O2 -g -pthread "$SOURCE/tests/sharing/threads.c" -o threads || fail build

planted threads.c threads array false counts -N 4
planted threads.c threads atomics atomic total -N 4
for case in array-repaired beside-repaired barriers queue; do
    healthy threads "$case" -N 4
done

# A lock beside the data that it guards: who waits for it takes the line from who has it.
look threads beside -N 4
if followed; then
    same 'beside' "$(jq -r '.sharing.shared_lines[0] | "\(.sharing) \(.transfers > 1000)"' beside.json)" 'lock true'
fi
finish
