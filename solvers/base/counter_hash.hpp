// SPDX-License-Identifier: Apache-2.0
// A number in [-1, 1) that depends on nothing but a seed, an id and a stream: the same on every rank and for
// every rank count, since no generator state travels. Called by the generators that perturb points, and
// wherever words are hashed. The mixing function is the finaliser of SplitMix64 (Steele, Lea, Flood, "Fast
// splittable pseudorandom number generators", OOPSLA 2014, doi 10.1145/2660193.2660195), applied once for
// each word.
#pragma once

#include <cstdint>

#include "solvers/base/types.hpp"

namespace trireme {

// A bijection of 64-bit words whose output bits each depend on all input bits.
constexpr std::uint64_t mix_bits(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

constexpr double symmetric_hash(std::uint64_t seed, GlobalIndex id, std::uint64_t stream) {
  const std::uint64_t bits = mix_bits(mix_bits(mix_bits(seed) ^ static_cast<std::uint64_t>(id)) ^ stream);
  return static_cast<double>(bits >> 11) * 0x1p-52 - 1.0;
}

}  // namespace trireme
