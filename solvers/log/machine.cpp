// SPDX-License-Identifier: Apache-2.0
#include "solvers/log/machine.hpp"

#include <array>
#include <fstream>
#include <span>
#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solvers/comm/gather.hpp"
#include "solvers/threads/affinity_report.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::log {

namespace {

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

// Value of the first line "key : value" of a /proc file.
std::string proc_value(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(key, 0) != 0) continue;
    const auto colon = line.find(':');
    if (colon == std::string::npos) continue;
    const auto begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return {};
}

}  // namespace

Machine this_machine() {
  Machine machine;
  machine.hostname = host_name();
  machine.cpu = proc_value("/proc/cpuinfo", "model name");
  machine.logical_cpus = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  machine.memory_gib =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE)) / (1u << 30);
  return machine;
}

double peak_memory_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;  // Linux counts in KiB
}

std::vector<RankPlace> rank_places(const comm::Communicator& comm) {
  std::vector<int> numbers = {threads::allowed_cores(), threads::oversubscribed() ? 1 : 0};
  for (const auto& place : threads::thread_places()) numbers.push_back(place.cpu);
  const std::string host = host_name();
  std::vector<GlobalIndex> number_counts, host_counts;
  const auto all_numbers = comm::gather_to_root(comm, std::span<const int>(numbers), &number_counts);
  const auto all_hosts =
      comm::gather_to_root(comm, std::span<const char>(host.data(), host.size()), &host_counts);

  std::vector<RankPlace> places;
  if (!comm.is_root()) return places;
  std::size_t number = 0, letter = 0;
  for (int rank = 0; rank < comm.size(); ++rank) {
    const auto r = static_cast<std::size_t>(rank);
    const auto n = static_cast<std::size_t>(number_counts[r]),
               letters = static_cast<std::size_t>(host_counts[r]);
    RankPlace place;
    place.rank = rank;
    place.hostname.assign(all_hosts.data() + letter, letters);
    place.allowed_cores = all_numbers[number];
    place.oversubscribed = all_numbers[number + 1] != 0;
    place.cpus.assign(all_numbers.begin() + static_cast<std::ptrdiff_t>(number + 2),
                      all_numbers.begin() + static_cast<std::ptrdiff_t>(number + n));
    places.push_back(std::move(place));
    number += n;
    letter += letters;
  }
  return places;
}

std::string rank_table(const std::vector<RankPlace>& places) {
  std::string out =
      fmt::format("{:>6} {:<24} {:>7} {:>5}  {}\n", "rank", "host", "threads", "cores", "cpu of each thread");
  for (const auto& place : places) {
    out += fmt::format("{:>6} {:<24} {:>7} {:>5}  {}{}\n", place.rank, place.hostname, place.cpus.size(),
                       place.allowed_cores, fmt::join(place.cpus, " "),
                       place.oversubscribed ? "  (more threads than cores)" : "");
  }
  if (!out.empty()) out.pop_back();
  return out;
}

}  // namespace trireme::log
