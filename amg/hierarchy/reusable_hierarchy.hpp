// SPDX-License-Identifier: Apache-2.0
// A hierarchy that is set up once and then refilled for other values of the same pattern: time steps, Newton
// iterations. Called by the preconditioner and by programs.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "amg/hierarchy/build_hierarchy.hpp"
#include "amg/hierarchy/level_structure.hpp"
#include "amg/interp/scaled_interpolation.hpp"
#include "amg/rap/product_plan.hpp"
#include "amg/strength/strong_couplings.hpp"

namespace trireme::amg {

class ReusableHierarchy {
 public:
  // Throws Error (input) for options out of range.
  explicit ReusableHierarchy(const SetupOptions& options);

  // A set-up from scratch. See build_hierarchy for the arguments, what is thrown and what is guaranteed. The
  // matrix's arrays must live until release_finest() or the end of this object. Collective.
  void build(const MatrixView& matrix, const NodeSpace& node = {});

  // The hierarchy for another matrix, computed on what SetupOptions::reuse keeps. With `structure` and the
  // values of build() it is that of build() to the last bit. Returns false, the same on every rank, where the
  // kept parts do not fit: nothing is reusable, the matrix has another pattern, rows or near-null space on
  // some rank, a diagonal entry has become zero, not finite or of another sign, or a row of interpolation has
  // lost all its weights. The hierarchy is spoiled then, and build() must follow, as also after an exception.
  // Before build(): false. Collective. The same bits for any thread count.
  bool refill(const MatrixView& matrix, const NodeSpace& node = {});

  // Whether build() has left something for refill(): not without reuse, and not with `structure` where a
  // level is aggressive or has its unknowns coarsened apart.
  bool reusable() const noexcept { return reusable_; }

  // From now on refill() keeps the weights of interpolation, as with Reuse::interpolation. For a hierarchy
  // that keeps something. matrix: that of the last build() or refill(). Local; a pass over the matrix.
  void keep_weights(const MatrixView& matrix);

  // Levels, counted from the finest, whose interpolation has other values than before the last refill(). With
  // kept weights the finest at most (scaled_interpolation.hpp).
  std::size_t changed_interpolations() const noexcept { return changed_interpolations_; }

  const SetupHierarchy& hierarchy() const noexcept { return hierarchy_; }
  // Lets go of the arrays of the finest matrix; hierarchy() is then complete again after the next refill() or
  // bind_finest(). Where nothing is reusable nothing is left.
  void release_finest();
  // Shows a matrix with the pattern of the last one as the finest again. Local.
  void bind_finest(const MatrixView& matrix);

  // Of this rank, beyond the matrix: what is kept between set-ups, and how much of it are plans of products.
  std::size_t bytes() const;
  std::size_t plan_bytes() const;

 private:
  bool refill_weights(const MatrixView& matrix, const StrongCouplings& couplings,
                      const ClassicalStructure& kept, RowWorkspace& workspace, DistributedMatrix& p) const;
  bool refill_interpolation(std::size_t l, RowWorkspace& workspace);
  void prepare_to_scale(const MatrixView& matrix);
  void refill_product(std::size_t l, RowWorkspace& workspace);

  SetupOptions options_;
  bool reusable_ = false;
  SetupHierarchy hierarchy_;
  std::vector<LevelStructure> structures_;           // [levels - 1]
  std::vector<std::unique_ptr<ProductPlan>> plans_;  // [levels - 1], made by the first refill
  std::optional<ScaledInterpolation> scaled_;        // of kept weights, for the finest level
  std::size_t changed_interpolations_ = 0;
  std::uint64_t pattern_ = 0, node_space_ = 0;  // hashes, of this rank
};

}  // namespace trireme::amg
