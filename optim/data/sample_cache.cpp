// SPDX-License-Identifier: Apache-2.0
#include "optim/data/sample_cache.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <limits>
#include <optional>
#include <unistd.h>

#include <fmt/format.h>

#include "optim/data/load_samples.hpp"
#include "optim/read/file_bytes.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/io/atomic_write.hpp"
#include "solvers/io/hdf5_file.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::optim {
namespace {

namespace fs = std::filesystem;

constexpr const char* format_name = "trireme optim samples 1";

// Of the source, when it was read.
struct Stamp {
  std::int64_t size = 0, changed = 0;  // bytes; the file system's clock
  bool operator==(const Stamp&) const = default;
};

Stamp stamp_of(const comm::Communicator& comm, const std::string& path) {
  Stamp stamp;
  comm::run_on_root(comm, [&] {
    stamp.size = file_size(path);  // says what is wrong with the file
    std::error_code error;
    stamp.changed = fs::last_write_time(path, error).time_since_epoch().count();
  });
  comm::broadcast_value(comm, stamp);
  return stamp;
}

std::uint64_t hash_of(std::uint64_t kind, GlobalIndex place, std::uint64_t bits) {
  return mix_bits(mix_bits(mix_bits(kind) ^ static_cast<std::uint64_t>(place)) ^ bits);
}

// Of all rows on all ranks: a sum over entries, each with its place, so that it does not depend on how rows
// are dealt out.
std::int64_t contents_hash(const comm::Communicator& comm, const RawSamples& rows, GlobalIndex first_row,
                           GlobalIndex first_entry) {
  std::uint64_t sum = 0;
  for (std::size_t row = 0; row < rows.labels.size(); ++row) {
    const GlobalIndex place = first_row + static_cast<GlobalIndex>(row);
    sum += hash_of(1, place, std::bit_cast<std::uint64_t>(rows.labels[row]));
    sum += hash_of(2, place, static_cast<std::uint64_t>(rows.offsets[row + 1] - rows.offsets[row]));
  }
  for (std::size_t e = 0; e < rows.values.size(); ++e)
    sum += hash_of(
        3, first_entry + static_cast<GlobalIndex>(e),
        static_cast<std::uint64_t>(rows.columns[e]) << 32 | std::bit_cast<std::uint32_t>(rows.values[e]));
  return std::bit_cast<std::int64_t>(comm::all_sum(comm, sum));
}

// The rows of a copy whose structure is whole; nothing where it is not. Throws what Hdf5File throws.
std::optional<RawSamples> rows_of_copy(const comm::Communicator& comm, io::Hdf5File& file) {
  const GlobalIndex n = file.rows("labels"), n_entries = file.rows("columns");
  if (file.rows("lengths") != n || file.rows("values") != n_entries) return std::nullopt;
  const auto [begin, end] = threads::thread_range(n, comm.rank(), comm.size());
  RawSamples rows;
  rows.labels = file.read_rows<double>("labels", begin, end - begin, 1);
  bool sound = true;
  for (const std::int32_t length : file.read_rows<std::int32_t>("lengths", begin, end - begin, 1)) {
    sound = sound && length >= 0;
    rows.offsets.push_back(rows.offsets.back() + length);
  }
  const GlobalIndex here = rows.offsets.back(), first = comm::exclusive_scan_sum(comm, here);
  if (!comm::all_of(comm, sound) || comm::all_sum(comm, here) != n_entries) return std::nullopt;
  for (const std::int32_t column : file.read_rows<std::int32_t>("columns", first, here, 1))
    rows.columns.push_back(column);
  rows.values = file.read_rows<float>("values", first, here, 1);
  if (contents_hash(comm, rows, begin, first) != file.read_int_attribute("/", "hash")) return std::nullopt;
  return rows;
}

// Nothing, and a remark where there is something to say, unless the copy is of this source as it is now.
std::optional<RawSamples> read_copy(const comm::Communicator& comm, const std::string& copy,
                                    const Stamp& stamp, IndexBase base, std::vector<std::string>& remarks) {
  int there = 0;
  comm::run_on_root(comm, [&] {
    std::error_code error;
    there = fs::exists(copy, error) ? 1 : 0;
  });
  comm::broadcast_value(comm, there);
  if (there == 0) return std::nullopt;
  try {
    io::Hdf5File file = io::Hdf5File::open(copy, comm);
    if (!file.has_attribute("/", "format") || file.read_text_attribute("/", "format") != format_name) {
      remarks.push_back(copy + " is no copy of samples and is written anew");
      return std::nullopt;
    }
    const Stamp of_copy{file.read_int_attribute("/", "source_size"),
                        file.read_int_attribute("/", "source_changed")};
    if (of_copy != stamp || file.read_int_attribute("/", "index_base") != static_cast<int>(base)) {
      remarks.push_back(copy + " is stale (the text or data.index_base changed) and is written anew");
      return std::nullopt;
    }
    std::optional<RawSamples> rows = rows_of_copy(comm, file);
    if (!rows) remarks.push_back(copy + " is damaged and is written anew");
    return rows;
  } catch (const Error& error) {
    // Thrown on all ranks alike.
    remarks.push_back(fmt::format("{} is damaged and is written anew ({})", copy, error.what()));
    return std::nullopt;
  }
}

// Names of what a run writes begin so, on this machine; its process number follows.
std::string names_of_this_machine(const std::string& copy) {
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  return fmt::format("{}.{}-", copy, host);
}

// A name that no other run has, of this machine or another one that shares the folder.
std::string name_of_this_run(const comm::Communicator& comm, const std::string& copy) {
  std::string name;
  comm::run_on_root(comm, [&] { name = names_of_this_machine(copy) + std::to_string(::getpid()); });
  comm::broadcast(comm, name);
  return name;
}

// Runs that were killed while they wrote this copy leave what they had. On another machine nobody can ask
// whether a process lives: what has not changed for a day is taken for dead.
void remove_traces_of_the_dead(const std::string& copy) {
  std::error_code error;
  const fs::file_time_type yesterday = fs::file_time_type::clock::now() - std::chrono::hours(24);
  const std::string ours = fs::path(names_of_this_machine(copy)).filename().string(),
                    anyone = fs::path(copy).filename().string() + ".", ending(io::partial_suffix);
  std::vector<fs::path> dead;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(copy).parent_path(), error)) {
    std::string name = entry.path().filename().string();
    if (name.ends_with(ending)) name.resize(name.size() - ending.size());
    if (!name.starts_with(anyone)) continue;
    int process = 0;
    if (name.starts_with(ours)) {
      const char* const end = name.data() + name.size();
      if (std::from_chars(name.data() + ours.size(), end, process).ptr != end) process = 0;
    }
    const bool is_dead = process > 0 ? ::kill(process, 0) != 0 && errno == ESRCH
                                     : entry.last_write_time(error) < yesterday && !error;
    if (is_dead) dead.push_back(entry.path());
  }
  for (const fs::path& trace : dead) fs::remove(trace, error);
}

