#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# template_test.sh KIND SOURCE PROGRAM MPIEXEC WORK: runs a job template (KIND: local, slurm) on a small mesh and looks for
# its results. Slurm's srun is played by a script that starts two ranks.
set -euo pipefail
kind="$1" project="$2" program="$3" mpiexec="$4" work="$5"

rm -rf "$work"
mkdir -p "$work/bin"
cd "$work"
export TRIREME_FUN3D="$program" DECK="$project/jobs/cases/fun3d/m6_incompressible.yaml" OUTPUT="$work/results"
mesh=mesh.generate.target_vertices=3000
case "$kind" in
  local)
    # The launcher is the one of the build, whatever PATH says.
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$mpiexec" >bin/launcher && chmod +x bin/launcher && mv bin/launcher bin/mpiexec
    RANKS=2 OMP_NUM_THREADS=1 PATH="$work/bin:$PATH" bash "$project/jobs/templates/local/fun3d.sh" "$mesh"
    ;;
  slurm)
    cat >bin/srun <<SRUN
#!/bin/sh
while case "\$1" in -*) true ;; *) false ;; esac do shift; done
exec "$mpiexec" -n 2 "\$@"
SRUN
    chmod +x bin/srun
    SLURM_SUBMIT_DIR="$work" SLURM_JOB_ID=1 SLURM_CPUS_PER_TASK=1 PATH="$work/bin:$PATH" \
      bash "$project/jobs/templates/slurm/fun3d.sbatch" "$mesh"
    ;;
  *)
    echo "unknown kind $kind"
    exit 1
    ;;
esac
grep -q '"converged": *true' results/report.json || {
  echo "the report does not say that the run converged"
  exit 1
}
