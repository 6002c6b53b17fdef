// SPDX-License-Identifier: Apache-2.0
// MovieLens-100K (Harper and Konstan, "The MovieLens datasets", 2015) as clicks: ratings from 4 are positive.
// Numbers: age of the user and year of the film, in centuries; ids: user, item, gender, occupation; a bag:
// the film's genres. Called by prepare. Local.
#pragma once

#include <string>
#include <vector>

#include "dlrm_hpc/data/sample_source.hpp"

namespace trireme::dlrm {

// Which ratings: every fifth by a hash of its line is for tests.
enum class MovieLensPart { all, train, test };

class MovieLensSource : public SampleSource {
 public:
  // files: u.data, u.item, u.user, in this order; plain or gzip. All of it is read at once (100,000 lines).
  // Throws Error(input) with file, line and field.
  MovieLensSource(const std::vector<std::string>& files, MovieLensPart part);

  const DataSchema& schema() const override { return schema_; }
  void go_to(const SourcePosition& position) override { position_ = position; }
  void fill(GlobalIndex samples, DataChunk& chunk) override;
  const SourcePosition& position() const override { return position_; }

 private:
  struct User {
    float age = 0;
    std::uint32_t gender = 0, occupation = 0;
  };
  struct Item {
    float year = 0;
    std::vector<std::uint32_t> genres;
  };
  struct Rating {
    std::uint32_t user, item;
    float label;
  };
  void read_users(const std::string& path);
  void read_items(const std::string& path);
  void read_ratings(const std::string& path, MovieLensPart part);

  DataSchema schema_;
  std::vector<User> users_;
  std::vector<Item> items_;
  std::vector<Rating> ratings_;
  SourcePosition position_;  // line: ratings given
};

}  // namespace trireme::dlrm