void write_copy(const comm::Communicator& comm, const std::string& copy, const std::string& source,
                const Stamp& stamp, IndexBase base, const RawSamples& rows) {
  const GlobalIndex n = comm::all_sum(comm, rows.n_rows()),
                    first_row = comm::exclusive_scan_sum(comm, rows.n_rows()),
                    entries = static_cast<GlobalIndex>(rows.values.size()),
                    n_entries = comm::all_sum(comm, entries),
                    first_entry = comm::exclusive_scan_sum(comm, entries);
  std::vector<std::int32_t> lengths, columns(rows.columns.begin(), rows.columns.end());
  for (std::size_t row = 0; row < rows.labels.size(); ++row)
    lengths.push_back(static_cast<std::int32_t>(rows.offsets[row + 1] - rows.offsets[row]));
  const std::string own = name_of_this_run(comm, copy);
  io::Hdf5File file = io::Hdf5File::create(own, comm);
  file.write_attribute("/", "format", std::string(format_name));
  file.write_attribute("/", "source", source);
  file.write_attribute("/", "source_size", stamp.size);
  file.write_attribute("/", "source_changed", stamp.changed);
  file.write_attribute("/", "index_base", std::int64_t{static_cast<int>(base)});
  file.write_attribute("/", "hash", contents_hash(comm, rows, first_row, first_entry));
  file.write_rows("labels", rows.labels, 1, first_row, n);
  file.write_rows("lengths", lengths, 1, first_row, n);
  file.write_rows("columns", columns, 1, first_entry, n_entries);
  file.write_rows("values", rows.values, 1, first_entry, n_entries);
  file.close();
  comm::run_on_root(comm, [&] {
    std::error_code error, ignored;
    fs::rename(own, copy, error);
    if (!error) return;
    fs::remove(own, ignored);
    throw Error(ErrorKind::io, fmt::format("cannot write '{}'", copy), error.message(), "");
  });
}

}  // namespace

std::string cached_copy_of(const std::string& path, const std::string& folder) {
  std::error_code error;
  const fs::path absolute = fs::weakly_canonical(path, error);
  std::uint64_t hash = 0;
  for (const char letter : absolute.string()) hash = mix_bits(hash ^ static_cast<unsigned char>(letter));
  return (fs::path(folder) / fmt::format("{}.{:016x}.h5", absolute.filename().string(), hash)).string();
}

CachedSamples read_libsvm_cached(const comm::Communicator& comm, const std::string& path, IndexBase base,
                                 const std::string& folder) {
  CachedSamples result;
  // Taken before the text is read: a text that changes meanwhile makes the copy stale.
  const Stamp stamp = stamp_of(comm, path);
  const std::string copy = cached_copy_of(path, folder);
  if (std::optional<RawSamples> rows = read_copy(comm, copy, stamp, base, result.remarks)) {
    result.rows = std::move(*rows);
    result.from_copy = true;
    return result;
  }
  result.rows = read_libsvm(comm, path, base);
  try {
    comm::run_on_root(comm, [&] {
      std::error_code error;
      fs::create_directories(folder, error);  // what is wrong with it, the file's creation says
      remove_traces_of_the_dead(copy);
    });
    write_copy(comm, copy, path, stamp, base, result.rows);
  } catch (const Error& error) {
    result.remarks.push_back(fmt::format("no binary copy of {} is kept ({})", path, error.what()));
  }
  return result;
}

}  // namespace trireme::optim
