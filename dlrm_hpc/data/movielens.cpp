// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/movielens.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "dlrm_hpc/data/text_lines.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/base/error.hpp"
#include "solvers/base/number_words.hpp"

namespace trireme::dlrm {
namespace {

constexpr std::size_t n_genres = 19;

// f(line number, words) for every line of a file. As GroupLens gives the files, ratings stand between tabs
// and there are no headings; copies with headings and with bars throughout are met as well.
template <class F>
void for_each_line(const std::string& path, std::size_t least_words, F&& f) {
  TextLines lines(path);
  std::vector<std::string_view> words;
  while (true) {
    GlobalIndex number = lines.lines();
    const auto& run = lines.next(4096);
    if (run.empty()) return;
    for (const std::string_view line : run) {
      ++number;
      if (number == 1 && (line.starts_with("user|") || line.starts_with("item|"))) continue;
      const char separator = line.find('|') == std::string_view::npos ? '\t' : '|';
      words.clear();
      for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(separator, begin), line.size());
        words.push_back(line.substr(begin, end - begin));
        begin = end + 1;
      }
      if (words.size() < least_words)
        throw Error(ErrorKind::input, fmt::format("{}:{}: there are {} fields, not {}", path, number,
                                                  words.size(), least_words));
      f(number, words);
    }
  }
}

GlobalIndex integer_of(const std::string& path, GlobalIndex line, const std::vector<std::string_view>& words,
                       std::size_t field, GlobalIndex lowest, GlobalIndex highest) {
  GlobalIndex value = 0;
  if (!parse_integer(words[field], value) || value < lowest || value > highest)
    throw Error(ErrorKind::input, fmt::format("{}:{}:{}: '{}' is no integer from {} to {}", path, line,
                                              field + 1, shown_word(words[field]), lowest, highest));
  return value;
}

constexpr GlobalIndex most_ids = 10000000;

}  // namespace

MovieLensSource::MovieLensSource(const std::vector<std::string>& files, MovieLensPart part) {
  if (files.size() != 3)
    throw Error(ErrorKind::input, "prepare.input does not name three files",
                "MovieLens is read from u.data, u.item and u.user", "name them in this order");
  read_users(files[2]);
  read_items(files[1]);
  read_ratings(files[0], part);
  const auto rows = [](const auto& values) { return static_cast<GlobalIndex>(values.size()); };
  std::uint32_t occupations = 0;
  for (const User& user : users_) occupations = std::max(occupations, user.occupation + 1);
  schema_.dense = {"age", "year"};
  schema_.tables = {{"user", rows(users_), Arity::one},
                    {"item", rows(items_), Arity::one},
                    {"gender", 2, Arity::one},
                    {"occupation", static_cast<GlobalIndex>(occupations), Arity::one},
                    {"genres", static_cast<GlobalIndex>(n_genres), Arity::bag}};
  schema_.rule = "movielens: rating from 4, ids as numbered, age and year in centuries";
}

void MovieLensSource::read_users(const std::string& path) {
  std::map<std::string, std::uint32_t> occupations;
  for_each_line(path, 4, [&](GlobalIndex line, const std::vector<std::string_view>& words) {
    const auto id = static_cast<std::size_t>(integer_of(path, line, words, 0, 0, most_ids));
    if (users_.size() <= id) users_.resize(id + 1);
    users_[id].age = static_cast<float>(integer_of(path, line, words, 1, 0, 200)) / 100;
    users_[id].gender = words[2] == "F" ? 1 : 0;
    const auto next = static_cast<std::uint32_t>(occupations.size());
    users_[id].occupation = occupations.emplace(words[3], next).first->second;
  });
}

void MovieLensSource::read_items(const std::string& path) {
  for_each_line(path, 5 + n_genres, [&](GlobalIndex line, const std::vector<std::string_view>& words) {
    const auto id = static_cast<std::size_t>(integer_of(path, line, words, 0, 0, most_ids));
    if (items_.size() <= id) items_.resize(id + 1);
    // Dates are as in 01-Jan-1995; one film has none.
    GlobalIndex year = 1900;
    if (words[2].size() >= 4) parse_integer(words[2].substr(words[2].size() - 4), year);
    items_[id].year = static_cast<float>(year - 1900) / 100;
    for (std::size_t genre = 0; genre < n_genres; ++genre)
      if (words[5 + genre] == "1") items_[id].genres.push_back(static_cast<std::uint32_t>(genre));
  });
}

void MovieLensSource::read_ratings(const std::string& path, MovieLensPart part) {
  for_each_line(path, 3, [&](GlobalIndex line, const std::vector<std::string_view>& words) {
    const auto last_user = static_cast<GlobalIndex>(users_.size()) - 1;
    const auto last_item = static_cast<GlobalIndex>(items_.size()) - 1;
    const auto user = integer_of(path, line, words, 0, 0, last_user),
               item = integer_of(path, line, words, 1, 0, last_item);
    const auto rating = integer_of(path, line, words, 2, 0, 10);
    const bool for_tests = mix_bits(static_cast<std::uint64_t>(line)) % 5 == 0;
    if (part == MovieLensPart::all || (part == MovieLensPart::test) == for_tests)
      ratings_.push_back(
          {static_cast<std::uint32_t>(user), static_cast<std::uint32_t>(item), rating >= 4 ? 1.0f : 0.0f});
  });
}

void MovieLensSource::fill(GlobalIndex samples, DataChunk& chunk) {
  const RecordLayout layout(schema_);
  chunk.clear(layout);
  const auto last =
      std::min<std::int64_t>(position_.line + samples, static_cast<std::int64_t>(ratings_.size()));
  for (; position_.line < last; ++position_.line, ++chunk.samples) {
    const Rating& rating = ratings_[static_cast<std::size_t>(position_.line)];
    const User& user = users_[rating.user];
    const Item& item = items_[rating.item];
    chunk.records.resize(chunk.records.size() + layout.words);
    std::uint32_t* const record = chunk.records.data() + chunk.records.size() - layout.words;
    const float numbers[] = {rating.label, user.age, item.year};
    std::memcpy(record, numbers, sizeof(numbers));
    const std::uint32_t ids[] = {rating.user, rating.item, user.gender, user.occupation};
    std::memcpy(record + layout.first_id, ids, sizeof(ids));
    chunk.bags[0].ids.insert(chunk.bags[0].ids.end(), item.genres.begin(), item.genres.end());
    chunk.bags[0].ends.push_back(bag_end(chunk.bags[0].ids.size()));
  }
}

}  // namespace trireme::dlrm
