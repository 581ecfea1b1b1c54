# Under a launcher, which is its variables only here: every rank has a profile of its own, and one
# of them reports.
. "$SOURCE/tests/run/subject.sh" || exit 1
build_subject
for variable in $(env | grep -oE '^(OMPI|PMI|PMIX|MV2|SLURM|JSM|FLUX|PALS)_[A-Z_]*'); do
    unset "$variable"
done

# launched 'what it is' 'VARIABLES' RANK SIZE LAUNCHER
launched() {
    rm -f ./*.prof
    env $2 "$BUILD/spanwise" run -q ./subject status 0 2>err
    same "$1: nothing to say" "$(cat err)" ''
    same "$1: its name" "$(ls ./*.prof)" "./subject.$3.prof"
    same "$1: in the profile" "$(spanwise report --format=json subject.$3.prof |
        jq -c '.rank | [.rank, .size, .launcher, .host]')" "[$3,$4,\"$5\",\"$(uname -n)\"]"
}
launched 'Open MPI' 'OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=4' 3 4 openmpi
launched 'MPICH' 'PMI_RANK=0 PMI_SIZE=2' 0 2 pmi
launched 'MVAPICH' 'MV2_COMM_WORLD_RANK=1 MV2_COMM_WORLD_SIZE=2 PMI_RANK=1 PMI_SIZE=2' 1 2 mvapich2
launched 'srun' 'SLURM_PROCID=12 SLURM_NTASKS=64' 12 64 slurm
launched 'srun in a job' 'SLURM_JOB_ID=1 SLURM_STEP_ID=0 SLURM_PROCID=5 SLURM_STEP_NUM_TASKS=8 SLURM_NTASKS=64' 5 8 slurm
launched 'PMIx' 'PMIX_RANK=7' 7 0 pmix
launched 'Open MPI under Slurm' \
    'SLURM_JOB_ID=1 SLURM_STEP_ID=0 SLURM_PROCID=1 SLURM_NTASKS=2 OMPI_COMM_WORLD_RANK=6 OMPI_COMM_WORLD_SIZE=8 PMIX_RANK=6' 6 8 openmpi
launched 'a size that cannot be' 'PMI_RANK=5 PMI_SIZE=2' 5 0 pmi

# plain 'what it is' 'VARIABLES': no rank.
plain() {
    rm -f ./*.prof
    env $2 "$BUILD/spanwise" run -q ./subject status 0 2>err
    same "$1: its name" "$(ls ./*.prof)" ./subject.prof
    same "$1: no rank" "$(spanwise report --format=json subject.prof | jq -c .rank)" null
}
plain 'no launcher' A=b
plain 'a batch script' 'SLURM_JOB_ID=1 SLURM_PROCID=0 SLURM_NTASKS=64'
plain 'no number' 'OMPI_COMM_WORLD_RANK=first OMPI_COMM_WORLD_SIZE=4'
plain 'an empty one' 'PMI_RANK='

# named 'VARIABLES' PATTERN WANTED
mkdir -p place/of.them
named() {
    rm -f ./*.prof run* .hidden* place/of.them/*
    env $1 "$BUILD/spanwise" run -q -o "$2" ./subject status 0 2>err
    check "-o $2: $3" test -s "$3"
    same "-o $2: nothing to say" "$(cat err)" ''
}
rank='PMI_RANK=3 PMI_SIZE=4'
named "$rank" run.prof run.3.prof
named "$rank" run run.3
named "$rank" run.a.prof run.a.3.prof
named "$rank" .hidden .hidden.3
named "$rank" place/of.them/run place/of.them/run.3
named "$rank" run-%r.prof run-3.prof
named "$rank" run.%h.prof "run.$(uname -n).3.prof"
named "$rank" run.100%%.prof run.100%.3.prof
named A=b run.prof run.prof
named A=b run.%r.prof run.0.prof
named A=b run.%h.prof "run.$(uname -n).prof"
env $rank "$BUILD/spanwise" run -q -o run.%p.prof ./subject status 0 &
wait
check '%p: the process, and no rank' test -n "$(ls run.[0-9]*.prof | grep -xE 'run\.[0-9]+\.prof')"
status '/dev/null stays what it is' 0 env $rank "$BUILD/spanwise" run -q -o /dev/null ./subject status 0
check '/dev/null: no other file' test ! -e /dev/null.3
status 'a bad name' 2 spanwise run -o run.%x.prof ./subject status 0 2>err
has 'a bad name: message' err "^spanwise: -o 'run.%x.prof'.*'%x'.*%r .*%h .*%p .*%%"
status 'a bad end' 2 spanwise run -o run.% ./subject status 0 2>err

# Rank 0 reports; the others say nothing, but what went wrong, and who it is of.
report() { # RANK OPTIONS...
    who=$1
    shift
    PMI_RANK=$who PMI_SIZE=4 "$BUILD/spanwise" run -o run.prof "$@" ./subject status 0 2>err
}
report 0
has 'rank 0 reports' err '^  Work '
has 'rank 0 says who it is' err '^rank 0 of 4$'
has 'rank 0 says what else there is' err "'spanwise merge run\.\*\.prof'"
report 1
same 'rank 1 is quiet' "$(cat err)" ''
check 'rank 1 has a profile' test -s run.1.prof
report 1 --report-rank=1
has '--report-rank=1' err '^rank 1 of 4$'
report 0 --report-rank=1
same '--report-rank=1: rank 0 is quiet' "$(cat err)" ''
report 2 --report-rank=all
has '--report-rank=all' err '^rank 2 of 4$'
report 0 -q
same '-q: rank 0 is quiet too' "$(cat err)" ''
report 0 --report-rank=none
has '--report-rank=none' err '^spanwise: rank 0: --report-rank\b'
status 'not there' 127 env $rank "$BUILD/spanwise" run ./nonexistent 2>err
has 'what went wrong says of whom' err "^spanwise: rank 3: .*'./nonexistent'"

status '--check' 2 env $rank "$BUILD/spanwise" run --check ./subject status 0 2>err
has '--check: message' err '^spanwise: rank 3: --check\b'
# The wrong way round.
printf '#!/bin/sh\nexec "$@"\n' >mpirun.test
chmod +x mpirun.test
status 'a launcher as the program' 4 spanwise run -q ./mpirun.test ./subject status 4 2>err
has 'a launcher as the program: said' err "^spanwise: './mpirun.test' .*\blauncher\b.*'./mpirun.test .*spanwise run "

# As many as there are, at once: each has its own.
rm -f run*.prof
for i in 0 1 2 3 4 5 6 7; do
    PMI_RANK=$i PMI_SIZE=8 "$BUILD/spanwise" run -q -o run.prof ./subject status 0 &
done
wait
status 'merge' 0 spanwise merge --format=json run.*.prof >it.json
same 'merge: all ranks' "$(value '[.ranks[].rank] == [range(8)]')" true
same 'merge: spawns' "$(value .spawns)" $((8 * SPAWNS))
same 'merge: sites as of one' "$(value '.sites | length')" \
    "$(spanwise report --format=json run.0.prof | jq '.sites | length')"
# One that crashes leaves the others' alone, and its own.
(PMI_RANK=2 PMI_SIZE=8 "$BUILD/spanwise" run -q -o run.prof ./subject null
    echo $? >got) 2>/dev/null
spanwise merge --format=json run.*.prof >it.json
same 'a crash: all are there' "$(value '.ranks | length')" 8
same 'a crash: one is not complete' "$(value '[.ranks[] | select(.complete | not) | .rank] | @csv')" 2
has 'a crash: in words' <(value '.findings[] | select(.kind == "incomplete").text') '^1 rank .*\brank 2 .*\bsignal 11\b'
finish
