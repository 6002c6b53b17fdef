// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/shuffled_columns.hpp"

#include <algorithm>

#include "amg/problems/changed_problem.hpp"
#include "solvers/base/counter_hash.hpp"

namespace trireme::amg {
namespace {

class ShuffledColumns : public ChangedProblem {
 public:
  ShuffledColumns(ProblemPointer base, std::int64_t seed)
      : ChangedProblem(std::move(base)), seed_(static_cast<std::uint64_t>(seed)) {}

  void row(GlobalIndex row, std::vector<Entry>& entries) const override {
    base().row(row, entries);
    const std::uint64_t of_row = mix_bits(seed_) ^ static_cast<std::uint64_t>(row);
    const auto key = [&](const Entry& entry) {
      return mix_bits(mix_bits(of_row) ^ static_cast<std::uint64_t>(entry.column));
    };
    std::sort(entries.begin(), entries.end(),
              [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
  }

 private:
  std::uint64_t seed_;
};

}  // namespace

ProblemPointer shuffled_columns(ProblemPointer base, std::int64_t seed) {
  return std::make_unique<ShuffledColumns>(std::move(base), seed);
}

}  // namespace trireme::amg
