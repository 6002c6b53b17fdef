// SPDX-License-Identifier: Apache-2.0
#include "solvers/log/logger.hpp"

#include <iostream>
#include <unistd.h>

namespace trireme::log {

namespace {
constexpr std::size_t live_width = 110;  // a longer live line would wrap and no longer be replaced
}

Logger::Logger(const comm::Communicator& comm, std::ostream& out, Terminal terminal)
    : out_(comm.is_root() ? &out : nullptr), terminal_(terminal) {}

Logger Logger::standard(const comm::Communicator& comm) {
  return Logger(comm, std::cout, isatty(STDOUT_FILENO) != 0 ? Terminal::yes : Terminal::no);
}

void Logger::line(std::string_view text) {
  if (out_ == nullptr) return;
  clear_live();
  *out_ << text << '\n' << std::flush;
}

bool Logger::failed() const {
  return out_ != nullptr && !out_->good();
}

void Logger::warn(std::string_view text) {
  ++warnings_;
  line(std::string("warning: ").append(text));
}

void Logger::live(std::string_view text) {
  if (out_ == nullptr || terminal_ == Terminal::no) return;
  *out_ << "\r\033[K" << text.substr(0, live_width) << std::flush;
  live_shown_ = true;
}

void Logger::clear_live() {
  if (!live_shown_) return;
  *out_ << "\r\033[K" << std::flush;
  live_shown_ = false;
}

}  // namespace trireme::log
