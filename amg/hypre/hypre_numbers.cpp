// SPDX-License-Identifier: Apache-2.0
#include "amg/hypre/hypre_numbers.hpp"

#include <optional>

#include <fmt/format.h>

#include "solvers/base/error.hpp"

namespace trireme::amg::hypre {
namespace {

[[noreturn]] void refuse(const char* what, GlobalIndex number, const char* there_are) {
  throw Error(ErrorKind::input, fmt::format("{} {} does not exist here", what, number), there_are);
}

std::optional<Relaxation> smoother(GlobalIndex number) {
  switch (number) {
    case 3:
      return Relaxation::hybrid_forward;
    case 4:
      return Relaxation::hybrid_backward;
    case 6:
      return Relaxation::hybrid_symmetric;
    case 8:
      return Relaxation::l1_symmetric;
    case 13:
      return Relaxation::l1_forward;
    case 14:
      return Relaxation::l1_backward;
    case 16:
      return Relaxation::chebyshev;
    case 18:
      return Relaxation::l1_jacobi;
    default:
      return std::nullopt;
  }
}

}  // namespace

InterpolationKind interpolation_of_number(GlobalIndex number) {
  switch (number) {
    case 6:
    case 17:
      return InterpolationKind::extended_i;
    case 14:
    case 16:
      return InterpolationKind::extended;
    case 3:
      return InterpolationKind::direct;
    default:
      refuse("interpolation type", number, "there are 6 and 17 extended+i, 14 and 16 extended, 3 direct");
  }
}

CoarseningKind coarsening_of_number(GlobalIndex number) {
  if (number == 8) return CoarseningKind::pmis;
  if (number == 10) return CoarseningKind::hmis;
  refuse("coarsening type", number, "there are 8 PMIS and 10 HMIS");
}

AggressiveInterpolation aggressive_interpolation_of_number(GlobalIndex number) {
  if (number == 4) return AggressiveInterpolation::multipass;
  if (number == 1 || number == 6) return AggressiveInterpolation::two_stage_extended_i;
  refuse("interpolation type of aggressive levels", number,
         "there are 4 multipass, 1 and 6 extended+i in two stages");
}

Relaxation smoother_of_number(GlobalIndex number) {
  if (const auto found = smoother(number)) return *found;
  refuse("smoother", number,
         "there are 3, 4, 6 hybrid Gauss-Seidel, 13, 14, 8 the same with l1 scaling, 16 Chebyshev, 18 "
         "l1-Jacobi");
}

Relaxation coarse_solver_of_number(GlobalIndex number) {
  if (number == 9 || number == 19 || number == 98 || number == 99) return Relaxation::gaussian_elimination;
  if (const auto found = smoother(number)) return *found;
  refuse("solver of the coarsest level", number, "there are 9 Gaussian elimination and the smoothers");
}

}  // namespace trireme::amg::hypre
