# SPDX-License-Identifier: Apache-2.0
"""Which PETSc tutorials the plug-in proof runs, and how each is given our types.

`sources` are relative to PETSc's examples tree; `options` go to both runs; `ours` are the options that select our types,
`shows` is what the view of the run must then name (a matrix type without its seq or mpi). `kind` says which solver reports and whose solution is compared.
"""
from dataclasses import dataclass, field

BY_OPTION = ["-vec_type", "omp", "-mat_type", "aijomp"]
BY_DM = ["-dm_vec_type", "omp", "-dm_mat_type", "aijomp"]


@dataclass
class Tutorial:
    name: str
    source: str
    options: list
    ours: list
    kind: str = "ksp"
    shows: list = field(default_factory=lambda: ["aijomp"])
    stock: list = field(default_factory=list)  # options of the run with PETSc's types only
    prefix: str = ""  # of the solver's options
    ranks: tuple = (1, 2)
    library: str = "solvers"  # the room whose library is loaded; hypre_shim: the library that is preloaded
    within: int = 1  # by how many iterations the two runs may differ
    says: list = field(default_factory=list)  # what the run must print beside the view


KSP = "ksp/ksp/tutorials/"
SNES = "snes/tutorials/"
TS = "ts/tutorials/"
TIGHT_KSP = ["-ksp_rtol", "1e-12"]
TIGHT_SNES = ["-snes_rtol", "1e-12", "-ksp_rtol", "1e-10"]

