// SPDX-License-Identifier: Apache-2.0
// Every kernel against its serial twin, and the same bits for 1, 2, 4 and 7 threads.
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/threads/chunk_counters.hpp"
#include "solvers/threads/thread_count.hpp"
#include "solvers/vec/kernels/entrywise.hpp"
#include "solvers/vec/kernels/extrema.hpp"
#include "solvers/vec/kernels/reductions.hpp"
#include "solvers/vec/kernels/updates.hpp"

namespace trireme::vec {
namespace {

// Sizes around the borders of lanes, chunks and the threshold of parallel loops.
const std::size_t sizes[] = {0, 1, 7, 8, 9, 2047, 2048, 2049, 4096, 10007, 65536};

std::vector<double> values(std::size_t n, unsigned seed) {
  std::vector<double> x(n);
  std::uint64_t state = seed * 0x9E3779B97F4A7C15ULL + 1;
  for (double& value : x) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    value = static_cast<double>(static_cast<std::int64_t>(state)) / 9.3e18;
  }
  return x;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

// The results of `run` for 1, 2, 4 and 7 threads, which must have the same bits.
std::vector<double> for_all_thread_counts(const std::function<std::vector<double>()>& run) {
  std::vector<double> first;
  for (const int threads : {1, 2, 4, 7}) {
    const threads::ThreadCountScope scope(threads);
    const std::vector<double> result = run();
    if (threads == 1) first = result;
    EXPECT_TRUE(same_bits(first, result)) << threads << " threads";
  }
  return first;
}

TEST(Reductions, AgreeWithTheSerialLoop) {
  for (const std::size_t n : sizes) {
    SCOPED_TRACE(n);
    const auto x = values(n, 1), y = values(n, 2), z = values(n, 3);
    const double* others[] = {y.data(), z.data(), x.data()};
    const auto found = for_all_thread_counts([&] {
      std::vector<double> r{dot(x, y),
                            sum(x),
                            sum_of_magnitudes(x),
                            largest_magnitude(x),
                            largest_quotient(x, y),
                            dot_and_square(x, y).dot,
                            dot_and_square(x, y).square,
                            0,
                            0,
                            0};
      multi_dot(x, others, std::span(r).subspan(7, 3));
      return r;
    });
    std::vector<double> expected{dot_reference(x, y),
                                 sum_reference(x),
                                 sum_of_magnitudes_reference(x),
                                 largest_magnitude_reference(x),
                                 largest_quotient_reference(x, y),
                                 dot_and_square_reference(x, y).dot,
                                 dot_and_square_reference(x, y).square,
                                 0,
                                 0,
                                 0};
    multi_dot_reference(x, others, std::span(expected).subspan(7, 3));
    for (std::size_t k = 0; k < found.size(); ++k)
      EXPECT_NEAR(found[k], expected[k], 1e-13 * std::max<double>(1, static_cast<double>(n)))
          << "value " << k;
    EXPECT_EQ(found[7], found[0]) << "multi_dot has the bits of dot";
    EXPECT_EQ(found[3], expected[3]);
    EXPECT_EQ(found[4], expected[4]);
  }
}

TEST(Reductions, RunOnEveryThread) {
  const auto x = values(100000, 1);
  const threads::ThreadCountScope scope(4);
  threads::reset_chunk_counters();
  EXPECT_NE(dot(x, x), 0);
  const auto chunks = threads::chunks_run_by_thread();
  ASSERT_EQ(chunks.size(), 4u);
  for (const auto count : chunks) EXPECT_GT(count, 0);
}

TEST(Reductions, KeepNotANumber) {
  for (const std::size_t where : {std::size_t{0}, std::size_t{5000}, std::size_t{9999}}) {
    auto x = values(10000, 1);
    x[where] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(largest_magnitude(x)));
    EXPECT_TRUE(std::isnan(largest_magnitude_reference(x)));
    EXPECT_TRUE(std::isnan(dot(x, x)));
    const auto y = values(10000, 2);
    EXPECT_TRUE(std::isnan(largest_quotient(x, y)));
    EXPECT_TRUE(std::isnan(largest_quotient_reference(x, y)));
  }
}

TEST(Extrema, GoToTheLowestIndexOfTies) {
  for (const std::size_t n : sizes) {
    SCOPED_TRACE(n);
    auto x = values(n, 4);
    if (n > 5000) x[17] = x[4099] = 3, x[18] = x[5000] = -3;
    const auto found = for_all_thread_counts([&] {
      const Extremum high = largest_entry(x), low = smallest_entry(x);
      return std::vector<double>{high.value, static_cast<double>(high.index), low.value,
                                 static_cast<double>(low.index)};
    });
    const Extremum high = largest_entry_reference(x), low = smallest_entry_reference(x);
    EXPECT_EQ(found, (std::vector<double>{high.value, static_cast<double>(high.index), low.value,
                                          static_cast<double>(low.index)}));
    if (n > 5000) {
      EXPECT_EQ(found, (std::vector<double>{3, 17, -3, 18}));
    }
  }
  const std::vector<double> none(3, std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(largest_entry(none).index, -1);
}

TEST(Updates, HaveTheBitsOfTheSerialLoop) {
  for (const std::size_t n : sizes) {
    SCOPED_TRACE(n);
    const auto x = values(n, 1), y = values(n, 2), z = values(n, 3);
    const double* xs[] = {x.data(), y.data(), x.data(), y.data(), x.data(), y.data()};
    const double alphas[] = {0.5, -0.25, 3, 1e-3, -7, 0.1};
    using Update = std::function<void(std::vector<double>&)>;
    const std::pair<Update, Update> updates[] = {
        {[&](auto& w) { set(w, 2.5); }, [&](auto& w) { set_reference(w, 2.5); }},
        {[&](auto& w) { copy(w, x); }, [&](auto& w) { copy_reference(w, x); }},
        {[&](auto& w) { scale(w, -0.3); }, [&](auto& w) { scale_reference(w, -0.3); }},
        {[&](auto& w) { axpy(w, 0.7, x); }, [&](auto& w) { axpy_reference(w, 0.7, x); }},
        {[&](auto& w) { aypx(w, 0.7, x); }, [&](auto& w) { aypx_reference(w, 0.7, x); }},
        {[&](auto& w) { axpby(w, 0.7, -0.2, x); }, [&](auto& w) { axpby_reference(w, 0.7, -0.2, x); }},
        {[&](auto& w) { waxpy(w, 0.7, x, y); }, [&](auto& w) { waxpy_reference(w, 0.7, x, y); }},
        {[&](auto& w) { waxpy(w, 0.7, w, y); }, [&](auto& w) { waxpy_reference(w, 0.7, w, y); }},
        {[&](auto& w) { axpbypcz(w, 0.7, 2, -3, x, y); },
         [&](auto& w) { axpbypcz_reference(w, 0.7, 2, -3, x, y); }},
        {[&](auto& w) { maxpy(w, alphas, xs); }, [&](auto& w) { maxpy_reference(w, alphas, xs); }}};
    int which = 0;
    for (const auto& [threaded, serial] : updates) {
      const auto found = for_all_thread_counts([&, run = threaded] {
        auto w = z;
        run(w);
        return w;
      });
      auto expected = z;
      serial(expected);
      EXPECT_TRUE(same_bits(found, expected)) << "update " << which;
      ++which;
    }
    auto a = x, b = y;
    swap(a, b);
    EXPECT_TRUE(same_bits(a, y) && same_bits(b, x));
    swap_reference(a, b);
    EXPECT_TRUE(same_bits(a, x) && same_bits(b, y));
  }
}

TEST(Updates, DoNotReadWhatTheyOverwrite) {
  std::vector<double> z(5000, std::numeric_limits<double>::quiet_NaN());
  const auto x = values(5000, 1), y = values(5000, 2);
  axpbypcz(z, 1, 1, 0, x, y);
  EXPECT_EQ(z[4999], x[4999] + y[4999]);
}

TEST(Entrywise, HasTheBitsOfTheSerialLoop) {
  for (const std::size_t n : sizes) {
    SCOPED_TRACE(n);
    auto x = values(n, 5), y = values(n, 6);
    for (std::size_t i = 0; i < n; i += 13) y[i] = 0;
    for (const Binary operation :
         {Binary::multiply, Binary::divide, Binary::maximum, Binary::minimum, Binary::maximum_magnitude}) {
      const auto found = for_all_thread_counts([&] {
        std::vector<double> w(n);
        apply_binary(operation, w, x, y);
        return w;
      });
      std::vector<double> expected(n);
      apply_binary_reference(operation, expected, x, y);
      EXPECT_TRUE(same_bits(found, expected)) << static_cast<int>(operation);
    }
    for (const Unary operation : {Unary::reciprocal, Unary::absolute, Unary::square_root_of_magnitude,
                                  Unary::exponential, Unary::logarithm}) {
      auto positive = y;
      if (operation == Unary::logarithm)
        for (double& value : positive) value = std::abs(value) + 1e-3;
      const auto found = for_all_thread_counts([&] {
        auto w = positive;
        apply_unary(operation, w);
        return w;
      });
      apply_unary_reference(operation, positive);
      EXPECT_TRUE(same_bits(found, positive)) << static_cast<int>(operation);
    }
    const auto found = for_all_thread_counts([&] {
      auto w = x;
      shift(w, 0.125);
      return w;
    });
    shift_reference(x, 0.125);
    EXPECT_TRUE(same_bits(found, x));
  }
}

}  // namespace
}  // namespace trireme::vec
