// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/load_flow_mesh.hpp"

#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>
#include <mpi.h>

#include "solvers/base/error.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/support/test_data.hpp"

namespace trireme::mesh {
namespace {

struct Loader {
  comm::Communicator comm{MPI_COMM_WORLD};
  std::ostringstream out;
  log::Logger log{comm, out};
  FlowMesh load(const std::vector<std::string>& assignments) {
    MeshOptions options;
    options::Schema schema;
    options.describe(schema);
    for (const std::string& assignment : assignments) schema.set(assignment, "test");
    return load_flow_mesh(comm, options, log);
  }
};

TEST(LoadFlowMesh, GeneratesFromOptions) {
  Loader loader;
  const FlowMesh mesh = loader.load({"mesh.generate.kind=box", "mesh.generate.target_vertices=200"});
  EXPECT_GT(mesh.n_global, 100);
  EXPECT_LT(mesh.closure_error, 1e-13);
  EXPECT_EQ(mesh.marker_names.size(), 6u);
  if (loader.comm.is_root()) {
    EXPECT_NE(loader.out.str().find("inverted cells 0, dihedral angles 45"), std::string::npos)
        << loader.out.str();
  }
}

TEST(LoadFlowMesh, GeneratesEveryKind) {
  Loader loader;
  for (const char* kind : {"bump", "wedge", "cylinder", "naca4"}) {
    const FlowMesh mesh =
        loader.load({std::string("mesh.generate.kind=") + kind, "mesh.generate.target_vertices=600",
                     std::string("mesh.generate.") + kind + ".cells=mixed"});
    EXPECT_NEAR(static_cast<double>(mesh.n_global), 600, 90) << kind;
    EXPECT_LT(mesh.closure_error, 1e-12) << kind;
  }
  const FlowMesh wing = loader.load({"mesh.generate.kind=naca4", "mesh.generate.naca4.digits=0012",
                                     "mesh.generate.naca4.body=wing", "mesh.generate.target_vertices=2000"});
  EXPECT_EQ(wing.marker_names, (std::vector<std::string>{"wing", "symmetry", "far_field"}));
}

TEST(LoadFlowMesh, SplitsCellsIntoTetrahedra) {
  Loader loader;
  const std::vector<std::string> box{"mesh.generate.kind=box", "mesh.generate.box.cells=hexahedron",
                                     "mesh.generate.target_vertices=200"};
  std::vector<std::string> split = box;
  split.push_back("mesh.split_to_tets=true");
  const FlowMesh hexahedra = loader.load(box), tetrahedra = loader.load(split);
  EXPECT_EQ(tetrahedra.n_global, hexahedra.n_global);
  EXPECT_GT(tetrahedra.n_edges_global, hexahedra.n_edges_global);
  EXPECT_LT(tetrahedra.closure_error, 1e-13);
}

TEST(LoadFlowMesh, PlaneMeshesAreRefinedBeforeTheyAreSplit) {
  Loader loader;
  std::vector<std::string> keys{"mesh.generate.kind=bump", "mesh.generate.target_vertices=100",
                                "mesh.generate.bump.cells=hexahedron", "mesh.refine=1"};
  const FlowMesh hexahedra = loader.load(keys);
  keys.push_back("mesh.split_to_tets=true");
  const FlowMesh tetrahedra = loader.load(keys);
  EXPECT_EQ(tetrahedra.n_global, hexahedra.n_global);
  EXPECT_GT(tetrahedra.n_edges_global, hexahedra.n_edges_global);
  EXPECT_LT(tetrahedra.closure_error, 1e-12);
}

TEST(LoadFlowMesh, ADualHasNothingToSplit) {
  TRIREME_DATA_FILE(file, "meshes/3d/uns3dA.msh");
  Loader loader;
  EXPECT_THROW(loader.load({"mesh.file=" + file, "mesh.split_to_tets=true"}), Error);
}

TEST(LoadFlowMesh, MeshAFromBothFilesHasTheSameGeometry) {
  TRIREME_DATA_FILE(folder, "meshes/3d");
  Loader loader;
  for (const char* file : {"/uns3dA.msh", "/oneram6_petscfun3d_A.su2"}) {
    const FlowMesh mesh = loader.load({"mesh.file=" + folder + file, "mesh.ordering=natural"});
    EXPECT_EQ(mesh.n_global, 2800);
    EXPECT_EQ(mesh.n_edges_global, 17377);
    // The file has two groups of solid facets: symmetry plane and wing.
    const bool is_dual = file == std::string("/uns3dA.msh");
    EXPECT_EQ(mesh.marker_names, is_dual ? (std::vector<std::string>{"solid_1", "solid_2", "far_field"})
                                         : (std::vector<std::string>{"SYMMETRY", "WING", "FARFIELD"}));
    EXPECT_LT(mesh.closure_error, 1e-13);
    double volume = 0, wetted = 0;
    for (LocalIndex v = 0; v < mesh.n_owned; ++v) volume += mesh.volumes[v];
    for (LocalIndex f = 0; f < mesh.n_facets(); ++f) {
      const double* n = mesh.facet_normals.data() + 3 * f;
      if (mesh.facet_owned[f]) wetted += std::hypot(n[0], n[1], n[2]);
    }
    EXPECT_NEAR(comm::all_sum(loader.comm, volume), 1023.73056558182, 1e-9);
    EXPECT_NEAR(comm::all_sum(loader.comm, wetted), 730.556615346891, 1e-9);
  }
}

TEST(LoadFlowMesh, MixedAndPlaneMeshesClose) {
  TRIREME_DATA_FILE(folder, "meshes");
  Loader loader;
  for (const char* file : {"/3d/sphere_quaddominant_mixed_6940.su2.gz", "/2d/naca0012_inv_tri5233.su2",
                           "/tmr/flatplate_turb_035x025.su2"}) {
    const FlowMesh mesh = loader.load({"mesh.file=" + folder + file});
    EXPECT_LT(mesh.closure_error, 1e-13) << file;
  }
}

TEST(LoadFlowMesh, RepairsAreTold) {
  TRIREME_DATA_FILE(folder, "meshes/bad");
  Loader loader;
  loader.load({"mesh.file=" + folder + "/01_one_inverted_tet.su2"});
  if (loader.comm.is_root()) {
    EXPECT_NE(loader.out.str().find("1 cell, whose corners were listed mirrored, was reoriented: cell "),
              std::string::npos);
  }
}

TEST(LoadFlowMesh, ABadFileIsTheSameErrorOnEveryRank) {
  Loader loader;
  for (const char* file :
       {"no/such/file.su2", "no/such/file.msh", "no/such/file.trimesh", "no/such/file.xyz"}) {
    try {
      loader.load({std::string("mesh.file=") + file});
      FAIL() << "accepted " << file;
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), 2);
      EXPECT_NE(std::string(error.what()).find(file), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace trireme::mesh
