# What the tests with Open MPI share.
. "$SOURCE/tests/lib.sh" || exit 1
for variable in $(env | grep -oE '^(OMPI|PMI|PMIX|MV2|SLURM)_[A-Z_]*'); do
    unset "$variable"
done
export OMPI_MCA_btl=self,vader # no network: the ranks are all here

# Not 'spanwise cc mpicc': the wrapper would call a compiler of its own.
flags="$(mpicc -showme:compile) $SOURCE/tests/merge/ranks.c $(mpicc -showme:link) -lmpi_mpifh"

# ranks COMMAND...: on 4 ranks, quickly or not at all.
ranks() {
    timeout -s KILL 300 mpirun --allow-run-as-root --oversubscribe -n 4 "$@"
}