TUTORIALS = [
    Tutorial("ksp_ex2", KSP + "ex2.c", ["-m", "40", "-n", "37", *TIGHT_KSP], BY_OPTION),
    Tutorial("ksp_ex2_gamg_cg", KSP + "ex2.c", ["-m", "40", "-n", "37", "-ksp_type", "cg", "-pc_type", "gamg", *TIGHT_KSP],
             BY_OPTION),
    Tutorial("ksp_ex2_iluomp", KSP + "ex2.c", ["-m", "40", "-n", "37", "-pc_type", "bjacobi", *TIGHT_KSP],
             [*BY_OPTION, "-sub_pc_type", "iluomp"], stock=["-sub_pc_type", "ilu"], shows=["aijomp", "iluomp"]),
    Tutorial("ksp_ex2_trireme", KSP + "ex2.c", ["-m", "120", "-n", "97", "-ksp_type", "cg", *TIGHT_KSP],
             [*BY_OPTION, "-pc_type", "trireme"], shows=["aijomp", "trireme"], library="amg", within=4,
             stock=["-pc_type", "hypre", "-pc_hypre_boomeramg_coarsen_type", "PMIS", "-pc_hypre_boomeramg_interp_type", "ext+i",
                    "-pc_hypre_boomeramg_P_max", "4", "-pc_hypre_boomeramg_no_CF"]),
    Tutorial("ksp_ex2_hypre_taken_over", KSP + "ex2.c",
             ["-m", "120", "-n", "97", "-ksp_type", "cg", "-pc_type", "hypre", "-pc_hypre_type", "boomeramg",
              "-pc_hypre_boomeramg_coarsen_type", "PMIS", "-pc_hypre_boomeramg_interp_type", "ext+i",
              "-pc_hypre_boomeramg_P_max", "4", "-pc_hypre_boomeramg_no_CF", *TIGHT_KSP], [], shows=["hypre"], within=4,
             library="hypre_shim", says=["trireme shim: BoomerAMG taken over: 11640 rows"]),
    Tutorial("ksp_ex2_hypre_forwarded", KSP + "ex2.c",
             ["-m", "120", "-n", "97", "-ksp_type", "cg", "-pc_type", "hypre", "-pc_hypre_type", "boomeramg", *TIGHT_KSP], [],
             shows=["hypre"], within=0, library="hypre_shim",
             says=["trireme shim: hypre's BoomerAMG runs: coarsening type 6 does not exist here"]),
    Tutorial("ksp_ex5", KSP + "ex5.c", TIGHT_KSP, BY_OPTION),
    Tutorial("ksp_ex8_asm", KSP + "ex8.c", TIGHT_KSP, ["-mat_type", "aijomp"]),
    Tutorial("ksp_ex9", KSP + "ex9.c", TIGHT_KSP, BY_OPTION),
    Tutorial("ksp_ex15_shell", KSP + "ex15.c", ["-user_defined_pc", *TIGHT_KSP], BY_OPTION),
    Tutorial("ksp_ex23", KSP + "ex23.c", ["-n", "60", *TIGHT_KSP], BY_OPTION),
    Tutorial("ksp_ex25_bcgs", KSP + "ex25.c", ["-da_grid_x", "300", "-ksp_type", "bcgs", *TIGHT_KSP], BY_DM),
    Tutorial("ksp_ex29_mg", KSP + "ex29.c",
             ["-da_grid_x", "9", "-da_grid_y", "9", "-da_refine", "2", "-pc_type", "mg", "-mg_levels_ksp_type", "chebyshev",
              "-mg_levels_pc_type", "jacobi", *TIGHT_KSP], BY_DM),
    Tutorial("ksp_ex43_fieldsplit", KSP + "ex43.c",
             ["-mx", "10", "-my", "10", "-stokes_ksp_rtol", "1e-10", "-stokes_ksp_type", "fgmres",
              "-stokes_pc_type", "fieldsplit", "-stokes_pc_fieldsplit_block_size", "3",
              "-stokes_pc_fieldsplit_0_fields", "0,1", "-stokes_pc_fieldsplit_1_fields", "2",
              "-stokes_fieldsplit_0_pc_type", "redundant", "-stokes_fieldsplit_0_ksp_type", "preonly",
              "-stokes_fieldsplit_1_pc_type", "jacobi"], BY_DM, prefix="stokes_"),
    Tutorial("ksp_ex45", KSP + "ex45.c", ["-da_grid_x", "12", "-da_grid_y", "11", "-da_grid_z", "13", *TIGHT_KSP], BY_DM),
    Tutorial("ksp_ex50", KSP + "ex50.c", ["-da_grid_x", "20", "-da_grid_y", "20", "-ksp_type", "minres", "-pc_type", "jacobi",
                                          *TIGHT_KSP], BY_DM),
    Tutorial("ksp_ex46", KSP + "ex46.c", ["-da_grid_x", "23", "-da_grid_y", "21", *TIGHT_KSP], BY_DM),
    Tutorial("ksp_ex49_elasticity", KSP + "ex49.c",
             ["-mx", "12", "-my", "13", "-elas_ksp_rtol", "1e-10", "-elas_ksp_type", "cg", "-elas_pc_type", "gamg"], BY_DM,
             prefix="elas_"),
    Tutorial("ksp_ex56_elasticity_3d", KSP + "ex56.c",
             ["-ne", "5", "-ksp_type", "cg", "-pc_type", "gamg", "-ksp_rtol", "1e-11"], ["-mat_type", "aijomp"]),
    Tutorial("snes_ex3", SNES + "ex3.c", ["-n", "50", "-nox", *TIGHT_SNES],
             ["-dm_vec_type", "omp", "-mat_type", "aijomp"], kind="snes"),
    Tutorial("snes_ex5_bratu", SNES + "ex5.c", ["-da_grid_x", "31", "-da_grid_y", "29", "-par", "6.0", *TIGHT_SNES], BY_DM,
             kind="snes"),
    Tutorial("snes_ex9_obstacle", SNES + "ex9.c", ["-da_grid_x", "21", "-da_grid_y", "21", *TIGHT_SNES], BY_DM, kind="snes"),
    Tutorial("snes_ex19_cavity", SNES + "ex19.c",
             ["-da_grid_x", "17", "-da_grid_y", "17", "-lidvelocity", "30", "-grashof", "1.0", *TIGHT_SNES], BY_DM, kind="snes"),
    Tutorial("snes_ex19_cavity_baij", SNES + "ex19.c",
             ["-da_grid_x", "17", "-da_grid_y", "17", "-lidvelocity", "30", "-grashof", "1.0", *TIGHT_SNES],
             ["-dm_vec_type", "omp", "-dm_mat_type", "baijomp"], kind="snes", shows=["baijomp"]),
    Tutorial("snes_ex19_matrix_free", SNES + "ex19.c",
             ["-da_grid_x", "17", "-da_grid_y", "17", "-lidvelocity", "10", "-snes_mf_operator", "-ksp_rtol", "1e-6",
              "-snes_rtol", "1e-10"], BY_DM, kind="snes"),
    Tutorial("snes_ex46", SNES + "ex46.c", ["-da_grid_x", "21", "-da_grid_y", "21", *TIGHT_SNES], BY_DM, kind="snes"),
    Tutorial("ts_ex2_heat", TS + "ex2.c", ["-ts_max_steps", "5", *TIGHT_SNES],
             ["-dm_vec_type", "omp", "-mat_type", "aijomp"], kind="ts"),
    # These ask for MATAIJ by name; -mat_seqaij_type makes every SEQAIJ ours, also the parts of an MPIAIJ.
    Tutorial("ts_ex13_heat", TS + "ex13.c",
             ["-da_grid_x", "20", "-da_grid_y", "18", "-ts_max_steps", "5", "-ts_type", "beuler", *TIGHT_SNES],
             ["-dm_vec_type", "omp", "-mat_seqaij_type", "seqaijomp"], kind="ts", ranks=(1,)),
    Tutorial("ts_ex25_brusselator", TS + "ex25.c",
             ["-da_grid_x", "40", "-ts_type", "arkimex", "-ts_max_steps", "10", *TIGHT_SNES],
             ["-dm_vec_type", "omp", "-mat_seqaij_type", "seqaijomp"], kind="ts", ranks=(1,)),
]

if __name__ == "__main__":
    print(*(tutorial.name for tutorial in TUTORIALS), sep=";", end="")
