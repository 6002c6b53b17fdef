// SPDX-License-Identifier: Apache-2.0
// Options of DANCE: Jahani, He, Ma, Mokhtari, Mudigere, Ribeiro, Takac, "Efficient distributed Hessian free
// algorithm for large-scale empirical risk minimization via accumulating sample strategy", AISTATS 2020
// (arXiv 1810.11507). The defaults are this project's form of it; published() gives the paper's.
#pragma once

namespace trireme::optim {

enum class DanceStop {
  decrement,  // half the squared Newton decrement is at most V_n
  gradient,   // ||g|| <= sqrt(2 c) V_n, which proves that R_n(w) - min R_n <= V_n
  tao,        // TAO's own tests, on all samples; earlier stages by the decrement
};
enum class DanceStep { line_search, damped };

struct DanceOptions {
  double c = 1;                // the regularization of stage n is c V_n
  double gamma = 1;            // V_n = n^-gamma, from 0.5 to 1
  double alpha = 4;            // a stage has alpha times the samples of the one before, above 1
  int m0 = 512;                // samples of the first stage
  double beta = 0.25;          // CG ends when its residual is beta ||g||
  double hess_fraction = 0.1;  // share of a stage's samples in Hessian products, up to 1
  int hess_min = 256;          // but at least so many samples
  int max_newton = 100;        // steps in a stage
  int localhess_rows = 0;      // leading samples in the preconditioner; 0: none
  double localhess_mu = 0;     // added to its regularization
  DanceStop stop = DanceStop::decrement;
  DanceStep step = DanceStep::line_search;
  double damping = 1;  // initial Levenberg damping of problems that are not convex

  static DanceOptions published() {
    return {
        .alpha = 2, .beta = 0.05, .hess_fraction = 1, .stop = DanceStop::gradient, .step = DanceStep::damped};
  }
  // Throws Error (input) for values out of range. Local.
  void validate() const;
};

}  // namespace trireme::optim
